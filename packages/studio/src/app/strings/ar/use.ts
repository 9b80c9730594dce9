import type { TextsOf } from '../catalogue.ts';
import { days, isolated } from './counted.ts';

export const useStrings: TextsOf<'use'> = {
  title: 'استخدامها في…',
  program: 'البرنامج',
  programs: {
    tileJson: 'TileJSON',
    mapLibre: 'MapLibre',
    qgis: 'QGIS',
    gdal: 'GDAL',
    curl: 'curl',
    python: 'Python',
    typeScript: 'TypeScript',
  },
  about: {
    tileJson: 'عنوان البلاطات المتجهية، لأي مكتبة خرائط. يستطيع كل من يرى الخريطة قراءة رمز الوصول الذي فيه.',
    mapLibre: 'يضيف المساحة إلى خريطتك بعد تحميل نمطها. يستطيع كل من يرى الخريطة قراءة رمز الوصول الذي فيه.',
    qgis: `${isolated('Layer › Add Layer › Add WFS / OGC API – Features Layer › New')}. أدخل هذا العنوان واختر الإصدار ${isolated('OGC API – Features')}. ضمن Authentication اختر Basic وأي اسم مستخدم، ورمز الوصول ككلمة مرور.`,
    gdal: 'ينسخ المساحة إلى GeoPackage.',
    curl: 'أول عشرة معالم بصيغة GeoJSON.',
    python: `كل المعالم كـ GeoDataFrame (${isolated('pip install geopandas')}).`,
    typeScript: 'كل المعالم، صفحة بعد صفحة، في Node أو في متصفح. لا شيء يلزم تثبيته.',
  },
  create: (count) => `إنشاء رمز وصول لمدة ${days(count, String(count))}`,
  createHint: 'يستطيع قراءة هذه المساحة فقط، وينتهي من تلقاء نفسه. حتى ذلك الحين تحوي الأسطر كلمة TOKEN.',
  created: (day) =>
    `تحوي الأسطر رمز وصول جديدًا يستطيع قراءة هذه المساحة فقط وينتهي في ${isolated(day)}. انسخها الآن: لا يُعرض الرمز إلا مرة واحدة. يمكنك إلغاؤه في صفحة «رموز الوصول».`,
  password: 'كلمة المرور: رمز الوصول',
  tokenFor: (title) => `يقرأ ${title} في برنامج آخر`,
};
