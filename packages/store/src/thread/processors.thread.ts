import { predict } from '../rules/processors/predict.ts';
import { processSlice, type Slice } from '../rules/processors/process-slice.ts';
import { compileProcessing, type Processing } from '../rules/processors/processing.ts';
import type { WriteRequest } from '../rules/write/write-request.ts';
import { type Answered, receiveCalls } from './rpc.ts';

/**
 * A thread for what users have defined to be done to features. Neither requests nor commits wait for what runs here, and it
 * keeps nothing between calls: any of these threads can go on with what another has begun.
 */
receiveCalls(({ method, args, reply }) => reply(() => answer(method, args)));

function answer(method: string, args: unknown[]): Answered {
  switch (method) {
    case 'check':
      compileProcessing(args[0] as Processing);
      return { result: undefined };
    case 'predict': {
      const [space, request] = args as [string, WriteRequest];
      const result = predict(space, request);
      return { result, transfer: [result.body.buffer, result.features.buffer] };
    }
    case 'process': {
      const result = processSlice(args[0] as Slice);
      return { result, transfer: [result.features.buffer, result.verdicts.buffer] };
    }
    case 'close':
      return { result: undefined };
    default:
      throw new Error(`the processor thread knows no call ${method}`);
  }
}
