import type { settings as english } from "../english/settings.ts"

/** Texts of the section `settings`. */
export const settings: typeof english = {
  title: "الإعدادات",
  navigation: "صفحات الإعدادات",
  headings: { account: "الحساب", workspace: "المؤسسة" },
  pages: {
    team: "الفريق",
    organization: "المؤسسة",
    channels: "القنوات"
  },
  channels: {
    list: "الحسابات المتصلة",
    empty: "لا يوجد حساب متصل.",
    emptyHint: "يربطه المشغّل بالأمر parley channel connect.",
    name: "الاسم",
    channel: "القناة",
    account: "معرّف الحساب",
    health: "الرمز",
    healths: { ok: "يعمل", missing: "ناقص", reconnect: "ترفضه المنصة", unreadable: "لا يمكن فتحه" },
    connected: "اتصل",
    since: "منذ"
  },
  members: {
    list: "الأعضاء",
    name: "الاسم",
    email: "البريد الإلكتروني",
    role: "الدور",
    scope: "المحادثات",
    scopes: { all: "الكل", assigned: "الخاصة به وغير المسندة" },
    states: { joined: "عضو", invited: "مدعو" },
    state: "الحالة",
    hint: "يضيف المشغّل الأعضاء بالأمر parley member add."
  },
  organization: {
    saved: "حُفظت الإعدادات.",
    readReceipts: "إيصالات القراءة والكتابة",
    receipts: { off: "معطّلة", on_read: "عندما يقرأ أحد الأعضاء", on_reply: "عندما يردّ أحد الأعضاء" },
    receiptsHint: "متى ترى جهات الاتصال أن رسائلها قُرئت. ما لم تكن معطّلة، ترى أيضًا أن أحد الأعضاء يكتب.",
    stopWords: "يمكن للرسائل إلغاء اشتراك جهات الاتصال وتجديده",
    optOut: "كلمات تلغي اشتراك جهة الاتصال",
    optIn: "كلمات تجدّد اشتراك جهة الاتصال",
    wordsHint: "كلمة واحدة في كل سطر. تُحتسب الرسالة التي تطابق إحداها. اترك الحقلين فارغين للكلمات المعتادة."
  }
}
