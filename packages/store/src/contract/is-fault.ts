import assert from 'node:assert/strict';
import { Fault, type FaultKind } from '../model/fault.ts';

/** For `assert.throws` and `assert.rejects`: a fault of this kind with such a message. */
export function isFault(kind: FaultKind, message: RegExp) {
  return (error: unknown): true => {
    assert.ok(error instanceof Fault, `a fault, not ${error}`);
    assert.equal(error.kind, kind);
    assert.match(error.message, message);
    return true;
  };
}
