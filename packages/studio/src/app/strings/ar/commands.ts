import type { TextsOf } from '../catalogue.ts';
import { isolated } from './counted.ts';

export const commandStrings: TextsOf<'commands'> = {
  palette: 'لوحة الأوامر',
  open: 'البحث والأوامر (Ctrl+K)',
  input: 'اكتب صفحة أو إجراءً أو مساحة أو معلمًا أو مكانًا',
  results: 'النتائج',
  none: 'لم يُعثر على شيء.',
  looking: 'جارٍ البحث…',
  failed: 'تعذّر البحث في كل شيء.',
  kinds: { page: 'صفحة', action: 'إجراء', space: 'مساحة', feature: 'معلم', place: 'مكان' },
  shortcuts: 'اختصارات لوحة المفاتيح',
  shortcutsAbout: 'تعمل حيثما لا يُكتب نص. يصل المفتاحان Tab وEnter إلى كل ما عدا ذلك.',
  keys: {
    palette: 'فتح لوحة الأوامر',
    find: 'الانتقال إلى مربع البحث في الخريطة',
    escape: 'إغلاق ما هو مفتوح',
    move: 'تحريك الخريطة التي عليها التركيز وتكبيرها وتصغيرها',
    finish: 'إنهاء ما يُرسم',
  },
  theme: 'التبديل بين الفاتح والداكن',
  importFile: 'استيراد ملف',
  table: 'الجدول',
  layers: 'الطبقات',
  edit: 'تحرير معالم الطبقة النشطة',
  picture: 'صورة الخريطة',
  refresh: 'تحديث: جلب ما تغيّر',
  tiles: 'حدود البلاطات',
  undo: 'التراجع عن آخر تغيير في الخريطة',
  redo: 'إعادة التغيير في الخريطة',
};

export const pictureStrings: TextsOf<'picture'> = {
  title: 'حفظ كصورة',
  about: 'ما تعرضه الخريطة الآن، مع العنوان ومفتاح الخريطة والمقياس والمصادر. تُنشأ الصورة في المتصفح.',
  heading: 'العنوان',
  format: 'الصيغة',
  formats: { png: 'PNG (صورة)', pdf: 'PDF (للطباعة)' },
  legend: 'مفتاح الخريطة',
  download: 'تنزيل',
  made: (name) => `تم حفظ ${isolated(name)}.`,
  more: (count) => `و${count} أخرى`,
  failed: 'تعذّر على المتصفح إنشاء الصورة.',
};
