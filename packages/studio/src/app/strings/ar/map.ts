import type { TextsOf } from '../catalogue.ts';
import { features, isolated, results } from './counted.ts';

export const mapStrings: TextsOf<'map'> = {
  tools: 'أدوات الخريطة',
  panel: 'الطبقات',
  table: 'جدول المعالم الظاهرة',
  radius: 'بحث ضمن نصف قطر',
  polygon: 'بحث ضمن مضلّع',
  edit: 'تحرير المعالم',
  noLayers: 'الخريطة فارغة. أضف مساحة.',
  addSpace: 'مساحة لإضافتها',
  add: 'إضافة',
  hide: (title) => `إخفاء ${isolated(title)}`,
  show: (title) => `إظهار ${isolated(title)}`,
  zoomTo: (title) => `تكبير العرض إلى ${isolated(title)}`,
  style: (title) => `نمط ${isolated(title)}`,
  filter: (title, count) => `تصفية ${isolated(title)}${count > 0 ? ` (عدد الشروط: ${count})` : ''}`,
  up: (title) => `نقل ${isolated(title)} إلى أعلى`,
  down: (title) => `نقل ${isolated(title)} إلى أسفل`,
  remove: (title) => `إزالة ${isolated(title)} من الخريطة`,
  failed: (message) => `تعذّر عرض جزء من الخريطة: ${isolated(message)}`,
  notLoaded: (status) =>
    `تعذّر تحميل جزء من الخريطة: أجاب الخادم بالرمز ${status}. حرّك الخريطة للمحاولة من جديد.`,
  radiusNow: (length) => `نصف القطر: ${isolated(length)}`,
  retrying: 'تعذّر تحميل جزء من الخريطة. تجري المحاولة من جديد…',
  tips: {
    radius: 'انقر المركز ثم نصف القطر.',
    polygon: 'انقر الرؤوس؛ وأنهِ بنقر أولها أو بالمفتاح Enter.',
  },
};

export const findStrings: TextsOf<'find'> = {
  label: 'البحث عن معالم ومساحات وأماكن',
  looking: 'جارٍ البحث…',
  none: 'لم يُعثر على شيء.',
  failed: 'فشل البحث.',
  found: (count) => results(count, String(count)),
  addSpace: 'إضافة إلى الخريطة',
  country: 'دولة',
  noPlaces: (status) => `تعذّر تحميل أسماء الأماكن: أجاب الخادم بالرمز ${status}.`,
};

export const baseStrings: TextsOf<'base'> = {
  title: 'خريطة الأساس',
  hub: 'العالم، من هذا الخادم',
  own: 'نمط مخصّص',
  streets: (name) => `شوارع: ${isolated(name)}`,
  noStreets: (url) => `ليس في ${isolated(url)} شوارع وفق مخطط Protomaps.`,
  globe: 'عرض كرة أرضية',
  address: 'عنوان النمط',
  addressHint: 'نمط MapLibre (JSON). يُحفظ مع الخريطة.',
  use: 'استخدام',
  noAddress: `عنوان غير صالح: يجب أن يبدأ بـ ${isolated('https://')} أو، لملف من هذا الخادم، بـ ${isolated('/')}.`,
  forbidden: (origin) =>
    `لا يسمح هذا الخادم ببيانات خرائط من ${isolated(origin)}. يستطيع مشغّله السماح بها بالإعداد MERIDIAN_MAP_ORIGINS.`,
  unreachable: (url) => `لا استجابة من ${isolated(url)}.`,
  refused: (url, status) => `أجاب ${isolated(url)} بالحالة ${status}.`,
  noStyle: (url) => `${isolated(url)} ليس نمط MapLibre.`,
  instead: (reason) => `${reason} تُعرض خريطة أساس الخادم بدلًا منها.`,
};

export const filterStrings: TextsOf<'filter'> = {
  tags: 'الوسوم',
  findTag: 'البحث عن وسم',
  noTags: 'ليس للمعالم وسوم.',
  moreTags: (count) => `وسوم أخرى: ${count}`,
  properties: 'الخصائص',
  noProperties: 'ليس للمعالم خصائص.',
  property: 'الخاصية',
  operator: 'المقارنة',
  operators: {
    '=': 'يساوي',
    '!=': 'لا يساوي',
    '>': 'أكبر من',
    '>=': 'لا يقل عن',
    '<': 'أصغر من',
    '<=': 'لا يزيد على',
    '@>': 'يشمل',
    contains: 'يحتوي على',
    starts: 'يبدأ بـ',
  },
  or: 'أو',
  text: 'كلمات في أي خاصية',
  textHint: 'يجب أن تبدأ بكل منها كلمة من المعلم. لا فرق بين الحروف الكبيرة والصغيرة ولا أثر للتشكيل.',
  value: 'القيمة',
  suggestion: (value, count, shown) => `${isolated(value)} (${features(count, shown)})`,
  add: 'إضافة عامل تصفية',
  remove: (condition) => `إزالة عامل التصفية ${isolated(condition)}`,
  clear: 'مسح',
  matching: (count, total) => `المطابق ${count} من أصل ${total}`,
};

export const featureStrings: TextsOf<'feature'> = {
  label: 'المعلم',
  gone: 'لم يعد هذا المعلم موجودًا.',
  id: 'المعرّف',
  edit: 'تحرير',
  noProperties: 'لا خصائص.',
  facts: 'الوسوم والخصائص',
  updated: (time) => `آخر تغيير ${time}`,
  noGeometry: 'بلا شكل هندسي',
  geometry: {
    Point: 'نقطة',
    MultiPoint: 'نقاط',
    LineString: 'خط',
    MultiLineString: 'خطوط',
    Polygon: 'مضلّع',
    MultiPolygon: 'مضلّعات',
    GeometryCollection: 'مجموعة',
  },
};
