import { cancelled } from '../../model/fault.ts';
import type { ReaderCalls } from '../calls.ts';
import { receiveCalls } from '../rpc.ts';

/** Begins streams, and knows nothing of them when it is asked to go on: as one that took the place of another. */
receiveCalls<ReaderCalls>((call) => {
  switch (call.method) {
    case 'open':
      return call.reply(() => ({ result: { chunk: new Uint8Array([1]) } }));
    case 'next':
      return call.reply(() => {
        throw cancelled();
      });
    case 'close':
      return call.reply(() => ({ result: undefined }));
  }
});
