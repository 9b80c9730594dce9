import type { TextsOf } from '../catalogue.ts';
import { isolated } from './counted.ts';

export const titleStrings: TextsOf<'titles'> = {
  label: 'تسمية المعالم حسب',
  hint: 'الخاصية التي تمثل قيمها المعالم على الخرائط وفي الجداول ونتائج البحث.',
  guessed: (property) => (property === undefined ? 'تلقائي: المعرّف' : `تلقائي: ${isolated(property)}`),
};

export const popupStrings: TextsOf<'popup'> = {
  title: 'النافذة المنبثقة',
  shown: 'الخصائص المعروضة',
  all: 'الكل',
  chosen: 'المختارة',
  text: 'النص',
  textHint: `${isolated('{name}')} تعني قيمة الخاصية name.`,
  labelOf: (property) => `تسمية ${isolated(property)}`,
  up: (property) => `نقل ${isolated(property)} إلى أعلى`,
  down: (property) => `نقل ${isolated(property)} إلى أسفل`,
  remove: (property) => `استبعاد ${isolated(property)}`,
  add: 'خاصية للعرض',
  addButton: 'عرض',
  hover: 'تحت المؤشر',
  hovers: { card: 'العنوان والنص والخصائص', title: 'العنوان فقط', none: 'لا شيء' },
  everything: 'عرض كل الخصائص',
  asDesigned: 'عرض النافذة المنبثقة',
};

export const timeStrings: TextsOf<'time'> = {
  title: 'الوقت',
  field: 'شريط الوقت حسب',
  from: 'المعروض من',
  to: 'المعروض حتى',
  range: (from, to) => `${isolated(from)} – ${isolated(to)}`,
  play: 'تشغيل',
  pause: 'إيقاف مؤقت',
  speed: 'السرعة',
  times: (factor) => isolated(`${factor} ×`),
  all: 'عرض كل الأوقات',
  none: (property) => `ليس في ${isolated(property)} أوقات، أو فيها وقت واحد فقط.`,
};

export const cellStrings: TextsOf<'cells'> = {
  by: 'تعرض الأشكال السداسية',
  count: 'عدد المعالم',
  measure: 'القيمة',
  names: { sum: 'المجموع', mean: 'المتوسط', min: 'الأدنى', max: 'الأعلى' },
  measures: {
    sum: (property) => `مجموع ${isolated(property)}`,
    mean: (property) => `متوسط ${isolated(property)}`,
    min: (property) => `أدنى ${isolated(property)}`,
    max: (property) => `أعلى ${isolated(property)}`,
  },
  perCell: (measure) => `${measure} في كل شكل سداسي`,
};

export const signStrings: TextsOf<'signs'> = {
  label: 'رمز على النقاط',
  none: 'لا شيء',
  asAll: 'كما حُدّد أعلاه',
  byCategory: 'رموز الفئات',
  of: (category) => `رمز ${isolated(category)}`,
  names: {
    pin: 'دبوس',
    star: 'نجمة',
    flag: 'علم',
    house: 'منزل',
    school: 'مدرسة',
    cross: 'صليب',
    tree: 'شجرة',
    water: 'ماء',
    fire: 'نار',
    bus: 'حافلة',
    food: 'طعام',
    bed: 'سرير',
  },
};

export const groupStrings: TextsOf<'groups'> = {
  field: 'المجموعة',
  hint: 'تُسرد الطبقات التي لها المجموعة نفسها معًا، وتُخفى وتُظهر معًا.',
  hide: (name) => `إخفاء المجموعة ${isolated(name)}`,
  show: (name) => `إظهار المجموعة ${isolated(name)}`,
};

export const categoryStrings: TextsOf<'categories'> = {
  title: 'الفئات وألوانها',
  colorOf: (name) => `لون ${isolated(name)}`,
  raise: (name) => `نقل ${isolated(name)} إلى الأعلى`,
  remove: (name) => `إزالة الفئة ${isolated(name)}`,
  add: 'فئة أخرى',
  addButton: 'إضافة الفئة',
  known: (name) => `${isolated(name)} فئة موجودة بالفعل.`,
};
