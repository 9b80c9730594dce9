/** How much may still be done about a question; who has none left answers by what is known. */
export type Effort = { left: number };

/** So much for any question, and so much more for each edge of its geometries: some seconds where these have a million. */
const FREE = 30_000_000;
const PER_EDGE = 100;

export function effortFor(edges: number): Effort {
  return { left: FREE + PER_EDGE * edges };
}
