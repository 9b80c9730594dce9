/** What features are called by. */
export const titleStrings = {
  label: 'Name features by',
  hint: 'The property whose values stand for features on maps, in tables and in search results.',
  guessed: (property: string | undefined) =>
    property === undefined ? 'Automatic: the id' : `Automatic: ${property}`,
};
