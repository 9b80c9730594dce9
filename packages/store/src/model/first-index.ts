/** The first index in a range for which something holds that also holds for all behind it; `to` where it holds for none. */
export function firstIndex(from: number, to: number, holds: (index: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the first of ascending numbers that is above one. */
export function indexAbove(ascending: ArrayLike<number>, number: number): number {
  return firstIndex(0, ascending.length, (index) => ascending[index]! > number);
}
