import type { TextsOf } from '../catalogue.ts';
import { changes, features, isolated, layers, rows } from './counted.ts';

export const importStrings: TextsOf<'import'> = {
  lead: 'من ملف على حاسوبك. يقرؤه المتصفح ويرسله إلى الخادم على دفعات.',
  drop: 'أفلت ملفًا هنا',
  choose: 'اختيار ملفات',
  formats: (names) => `${isolated(names)}؛ ومضغوطة أيضًا`,
  reading: 'جارٍ قراءة الملف…',
  unreadable: 'تعذّرت قراءة الملف.',
  deaf: 'أُوقفت قراءة الملف: يبدو أنه تالف. المعالم التي أُرسلت قبل ذلك موجودة في المساحة.',
  preview: (count, shown, isAll) =>
    isAll ? `فيه ${features(count, shown)}` : `المعالم الأولى، وعددها ${shown}`,
  refusedFew: (count) => `غير صالح: ${count}`,
  target: 'إلى',
  newSpace: 'مساحة جديدة',
  title: 'عنوان المساحة',
  tags: 'وسوم لكل المعالم',
  tagsHint: 'مفصولة بفواصل (,)؛ اختياري.',
  columns: 'الأعمدة',
  lon: 'خط الطول',
  lat: 'خط العرض',
  geometry: 'الشكل الهندسي',
  detected: (column) => `اكتُشف: ${isolated(column)}`,
  noColumn: 'لا شيء',
  rows: (count, shown, isAll) => (isAll ? `فيه ${rows(count, shown)}` : `الصفوف الأولى، وعددها ${shown}`),
  noCoordinates:
    'لا يبدو أي عمود كإحداثيات. اختر أدناه عمودي خط الطول وخط العرض، أو العمود الذي فيه الأشكال الهندسية.',
  crs: 'نظام الإحداثيات',
  crsHint: 'كما يقول الملف، أو خط الطول وخط العرض (WGS 84). إن كان نظامًا آخر فاكتبه، مثل EPSG:25832.',
  converted: (system) => `في الملف: ${isolated(system)}. حُوّلت إلى خط الطول وخط العرض (WGS 84).`,
  withoutGeometry: 'استيراد الصفوف التي ليس لها شكل هندسي',
  layer: 'الطبقة',
  layersFound: (count) => `في الملف ${layers(count, String(count))}.`,
  layersApart: 'كلها، كل واحدة في مساحة خاصة بها',
  layersTogether: 'كلها، في هذه المساحة',
  layerTitle: (title, layer) => `${title}: ${layer}`,
  id: 'الخاصية التي فيها المعرّف',
  noId: 'معرّفات من الملف أو يولّدها الخادم',
  start: 'استيراد',
  stop: 'إيقاف',
  another: 'استيراد ملف آخر',
  waiting: (count, next) =>
    count === 1 ? `التالي ${isolated(next)}.` : `التالي ${isolated(next)}، وعدد المنتظرة بعده ${count - 1}.`,
  next: 'الملف التالي',
  skip: 'تخطّي هذا الملف',
  progress: (sent, share) => `المعالم المرسلة: ${sent} · ${isolated(`${share} %`)}`,
  done: (count, shown) => `في المساحة الآن ${features(count, shown)}.`,
  stopped: (count, shown) => `توقّف. في المساحة الآن ${features(count, shown)}.`,
  refused: (_, shown) => `المرفوض: ${shown}`,
  refusedList: 'المعالم المرفوضة',
  downloadRefused: 'تنزيل القائمة',
  openMap: 'عرض على الخريطة',
  duplicates: (count, shown) =>
    count === 1
      ? 'رُفض معلم واحد لأن معلمًا آخر في الملف له المعرّف نفسه.'
      : `رُفض ${features(count, shown)} لأن معالم أخرى في الملف لها المعرّفات نفسها.`,
  withNewIds: 'استيراد بمعرّفات جديدة',
  location: 'أين',
  feature: 'المعلم',
  recordOfLine: (record) => `المعلم ${record}`,
  reason: 'لماذا',
  noFeatures: 'ليس في الملف معالم.',
  allRefused: 'لا يمكن استيراد أي معلم من الملف. تبيّن القائمة أدناه السبب.',
};

export const trayStrings: TextsOf<'tray'> = {
  label: 'قيد التنفيذ',
  edits: (count, space) => `لم يُحفظ في ${isolated(space)}: ${changes(count, String(count))}`,
  goOn: 'متابعة التحرير',
  importing: (name) => `استيراد ${isolated(name)}`,
  stop: (name) => `إيقاف استيراد ${isolated(name)}`,
  dismiss: (name) => `إخفاء استيراد ${isolated(name)}`,
  imported: (name, sent, refused) =>
    `${isolated(name)}: المستورد ${sent}${refused === undefined ? '' : `، والمرفوض ${refused}`}`,
  stopped: (name, sent) => `${isolated(name)}: توقّف بعد ${sent}؛ في المساحة جزء من الملف`,
  failed: (name, sent, reason) =>
    `${isolated(name)}: فشل بعد ${sent}؛ في المساحة جزء من الملف. ${isolated(reason)}`,
  show: 'عرض على الخريطة',
};
