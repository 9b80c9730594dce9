import type { SignInPageStrings } from './en.ts';

export const signInPageStrings: SignInPageStrings = {
  title: 'تسجيل الدخول',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  stay: 'البقاء مسجّل الدخول على هذا الجهاز',
  submit: 'تسجيل الدخول',
  register: 'إنشاء حساب بهذه البيانات',
  noScript: 'يحتاج تسجيل الدخول في هذه الصفحة إلى JavaScript.',
  unreachable: 'تعذّر الوصول إلى الخادم. حاول مرة أخرى.',
  wrong: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
};
