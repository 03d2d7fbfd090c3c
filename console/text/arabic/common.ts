import { counted } from "../counted.ts"
import type { Texts } from "../Texts.ts"

const seconds = { one: "ثانية واحدة", two: "ثانيتين", few: "# ثوانٍ", many: "# ثانية", other: "# ثانية" }

/** Texts of the frame around all sections. */
export const common: Texts["common"] = {
  product: "effect-parley",
  sections: {
    inbox: "صندوق الوارد",
    scheduled: "المجدولة",
    templates: "القوالب",
    developers: "المطورون",
    playground: "ساحة التجربة"
  },
  skipToContent: "انتقل إلى المحتوى",
  navigation: "الأقسام",
  collapseRail: "طي التنقل",
  expandRail: "توسيع التنقل",
  menu: "القائمة",
  close: "إغلاق",
  cancel: "إلغاء",
  save: "حفظ",
  delete: "حذف",
  copy: "نسخ",
  copied: "تم النسخ",
  loading: "جارٍ التحميل…",
  reload: "إعادة التحميل",
  retry: "حاول مرة أخرى",
  dismiss: "تجاهل",
  more: "المزيد",
  none: "لا شيء",
  yes: "نعم",
  no: "لا",
  unknown: "غير معروف",
  optional: "اختياري",
  notFound: "الصفحة غير موجودة.",
  toStart: "اذهب إلى صندوق الوارد",
  notShown: "لا يمكن عرض هذه الصفحة",
  fileMissing: "لم يتم تحميل جزء من الواجهة. حاول مجددًا عند عودة الاتصال، أو أعد التحميل إن وُجد إصدار أحدث.",
  channels: { whatsapp: "واتساب", messenger: "ماسنجر", instagram: "إنستغرام" },
  roles: { owner: "مالك", admin: "مدير", agent: "وكيل" },
  live: {
    connecting: "جارٍ الاتصال…",
    live: "مباشر",
    offline: "غير متصل. ستصل التحديثات عند عودة الاتصال بالخدمة.",
    tryNow: "حاول الآن"
  },
  paging: {
    label: "صفحات القائمة",
    previous: "الصفحة السابقة",
    next: "الصفحة التالية",
    page: (page) => `الصفحة ${page}`,
    total: (total) =>
      counted("ar", total, { zero: "لا مدخلات", one: "مدخل واحد", two: "مدخلان", few: "# مدخلات", other: "# مدخلًا" })
  },
  failures: {
    offline: "تعذر الوصول إلى الخادم. تحقق من الاتصال.",
    signedOut: "انتهت الجلسة. سجّل الدخول من جديد.",
    refused: "رفض الخادم هذا الطلب.",
    broken: "حدث خطأ في الواجهة.",
    requestId: (id) => `الطلب ${id}`,
    retryAfter: (count) => `حاول مرة أخرى بعد ${counted("ar", count, seconds)}.`
  },
  theme: { label: "المظهر", system: "حسب النظام", light: "فاتح", dark: "داكن" },
  language: { label: "اللغة", english: "English", arabic: "العربية" },
  account: { label: "الحساب", organization: "المؤسسة", signOut: "تسجيل الخروج" },
  signIn: {
    title: "تسجيل الدخول",
    email: "البريد الإلكتروني",
    password: "كلمة المرور",
    submit: "تسجيل الدخول",
    asDemoOwner: "المتابعة بصفة مالك العرض التجريبي",
    demo: "تعمل هذه الخدمة في الوضع التجريبي: لا تغادر أي رسالة هذا الجهاز.",
    demoElsewhere: "العنوان وكلمة المرور في الملف demo.json في مجلد بيانات الخدمة.",
    wrong: "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
    locked: "محاولات كثيرة جدًا.",
    unreachable: "تعذر الوصول إلى موفر الهوية.",
    unexpected: "رفض موفر الهوية تسجيل الدخول.",
    over: "انتهت الجلسة. سجّل الدخول من جديد.",
    notConfigured: "لم يُضبط موفر هوية للواجهة. اضبط CONSOLE_AUTH_URL على عنوان موفر متوافق مع GoTrue.",
    noOrganization: "سجّلت الدخول، لكنك لست عضوًا في أي مؤسسة. اطلب من أحد المالكين إضافتك.",
    chooseOrganization: "اختر مؤسسة"
  }
}
