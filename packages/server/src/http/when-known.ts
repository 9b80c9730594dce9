/** Goes on with a value once it is there: at once where it is no promise. */
export function whenKnown<T, U>(coming: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return coming instanceof Promise ? coming.then(next) : next(coming);
}
