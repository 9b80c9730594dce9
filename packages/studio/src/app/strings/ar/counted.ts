import { plural } from './plural.ts';

/** A name from the data keeps its own direction: without that, signs around it would change sides. */
export const isolated = (text: string) => `\u2068${text}\u2069`;

/** One and two are words of their own in Arabic, without a number. */
const counted =
  (one: string, two: string, few: string, many: string, other: string) => (count: number, shown: string) =>
    plural(count, { one, two, few: `${shown} ${few}`, many: `${shown} ${many}`, other: `${shown} ${other}` });

export const features = counted('معلم واحد', 'معلمان', 'معالم', 'معلمًا', 'معلم');
export const spaces = counted('مساحة واحدة', 'مساحتان', 'مساحات', 'مساحة', 'مساحة');
export const rows = counted('صف واحد', 'صفّان', 'صفوف', 'صفًّا', 'صف');
export const results = counted('نتيجة واحدة', 'نتيجتان', 'نتائج', 'نتيجة', 'نتيجة');
export const changes = counted('تغيير واحد', 'تغييران', 'تغييرات', 'تغييرًا', 'تغيير');
export const layers = counted('طبقة واحدة', 'طبقتان', 'طبقات', 'طبقة', 'طبقة');
export const days = counted('يوم واحد', 'يومين', 'أيام', 'يومًا', 'يوم');
