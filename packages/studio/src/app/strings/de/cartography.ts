import type { TextsOf } from '../catalogue.ts';

export const titleStrings: TextsOf<'titles'> = {
  label: 'Objekte benennen nach',
  hint: 'Das Attribut, dessen Werte auf Karten, in Tabellen und in Suchergebnissen für die Objekte stehen.',
  guessed: (property) => `Automatisch: ${property ?? 'die ID'}`,
};

export const popupStrings: TextsOf<'popup'> = {
  title: 'Popup',
  shown: 'Gezeigte Attribute',
  all: 'Alle',
  chosen: 'Ausgewählte',
  text: 'Text',
  textHint: '{name} steht für den Wert des Attributs name.',
  labelOf: (property) => `Beschriftung von ${property}`,
  up: (property) => `${property} nach oben verschieben`,
  down: (property) => `${property} nach unten verschieben`,
  remove: (property) => `${property} weglassen`,
  add: 'Attribut zum Anzeigen',
  addButton: 'Anzeigen',
  hover: 'Unter dem Mauszeiger',
  hovers: { card: 'Titel, Text und Attribute', title: 'Nur der Titel', none: 'Nichts' },
  everything: 'Alle Attribute anzeigen',
  asDesigned: 'Popup anzeigen',
};

export const timeStrings: TextsOf<'time'> = {
  title: 'Zeit',
  field: 'Zeitregler nach',
  from: 'Gezeigt ab',
  to: 'Gezeigt bis',
  range: (from, to) => `${from} – ${to}`,
  play: 'Abspielen',
  pause: 'Anhalten',
  speed: 'Geschwindigkeit',
  times: (factor) => `${factor} ×`,
  all: 'Alle Zeiten zeigen',
  none: (property) => `${property} hat keine Zeiten, oder nur eine.`,
};

export const cellStrings: TextsOf<'cells'> = {
  by: 'Sechsecke zeigen',
  count: 'Anzahl der Objekte',
  measure: 'Als',
  names: { sum: 'Summe', mean: 'Mittelwert', min: 'Niedrigster Wert', max: 'Höchster Wert' },
  measures: {
    sum: (property) => `Summe von ${property}`,
    mean: (property) => `Mittelwert von ${property}`,
    min: (property) => `Niedrigster Wert von ${property}`,
    max: (property) => `Höchster Wert von ${property}`,
  },
  perCell: (measure) => `${measure} je Sechseck`,
};

export const signStrings: TextsOf<'signs'> = {
  label: 'Zeichen auf Punkten',
  none: 'Keines',
  asAll: 'Wie oben gewählt',
  byCategory: 'Zeichen der Kategorien',
  of: (category) => `Zeichen von ${category}`,
  names: {
    pin: 'Nadel',
    star: 'Stern',
    flag: 'Fahne',
    house: 'Haus',
    school: 'Schule',
    cross: 'Kreuz',
    tree: 'Baum',
    water: 'Wasser',
    fire: 'Feuer',
    bus: 'Bus',
    food: 'Essen',
    bed: 'Bett',
  },
};

export const groupStrings: TextsOf<'groups'> = {
  field: 'Gruppe',
  hint: 'Ebenen mit derselben Gruppe werden zusammen aufgeführt, aus- und eingeblendet.',
  hide: (name) => `Gruppe ${name} ausblenden`,
  show: (name) => `Gruppe ${name} einblenden`,
};

export const categoryStrings: TextsOf<'categories'> = {
  title: 'Kategorien und ihre Farben',
  colorOf: (name) => `Farbe von ${name}`,
  raise: (name) => `${name} nach oben`,
  remove: (name) => `Kategorie ${name} weglassen`,
  add: 'Weitere Kategorie',
  addButton: 'Kategorie hinzufügen',
  known: (name) => `${name} ist schon eine Kategorie.`,
};
