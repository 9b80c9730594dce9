import type { TextsOf } from '../catalogue.ts';
import { plural } from './plural.ts';

export const mapStrings: TextsOf<'map'> = {
  tools: 'Kartenwerkzeuge',
  panel: 'Ebenen',
  table: 'Tabelle der Objekte im Ausschnitt',
  radius: 'Im Umkreis suchen',
  polygon: 'In einem Polygon suchen',
  edit: 'Objekte bearbeiten',
  noLayers: 'Die Karte ist leer. Fügen Sie einen Space hinzu.',
  addSpace: 'Space für die Karte',
  add: 'Hinzufügen',
  hide: (title) => `${title} ausblenden`,
  show: (title) => `${title} einblenden`,
  zoomTo: (title) => `Auf ${title} zoomen`,
  style: (title) => `Stil von ${title}`,
  filter: (title, count) => `${title} filtern${count > 0 ? ` (${count} gesetzt)` : ''}`,
  up: (title) => `${title} nach oben verschieben`,
  down: (title) => `${title} nach unten verschieben`,
  remove: (title) => `${title} von der Karte entfernen`,
  failed: (message) => `Ein Teil der Karte konnte nicht gezeigt werden: ${message}`,
  notLoaded: (status) =>
    `Ein Teil der Karte konnte nicht geladen werden: Der Hub hat mit ${status} geantwortet. Verschieben Sie die Karte, um es noch einmal zu versuchen.`,
  radiusNow: (length) => `Radius: ${length}`,
  retrying: 'Ein Teil der Karte konnte nicht geladen werden. Neuer Versuch…',
  tips: {
    radius: 'Klicken Sie auf den Mittelpunkt, dann auf den Radius.',
    polygon:
      'Klicken Sie auf die Eckpunkte; schließen Sie mit einem Klick auf den ersten oder mit der Eingabetaste ab.',
  },
};

export const findStrings: TextsOf<'find'> = {
  label: 'Objekte, Spaces und Orte finden',
  hint: 'Objekte, Orte, Koordinaten',
  looking: 'Suche läuft…',
  none: 'Nichts gefunden.',
  failed: 'Die Suche ist gescheitert.',
  found: (count) => `${count} ${plural(count, { one: 'Ergebnis', other: 'Ergebnisse' })}`,
  addSpace: 'Zur Karte hinzufügen',
  coordinates: 'Koordinaten',
  directions: { north: 'N', east: 'OE', south: 'S', west: 'W' },
  country: 'Land',
  noPlaces: (status) =>
    `Die Namen der Orte konnten nicht geladen werden: Der Hub hat mit ${status} geantwortet.`,
};

export const baseStrings: TextsOf<'base'> = {
  title: 'Grundkarte',
  hub: 'Welt, von diesem Hub',
  own: 'Eigener Stil',
  streets: (name) => `Straßen: ${name}`,
  imagery: (name) => `Rasterkarte: ${name}`,
  noImagery: (url) => `${url} hat keine Rasterkacheln.`,
  noStreets: (url) => `${url} hat keine Straßen nach dem Schema von Protomaps.`,
  globe: 'Als Globus',
  address: 'URL des Stils',
  addressHint: 'Ein MapLibre-Stil (JSON). Wird mit der Karte gespeichert.',
  use: 'Verwenden',
  noAddress: 'Keine gültige URL: Sie muss mit https:// beginnen oder, für eine Datei dieses Hubs, mit /.',
  forbidden: (origin) =>
    `Dieser Hub erlaubt keine Kartendaten von ${origin}. Sein Betreiber kann sie mit der Einstellung MERIDIAN_MAP_ORIGINS erlauben.`,
  unreachable: (url) => `Keine Antwort von ${url}.`,
  refused: (url, status) => `${url} hat mit dem Status ${status} geantwortet.`,
  noStyle: (url) => `${url} ist kein MapLibre-Stil.`,
  instead: (reason) => `${reason} Stattdessen wird die Grundkarte des Hubs gezeigt.`,
};

export const filterStrings: TextsOf<'filter'> = {
  tags: 'Tags',
  findTag: 'Tag suchen',
  noTags: 'Die Objekte haben keine Tags.',
  moreTags: (count) => `${count} weitere Tags`,
  properties: 'Attribute',
  noProperties: 'Die Objekte haben keine Attribute.',
  property: 'Attribut',
  operator: 'Vergleich',
  operators: {
    '=': 'ist',
    '!=': 'ist nicht',
    '>': 'ist größer als',
    '>=': 'ist mindestens',
    '<': 'ist kleiner als',
    '<=': 'ist höchstens',
    '@>': 'umfasst',
    contains: 'enthält',
    starts: 'beginnt mit',
  },
  or: 'oder',
  and: 'und',
  match: 'Auf die Objekte trifft zu',
  matches: { all: 'alles davon', any: 'etwas davon' },
  besides: 'Auch Tags und Wörter müssen passen.',
  addTo: 'Hinzufügen zu',
  list: 'der Liste',
  group: (number) => `Gruppe ${number}`,
  newGroup: 'einer neuen Gruppe',
  groupMatch: (number) => `In Gruppe ${number}`,
  text: 'Wörter in beliebigen Attributen',
  textHint:
    'Mit jedem muss ein Wort des Objekts beginnen. Groß- und Kleinschreibung und Akzente spielen keine Rolle.',
  value: 'Wert',
  suggestion: (value, count, shown) =>
    `${value} (${shown} ${plural(count, { one: 'Objekt', other: 'Objekte' })})`,
  add: 'Filter hinzufügen',
  remove: (condition) => `Filter ${condition} entfernen`,
  clear: 'Zurücksetzen',
  export: 'Passende Objekte exportieren',
  matching: (count, total) => `${count} von ${total} Objekten passen`,
};

export const featureStrings: TextsOf<'feature'> = {
  label: 'Objekt',
  facts: 'Tags und Attribute',
  gone: 'Dieses Objekt gibt es nicht mehr.',
  id: 'ID',
  edit: 'Bearbeiten',
  noProperties: 'Keine Attribute.',
  updated: (time) => `Zuletzt geändert ${time}`,
  noGeometry: 'Keine Geometrie',
  geometry: {
    Point: 'Punkt',
    MultiPoint: 'Punkte',
    LineString: 'Linie',
    MultiLineString: 'Linien',
    Polygon: 'Fläche',
    MultiPolygon: 'Flächen',
    GeometryCollection: 'Sammlung',
  },
};
