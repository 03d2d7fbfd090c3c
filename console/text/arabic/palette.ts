import type { palette as english } from "../english/palette.ts"

/** Texts of the palette. */
export const palette: typeof english = {
  title: "لوحة الأوامر",
  placeholder: "ابحث أو انتقل إلى…",
  results: "النتائج",
  noResults: (search) => `لا نتائج لـ «${search}»`,
  failed: "البحث غير متاح. تحقق من الاتصال.",
  keys: { move: "للتنقل", open: "للفتح" },
  groups: {
    recent: "الأخيرة",
    pages: "الصفحات",
    actions: "الإجراءات",
    contacts: "جهات الاتصال",
    conversations: "المحادثات",
    messages: "الرسائل"
  },
  actions: {
    light: "استخدام المظهر الفاتح",
    dark: "استخدام المظهر الداكن",
    english: "Switch to English",
    arabic: "التبديل إلى العربية",
    narrowRail: "طي التنقل",
    wideRail: "توسيع التنقل",
    signOut: "تسجيل الخروج"
  }
}
