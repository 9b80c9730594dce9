import { SplitBody } from '../rules/composite/split-body.ts';
import type { SplitterCalls } from './calls.ts';
import { receiveCalls } from './rpc.ts';

/** The thread that takes bodies apart which go to several spaces: parsing them would hold up who serves requests. */
const bodies = new Map<number, SplitBody>();

receiveCalls<SplitterCalls>((call) => {
  switch (call.method) {
    case 'read': {
      const [key, request] = call.args;
      return call.reply(() => {
        const body = new SplitBody(request);
        bodies.set(key, body);
        return { result: body.summary };
      });
    }
    case 'parts': {
      const [key, spaces] = call.args;
      return call.reply(() => {
        const parts = bodies.get(key)!.parts(spaces);
        return { result: parts, transfer: parts.map(({ bytes }) => bytes.buffer) };
      });
    }
    case 'forget':
      bodies.delete(call.args[0]);
      return;
    case 'close':
      return call.reply(() => ({ result: undefined }));
  }
});
