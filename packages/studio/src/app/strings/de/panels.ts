import type { PanelStrings } from '../catalogue.ts';
import { plural } from './plural.ts';

export const panelStrings: PanelStrings = {
  measure: {
    title: 'Messen',
    tool: 'Länge und Fläche messen',
    start: 'Klicken Sie die Stützpunkte dessen, was Sie messen möchten.',
    keys: 'Klick auf den letzten Stützpunkt (oder Eingabe) beendet, auf den ersten (oder C) schließt. Die Leertaste fügt die Kartenmitte hinzu, die Rücktaste entfernt den letzten Stützpunkt.',
    length: 'Länge',
    perimeter: 'Umfang',
    area: 'Fläche',
    again: 'Neu beginnen',
  },
  figures: {
    tool: 'Statistik des Ausschnitts',
    counting: 'Wird gezählt…',
    inView: (count, shown) => `${shown} ${plural(count, { one: 'Objekt', other: 'Objekte' })} im Ausschnitt`,
    property: 'Eigenschaft',
  },
};
