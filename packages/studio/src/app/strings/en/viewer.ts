/** What pages say that only show a map: of published folders, and in frames. */
export const viewerStrings = {
  /** Named by MapLibre. */
  controls: {
    'AttributionControl.ToggleAttribution': 'Show or hide the attribution',
    'Map.Title': 'Map',
    'NavigationControl.ResetBearing': 'Turn the map north',
    'NavigationControl.ZoomIn': 'Zoom in',
    'NavigationControl.ZoomOut': 'Zoom out',
    'Popup.Close': 'Close',
  },
  notLoaded: (file: string, status: number) => `${file} can’t be loaded (${status}).`,
  noRanges: 'This web server does not support range requests, which maps of PMTiles need.',
  others: { category: 'Other', number: 'Not a number' },
  license: (name: string) => `Licence: ${name}`,
  madeWith: (program: string) => `Made with ${program}.`,
  licenses: 'Licences of this page',
  noSpace: 'The address of this page names no space: /embed#space=…',
};
