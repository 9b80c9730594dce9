/** What the studio says about undo and pictures. */
export const commandStrings = {
  picture: 'Picture of the map',
  undo: 'Undo the last change of the map',
  redo: 'Redo the change of the map',
};

export const pictureStrings = {
  title: 'Save as a picture',
  about: 'What the map shows now, with title, legend, scale and attribution. It is made in the browser.',
  heading: 'Title',
  format: 'Format',
  formats: { png: 'PNG (picture)', pdf: 'PDF (to print)' },
  legend: 'Legend',
  download: 'Download',
  made: (name: string) => `${name} was saved.`,
  more: (count: string) => `and ${count} more`,
  failed: 'The browser could not make the picture.',
};
