import { readFileSync } from 'node:fs';

/**
 * Loaded into every thread of a program where a test is about a clock that is set: the time of day is ahead by the
 * milliseconds in a file, or behind. The monotonic clock goes on, as it does when an operator or a time server sets the other.
 */
const file = process.env.CLOCK_OFFSET_FILE;
if (file) {
  const RealDate = Date;
  const now = () => RealDate.now() + Number(readFileSync(file, 'utf8'));
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
