import { Fault } from '../../model/fault.ts';
import { receiveCalls } from '../rpc.ts';

export type OddCalls = {
  echo(value: unknown): unknown;
  refuse(): void;
  throw(): void;
  uncloneable(): unknown;
  end(): void;
  block(): void;
  close(): void;
};

/** A thread that does whatever can go wrong. */
receiveCalls<OddCalls>((call) => {
  switch (call.method) {
    case 'echo':
      return call.reply(() => ({ result: call.args[0] }));
    case 'refuse':
      return call.reply(() => {
        throw new Fault('unavailable', 'busy', 7, 'no connection is free');
      });
    case 'throw':
      throw new Error('before any reply');
    case 'uncloneable':
      return call.reply(() => ({ result: () => 1 }));
    case 'end':
      return process.exit(3);
    case 'block':
      // Nothing wakes it: the thread is stuck until it is ended.
      return void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    case 'close':
      return call.reply(() => ({ result: undefined }));
  }
});
