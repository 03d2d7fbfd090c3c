import { counted } from "../counted.ts"
import type { Texts } from "../Texts.ts"
import { conversation } from "./conversation.ts"

const unread = {
  one: "رسالة واحدة غير مقروءة",
  two: "رسالتان غير مقروءتين",
  few: "# رسائل غير مقروءة",
  many: "# رسالة غير مقروءة",
  other: "# رسالة غير مقروءة"
}

const arrived = {
  one: "رسالة جديدة واحدة",
  two: "رسالتان جديدتان",
  few: "# رسائل جديدة",
  many: "# رسالة جديدة",
  other: "# رسالة جديدة"
}

/** Texts of the section `inbox`. */
export const inbox: Texts["inbox"] = {
  conversation,
  title: "صندوق الوارد",
  conversations: "المحادثات",
  chooseConversation: "اختر محادثة",
  keysHint: "اضغط ? لعرض الاختصارات.",
  back: "كل المحادثات",
  search: "ابحث بالاسم أو الرقم أو نص الرسالة",
  status: "الحالة",
  anyStatus: "كل الحالات",
  disconnected: "لم يعد متصلًا",
  channel: "القناة",
  anyChannel: "كل القنوات",
  assignee: "المسؤول",
  anybody: "الجميع",
  me: "مسندة إليّ",
  formerMember: "عضو سابق",
  conversationStatuses: { open: "مفتوحة", ai_handling: "وكيل ذكي", escalated: "مُصعّدة", closed: "مغلقة" },
  noConversations: "لا توجد محادثات بعد. تبدأ المحادثة عندما يكتب عميل أو عند إرسال رسالة إليه.",
  noneFound: "لا توجد محادثات تطابق هذه المرشحات.",
  beCustomer: "اكتب كعميل في ساحة التجربة",
  pages: "الصفحات",
  page: "الصفحة",
  ofPages: (count) => `من ${count}`,
  newer: "الأحدث",
  older: "الأقدم",
  you: "أنت:",
  previews: {
    image: "صورة",
    video: "فيديو",
    audio: "صوت",
    document: "مستند",
    file: "ملف",
    sticker: "ملصق",
    location: "موقع",
    contacts: "جهة اتصال",
    interactive: "رسالة بخيارات"
  },
  unread: (count) => counted("ar", count, unread),
  markUnread: "تعليم كغير مقروءة",
  markedUnread: "عُلّمت كغير مقروءة لكل الأعضاء",
  notMarkedUnread: "تعذّر تعليم المحادثة كغير مقروءة",
  messages: "الرسائل",
  loadOlder: "تحميل رسائل أقدم",
  loadNewer: "تحميل رسائل أحدث",
  toNewest: "إلى أحدث الرسائل",
  arrived: (count) => counted("ar", count, arrived),
  messageGone: "لم تعد الرسالة في هذه المحادثة. تُعرض أحدث الرسائل.",
  foundMessages: "الرسائل المطابقة",
  noneSaid: "لم يُعثر على رسائل.",
  noneSaidBefore: "لم يُعثر على رسائل أقدم.",
  searchOlder: "البحث في رسائل أقدم",
  noMessages: "لا توجد رسائل بعد.",
  theirs: "من جهة الاتصال",
  ours: "منّا",
  reactions: "التفاعلات",
  quote: {
    ours: "رد علينا",
    theirs: "رد على جهة الاتصال",
    earlier: "رد على رسالة سابقة",
    story: "رد على قصتك",
    show: "عرض هذه الرسالة"
  },
  actions: {
    menu: "خيارات الرسالة",
    reply: "رد",
    react: "تفاعل",
    takeBack: "إزالة تفاعلي",
    notReacted: "تعذّر إرسال التفاعل"
  },
  choices: { menu: "الخيارات", kinds: { location: "إرسال الموقع", product: "عرض المنتجات" } },
  forwarded: "مُعاد توجيهها",
  forwardedOften: "أُعيد توجيهها مرات كثيرة",
  product: "عن المنتج",
  cameBy: { ad: "من إعلان", post: "من منشور", link: "من رابط" },
  statuses: { sent: "أُرسلت", delivered: "وصلت", read: "قُرئت", failed: "فشلت" },
  edited: "معدّلة",
  deleted: "حُذفت هذه الرسالة.",
  unsupported: "هذا النوع من الرسائل غير مدعوم.",
  showAll: "عرض الكل",
  sendAgain: "إرسال مرة أخرى",
  sendAgainHint: "تُرسل كرسالة جديدة",
  place: "عرض على الخريطة:",
  noFile: "الملف غير متاح.",
  openFile: { image: "صورة", video: "فتح الفيديو", audio: "فتح الصوت", document: "فتح المستند" },
  loadFile: { image: "عرض الصورة", video: "تشغيل الفيديو", audio: "تشغيل الصوت", document: "عرض المستند" },
  saveFile: { image: "تنزيل الصورة", video: "تنزيل الفيديو", audio: "تنزيل الصوت", document: "تنزيل المستند" },
  newMessage: "رسالة جديدة",
  allowNotices: "أعلمني بالرسائل الجديدة",
  keys: "اختصارات لوحة المفاتيح",
  commands: {
    next: "المحادثة التالية",
    previous: "المحادثة السابقة",
    open: "فتح المحادثة",
    reply: "رد",
    assign: "إسناد",
    close: "إغلاق المحادثة",
    unread: "تعليم كغير مقروءة",
    search: "بحث",
    back: "العودة إلى القائمة",
    help: "عرض اختصارات لوحة المفاتيح"
  }
}
