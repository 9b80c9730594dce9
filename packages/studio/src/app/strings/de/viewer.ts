import type { ViewerStrings } from '../catalogue.ts';

export const viewerStrings: ViewerStrings = {
  controls: {
    'AttributionControl.ToggleAttribution': 'Quellenangaben ein- oder ausblenden',
    'Map.Title': 'Karte',
    'NavigationControl.ResetBearing': 'Karte nach Norden ausrichten',
    'NavigationControl.ZoomIn': 'Vergrößern',
    'NavigationControl.ZoomOut': 'Verkleinern',
    'Popup.Close': 'Schließen',
  },
  notLoaded: (file, status) => `${file} kann nicht geladen werden (${status}).`,
  noRanges: 'Dieser Webserver unterstützt keine Range-Anfragen, die Karten aus PMTiles-Dateien brauchen.',
  others: { category: 'Andere', number: 'Keine Zahl' },
  license: (name) => `Lizenz: ${name}`,
  madeWith: (program) => `Erstellt mit ${program}.`,
  licenses: 'Lizenzen dieser Seite',
  noSpace: 'Die Adresse dieser Seite nennt keinen Space: /embed#space=…',
};
