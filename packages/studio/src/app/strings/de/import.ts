import type { TextsOf } from '../catalogue.ts';
import { plural } from './plural.ts';

const features = (count: number, shown: string) =>
  `${shown} ${plural(count, { one: 'Objekt', other: 'Objekte' })}`;
const are = (count: number) => plural(count, { one: 'ist', other: 'sind' });

export const importStrings: TextsOf<'import'> = {
  lead: 'Aus einer Datei auf Ihrem Computer. Der Browser liest sie und sendet sie stückweise an den Hub.',
  drop: 'Datei hier ablegen',
  choose: 'Dateien auswählen',
  formats: (names) => `${names}; auch komprimiert`,
  reading: 'Datei wird gelesen…',
  unreadable: 'Die Datei konnte nicht gelesen werden.',
  deaf: 'Das Lesen der Datei wurde abgebrochen: Sie scheint beschädigt zu sein. Was vorher gesendet wurde, ist im Space.',
  preview: (count, shown, isAll) =>
    isAll ? `${features(count, shown)} in der Datei` : `Die ersten ${shown} Objekte`,
  refusedFew: (count) => `${count} ungültig`,
  map: 'Wo die Objekte sind',
  target: 'Ziel',
  newSpace: 'Ein neuer Space',
  title: 'Titel des Space',
  tags: 'Tags für alle Objekte',
  tagsHint: 'Durch Kommas getrennt; freiwillig.',
  columns: 'Spalten',
  lon: 'Längengrad',
  lat: 'Breitengrad',
  geometry: 'Geometrie',
  detected: (column) => `Erkannt: ${column}`,
  noColumn: 'Keine',
  rows: (count, shown, isAll) =>
    isAll
      ? `${shown} ${plural(count, { one: 'Zeile', other: 'Zeilen' })} in der Datei`
      : `Die ersten ${shown} Zeilen`,
  noCoordinates:
    'Keine Spalte sieht nach Koordinaten aus. Wählen Sie unten die Spalten mit Längen- und Breitengrad oder die mit Geometrien.',
  crs: 'Koordinatensystem',
  crsHint:
    'Wie die Datei es sagt, sonst Länge und Breite (WGS 84). Ist es ein anderes, nennen Sie es, etwa EPSG:25832.',
  converted: (system) => `In der Datei: ${system}. Umgerechnet in Länge und Breite (WGS 84).`,
  withoutGeometry: 'Zeilen ohne Geometrie importieren',
  layer: 'Ebene',
  layersFound: (count) => `Die Datei hat ${count} Ebenen.`,
  layersApart: 'Alle, jede in einen eigenen Space',
  layersTogether: 'Alle, in diesen Space',
  layerTitle: (title, layer) => `${title}: ${layer}`,
  id: 'Attribut mit der ID',
  noId: 'IDs aus der Datei oder neu erzeugt',
  start: 'Importieren',
  stop: 'Anhalten',
  another: 'Weitere Datei importieren',
  waiting: (count, next) =>
    count === 1
      ? `${next} ist als Nächstes dran.`
      : `${next} ist als Nächstes dran, ${count - 1} weitere warten.`,
  next: 'Nächste Datei',
  skip: 'Diese Datei überspringen',
  progress: (sent, share) => `${sent} Objekte gesendet · ${share} %`,
  done: (count, shown) => `${features(count, shown)} ${are(count)} im Space.`,
  stopped: (count, shown) => `Angehalten. ${features(count, shown)} ${are(count)} im Space.`,
  failed: (count, shown) => `Gescheitert. ${features(count, shown)} ${are(count)} im Space.`,
  goOn: 'Import fortsetzen',
  paused: 'Unterbrochen.',
  pause: 'Unterbrechen',
  resume: 'Fortsetzen',
  refused: (count, shown) => `${shown} ${plural(count, { one: 'wurde', other: 'wurden' })} abgelehnt`,
  guessed: 'In der Datei nicht angegeben:',
  refusedList: 'Abgelehnte Objekte',
  downloadRefused: 'Liste herunterladen',
  openMap: 'Auf der Karte zeigen',
  duplicates: (count, shown) =>
    count === 1
      ? 'Ein Objekt wurde abgelehnt, weil ein anderes der Datei dieselbe ID hat.'
      : `${shown} Objekte wurden abgelehnt, weil andere der Datei dieselben IDs haben.`,
  withNewIds: 'Mit neuen IDs importieren',
  location: 'Wo',
  feature: 'Objekt',
  recordOfLine: (record) => `Objekt ${record}`,
  reason: 'Warum',
  noFeatures: 'Die Datei hat keine Objekte.',
  allRefused: 'Kein Objekt der Datei kann importiert werden. Die Liste unten sagt, warum.',
};

export const trayStrings: TextsOf<'tray'> = {
  label: 'Laufende Arbeit',
  edits: (count, space) =>
    `${count} nicht gespeicherte ${plural(count, { one: 'Änderung', other: 'Änderungen' })} in ${space}`,
  goOn: 'Weiter bearbeiten',
  importing: (name) => `${name} wird importiert`,
  stop: (name) => `Import von ${name} anhalten`,
  paused: (name) => `Der Import von ${name} ist unterbrochen`,
  pause: (name) => `Import von ${name} unterbrechen`,
  resume: (name) => `Import von ${name} fortsetzen`,
  report: 'Abgelehnte Objekte',
  dismiss: (name) => `Import von ${name} ausblenden`,
  imported: (name, sent, refused) =>
    `${name}: ${sent} importiert${refused === undefined ? '' : `, ${refused} abgelehnt`}`,
  stopped: (name, sent) => `${name}: nach ${sent} angehalten; der Space enthält einen Teil der Datei`,
  failed: (name, sent, reason) =>
    `${name}: nach ${sent} gescheitert; der Space enthält einen Teil der Datei. ${reason}`,
  show: 'Auf der Karte zeigen',
};
