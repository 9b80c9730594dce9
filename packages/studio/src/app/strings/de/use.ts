import type { TextsOf } from '../catalogue.ts';

export const useStrings: TextsOf<'use'> = {
  title: 'Verwenden in…',
  program: 'Programm',
  programs: {
    tileJson: 'TileJSON',
    mapLibre: 'MapLibre',
    qgis: 'QGIS',
    gdal: 'GDAL',
    curl: 'curl',
    python: 'Python',
    typeScript: 'TypeScript',
  },
  about: {
    tileJson:
      'Die URL der Vektorkacheln, für jede Kartenbibliothek. Wer die Karte sehen kann, kann das Token darin lesen.',
    mapLibre:
      'Fügt den Space Ihrer Karte hinzu, sobald deren Stil geladen ist. Wer die Karte sehen kann, kann das Token darin lesen.',
    qgis: 'Layer › Layer hinzufügen › WFS-/OGC-API-Features-Layer hinzufügen › Neu. Geben Sie diese URL ein und wählen Sie die Version „OGC API – Features“. Wählen Sie unter Authentifizierung „Basic“, einen beliebigen Benutzernamen und das Token als Passwort.',
    gdal: 'Kopiert den Space in ein GeoPackage.',
    curl: 'Die ersten zehn Objekte als GeoJSON.',
    python: 'Alle Objekte als GeoDataFrame (pip install geopandas).',
    typeScript: 'Alle Objekte, Seite für Seite, in Node oder im Browser. Nichts zu installieren.',
  },
  create: (days) => `Token für ${days} Tage erstellen`,
  createHint: 'Es kann nur diesen Space lesen und läuft von selbst ab. Bis dahin steht in den Zeilen TOKEN.',
  created: (day) =>
    `Die Zeilen enthalten ein neues Token, das nur diesen Space lesen kann und am ${day} abläuft. Kopieren Sie sie jetzt: Das Token wird nur einmal angezeigt. Widerrufen können Sie es auf der Seite „Tokens“.`,
  password: 'Passwort: das Token',
  tokenFor: (title) => `liest ${title} in einem anderen Programm`,
};
