import type { TextsOf } from '../catalogue.ts';
import { plural } from './plural.ts';

const objects = (count: number, shown: string) =>
  `${shown} ${plural(count, { one: 'Objekt', other: 'Objekte' })}`;

export const tableStrings: TextsOf<'table'> = {
  label: (title) => `Objekte von ${title}`,
  count: (count, where) =>
    `${count} ${{ view: 'im Ausschnitt', search: 'gefunden', all: 'im Space' }[where]}`,
  onlyInView: 'Nur, was im Ausschnitt liegt',
  failed: (reason) => `Die Tabelle konnte nicht gelesen werden: ${reason}`,
  rows: 'Zeilen',
  endSearch: 'Suche aufheben',
  close: 'Tabelle schließen',
  pages: 'Seiten',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  page: (page, pages) => `${page} / ${pages}`,
  none: 'Hier sind keine Objekte. Verschieben Sie die Karte oder ändern Sie den Filter.',
  noneYet:
    'Dieser Space hat noch keine Objekte. Importieren Sie eine Datei, oder zeichnen Sie sie mit „Objekte bearbeiten“.',
  undo: 'Letzte Änderung in der Tabelle rückgängig machen',
  redo: 'Änderung in der Tabelle wiederholen',
  columns: {
    title: 'Spalten',
    about: 'Gewählt für diesen Space, in diesem Browser.',
    shown: 'Angezeigt',
    others: 'Nicht angezeigt',
    up: (name) => `${name} nach links`,
    down: (name) => `${name} nach rechts`,
    reset: 'Wie am Anfang',
    tooMany: (count) => `Höchstens ${count} Spalten.`,
  },
  select: (title) => `${title} auswählen`,
  selectAll: 'Alle passenden auswählen',
  selected: (shown) => `${shown} ausgewählt`,
  clear: 'Auswahl aufheben',
  copy: 'Auswahl kopieren',
  copyAs: { tsv: 'Als Tabelle kopieren (TSV)', geojson: 'Als GeoJSON kopieren' },
  copied: (count, shown) => `${objects(count, shown)} kopiert.`,
  tooManyToCopy: (most) =>
    `Mehr als ${most} Objekte sind zu viele zum Kopieren. Exportieren Sie sie stattdessen.`,
  export: 'Auswahl exportieren',
  delete: 'Auswahl löschen',
  deleteTitle: (count, shown) => `${objects(count, shown)} löschen?`,
  deleteUndoable: 'In der Tabelle kann das rückgängig gemacht werden, bis die Seite geschlossen wird.',
  deleteForGood: (most) =>
    `Alle jetzt passenden Objekte werden gelöscht. Mehr als ${most} lassen sich nicht zurückholen.`,
  deleteInEditor: 'Sie werden im Editor als gelöscht markiert und beim Speichern gelöscht.',
  deleteNow: (count, shown) => `${objects(count, shown)} löschen`,
  deleted: (count, shown) => `${objects(count, shown)} gelöscht.`,
  cell: {
    label: (property, title) => `${property} von ${title}`,
    kind: 'Typ des Werts',
    kinds: { text: 'Text', number: 'Zahl', boolean: 'Ja oder nein', null: 'Kein Wert' },
    yes: 'true',
    no: 'false',
    noNumber: (text) => `„${text}“ ist keine Zahl.`,
    inEditor: 'Listen und Objekte werden im Editor geändert.',
  },
  changedMeanwhile: (title) =>
    `${title} wurde inzwischen von jemand anderem geändert. Nichts wurde gespeichert.`,
  gone: (title) => `${title} gibt es nicht mehr. Nichts wurde gespeichert.`,
  keys: {
    move: 'In der Tabelle bewegen',
    edit: 'Zelle der Tabelle bearbeiten',
    select: 'Zeile auswählen, oder alle bis zu ihr (mit Umschalt)',
    selectAll: 'Alle passenden Zeilen der Tabelle auswählen',
    copy: 'Ausgewählte Zeilen der Tabelle kopieren',
    delete: 'Ausgewählte Zeilen der Tabelle löschen',
  },
};
