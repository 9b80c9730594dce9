import type { Builder } from 'flatbuffers';

/** Flatbuffers are written back to front. */
export function offsets(builder: Builder, items: number[]): number {
  builder.startVector(4, items.length, 4);
  for (const item of items.toReversed()) builder.addOffset(item);
  return builder.endVector();
}

export function doubles(builder: Builder, items: number[]): number {
  builder.startVector(8, items.length, 8);
  for (let i = items.length - 1; i >= 0; i--) builder.addFloat64(items[i]!);
  return builder.endVector();
}
