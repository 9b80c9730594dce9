/** A tile that does not exist. The message says what would be right. */
export class TileError extends Error {}
