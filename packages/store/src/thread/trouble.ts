/** What is wrong with the first of these threads that can't serve; undefined where all can. */
export async function troubleOf(
  kind: string,
  threads: readonly { trouble(): Promise<string | undefined> }[],
): Promise<string | undefined> {
  const troubles = await Promise.all(threads.map((thread) => thread.trouble()));
  const found = troubles.find((trouble) => trouble !== undefined);
  return found && `a ${kind} thread ${found}`;
}
