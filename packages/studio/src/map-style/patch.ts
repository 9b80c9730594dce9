type Members = Record<string, unknown>;

/** The merge patch (RFC 7396) that makes `stored` into `wanted`: what is not in it any more is removed by null. */
export function patchTo(wanted: object, stored: unknown): Members {
  const before = isMembers(stored) ? stored : {};
  const gone = Object.keys(before).filter((name) => (wanted as Members)[name] === undefined);
  return {
    ...Object.fromEntries(gone.map((name) => [name, null])),
    ...Object.fromEntries(
      Object.entries(wanted)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, isMembers(value) ? patchTo(value, before[name]) : value]),
    ),
  };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
