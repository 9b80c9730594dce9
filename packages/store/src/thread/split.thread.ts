import { SplitBody } from '../rules/composite/split-body.ts';
import type { WriteRequest } from '../rules/write/write-request.ts';
import { type Answered, receiveCalls } from './rpc.ts';

/** The thread that takes bodies apart which go to several spaces: parsing them would hold up who serves requests. */
const bodies = new Map<number, SplitBody>();

receiveCalls(({ method, args, reply }) => reply(() => answer(method, args)));

function answer(method: string, args: unknown[]): Answered {
  const key = args[0] as number;
  switch (method) {
    case 'read': {
      const body = new SplitBody(args[1] as WriteRequest);
      bodies.set(key, body);
      return { result: body.summary };
    }
    case 'parts': {
      const parts = bodies.get(key)!.parts(args[1] as number[]);
      return { result: parts, transfer: parts.map(({ bytes }) => bytes.buffer) };
    }
    case 'forget':
      bodies.delete(key);
      return { result: undefined };
    case 'close':
      return { result: undefined };
    default:
      throw new Error(`the splitter knows no call ${method}`);
  }
}
