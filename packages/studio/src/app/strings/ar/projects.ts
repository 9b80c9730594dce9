import type { TextsOf } from '../catalogue.ts';
import { isolated, spaces } from './counted.ts';

export const projectsStrings: TextsOf<'projects'> = {
  lead: 'خرائطك المحفوظة: الطبقات والأنماط وعوامل التصفية وموضع العرض.',
  none: 'لا مشاريع بعد',
  noneYet: 'أضف مساحات إلى خريطة ونسّقها ثم احفظ الخريطة.',
  openMap: 'فتح الخريطة',
  untitled: 'خريطة بلا عنوان',
  newMap: 'خريطة جديدة',
  saveTitle: 'حفظ الخريطة',
  title: 'العنوان',
  description: 'الوصف',
  rename: 'إعادة تسمية الخريطة',
  unsaved: 'تم التغيير ولم يُحفظ بعد',
  discard: 'تجاهل التغييرات',
  saved: (title) => `تم حفظ ${isolated(title)}.`,
  publishedHint:
    'هذه الخريطة منشورة: كل من لديه الرابط يرى التغييرات. المساحات المضافة حديثًا تحتاج إلى رابط جديد.',
  spaces: (count) => spaces(count, String(count)),
  actions: (title) => `إجراءات ${isolated(title)}`,
  delete: 'حذف',
  deleted: (title) => `تم حذف ${isolated(title)}.`,
  deleteTitle: (title) => `حذف ${isolated(title)}؟`,
  deleteWarning: 'ستُحذف الخريطة نهائيًا وستتوقف روابطها عن العمل. لا تُحذف المساحات.',
};

export const publishStrings: TextsOf<'publish'> = {
  title: 'نشر',
  publish: 'نشر',
  published: 'منشورة',
  about: 'يستطيع كل من لديه الرابط عرض هذه الخريطة وقراءة هذه المساحات، دون حساب:',
  isPublished: 'هذه الخريطة منشورة. يستطيع كل من لديه أحد روابطها قراءة هذه المساحات:',
  links: 'الروابط',
  linkName: 'الرابط',
  name: 'اسم الرابط الجديد',
  nameHint: 'اختياري. يميّز الروابط، مثلًا بحسب من أعطيتها له.',
  copyLink: 'نسخ الرابط',
  copyEmbed: 'نسخ شيفرة التضمين',
  revoke: 'إلغاء',
  notStored: 'أنشأه إصدار سابق: يعمل، لكن لا يمكن نسخه من جديد.',
  newLink: 'رابط جديد',
  end: 'إلغاء النشر',
  closed: 'لم تعد هذه الخريطة منشورة. اطلب رابطًا جديدًا ممن أرسل إليك هذا الرابط.',
  legend: 'مفتاح الخريطة',
  data: (credits) => `البيانات: ${isolated(credits)}`,
};

export const exportStrings: TextsOf<'export'> = {
  title: (space) => `تصدير ${isolated(space)}`,
  format: 'الصيغة',
  withNotes: 'مع ما يسجله الخادم عن كل معلم (وقت الكتابة، …)',
  start: 'تصدير',
  progress: (count) => `المعالم: ${count}…`,
  done: (name) => `تم تنزيل ${isolated(name)}.`,
  command: 'للمساحات الكبيرة جدًا استخدم سطر الأوامر:',
};
