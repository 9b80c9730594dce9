import { predict } from '../rules/processors/predict.ts';
import { processSlice } from '../rules/processors/process-slice.ts';
import { compileProcessing } from '../rules/processors/processing.ts';
import type { ProcessorCalls } from './calls.ts';
import { receiveCalls } from './rpc.ts';

/**
 * A thread for what users have defined to be done to features. Neither requests nor commits wait for what runs here, and it
 * keeps nothing between calls: any of these threads can go on with what another has begun.
 */
receiveCalls<ProcessorCalls>((call) => {
  switch (call.method) {
    case 'check': {
      const [processing] = call.args;
      return call.reply(() => ({ result: void compileProcessing(processing) }));
    }
    case 'predict': {
      const [space, request] = call.args;
      return call.reply(() => {
        const result = predict(space, request);
        return { result, transfer: [result.body.buffer, result.features.buffer] };
      });
    }
    case 'process': {
      const [slice] = call.args;
      return call.reply(() => {
        const result = processSlice(slice);
        return { result, transfer: [result.features.buffer, result.verdicts.buffer] };
      });
    }
    case 'close':
      return call.reply(() => ({ result: undefined }));
  }
});
