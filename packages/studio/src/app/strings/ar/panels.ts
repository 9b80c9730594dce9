import type { PanelStrings } from '../catalogue.ts';
import { features } from './counted.ts';

export const panelStrings: PanelStrings = {
  measure: {
    title: 'قياس',
    tool: 'قياس الطول والمساحة',
    start: 'انقر رؤوس ما تريد قياسه.',
    keys: 'انقر آخر رأس (أو Enter) للإنهاء، وأول رأس (أو C) للإغلاق. مفتاح المسافة يأخذ مركز الخريطة، وBackspace يزيل آخر رأس.',
    length: 'الطول',
    perimeter: 'المحيط',
    area: 'المساحة',
    again: 'البدء من جديد',
  },
  figures: {
    tool: 'إحصاءات الجزء الظاهر',
    counting: 'جارٍ العدّ…',
    inView: (count, shown) => `${features(count, shown)} في الجزء الظاهر`,
    property: 'الخاصية',
  },
};
