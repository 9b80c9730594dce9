import { Fault } from '../../model/fault.ts';
import { receiveCalls } from '../rpc.ts';

/** A thread that does whatever can go wrong. */
receiveCalls(({ method, args, reply }) => {
  switch (method) {
    case 'echo':
      return reply(() => ({ result: args[0] }));
    case 'refuse':
      return reply(() => {
        throw new Fault('unavailable', 'busy', 7);
      });
    case 'throw':
      throw new Error('before any reply');
    case 'uncloneable':
      return reply(() => ({ result: () => 1 }));
    case 'end':
      return process.exit(3);
    case 'close':
      return reply(() => ({ result: undefined }));
  }
});
