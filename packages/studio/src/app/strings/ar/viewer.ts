import type { ViewerStrings } from '../catalogue.ts';

export const viewerStrings: ViewerStrings = {
  controls: {
    'AttributionControl.ToggleAttribution': 'إظهار نسبة المصادر أو إخفاؤها',
    'Map.Title': 'خريطة',
    'NavigationControl.ResetBearing': 'توجيه الخريطة نحو الشمال',
    'NavigationControl.ZoomIn': 'تكبير',
    'NavigationControl.ZoomOut': 'تصغير',
    'Popup.Close': 'إغلاق',
  },
  notLoaded: (file, status) => `تعذّر تحميل ${file} (${status}).`,
  noRanges: 'لا يدعم خادم الويب هذا طلبات النطاق (range requests) التي تحتاج إليها خرائط PMTiles.',
  others: { category: 'غير ذلك', number: 'ليس عددًا' },
  license: (name) => `الترخيص: ${name}`,
  madeWith: (program) => `أُنشئت باستخدام ${program}.`,
  licenses: 'تراخيص هذه الصفحة',
  noSpace: 'لا يذكر عنوان هذه الصفحة أي مساحة: ‎/embed#space=…',
};
