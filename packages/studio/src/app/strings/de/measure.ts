import type { TextsOf } from '../catalogue.ts';

export const measureStrings: TextsOf<'measure'> = {
  title: 'Messen',
  tool: 'Länge und Fläche messen',
  start: 'Klicken Sie die Stützpunkte dessen, was Sie messen möchten.',
  keys: 'Klick auf den letzten Stützpunkt (oder Eingabe) beendet, auf den ersten (oder C) schließt. Die Leertaste nimmt die Kartenmitte, die Rücktaste den letzten Stützpunkt zurück.',
  length: 'Länge',
  perimeter: 'Umfang',
  area: 'Fläche',
  again: 'Neu beginnen',
};
