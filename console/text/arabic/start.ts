import type { start as english } from "../english/start.ts"

/** Texts of the first steps of an organization. */
export const start: typeof english = {
  title: "ابدأ",
  progress: (done, all) => `${done} من ${all}`,
  steps: {
    channel: "اربط رقمًا",
    message: "أرسل رسالة إلى نفسك",
    colleague: "ادعُ زميلًا",
    key: "أنشئ مفتاح واجهة",
    webhook: "أضف خطاف ويب"
  },
  done: "تم",
  dismiss: "إخفاء"
}
