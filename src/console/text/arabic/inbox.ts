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
  keysHint: "اضغط ? لعرض المفاتيح.",
  back: "كل المحادثات",
  search: "ابحث بالاسم أو الرقم أو نص الرسالة",
  status: "الحالة",
  anyStatus: "أي حالة",
  disconnected: "لم يعد متصلًا",
  channel: "القناة",
  anyChannel: "أي قناة",
  assignee: "المسؤول",
  anybody: "للجميع",
  me: "لي",
  formerMember: "عضو سابق",
  conversationStatuses: { open: "مفتوحة", ai_handling: "وكيل ذكي", escalated: "مُصعّدة", closed: "مغلقة" },
  noConversations: "لا توجد محادثات بعد. تبدأ المحادثة عندما يكتب عميل أو عند إرسال رسالة إليه.",
  noneFound: "لا توجد محادثات بهذه المرشحات.",
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
  noneSaid: "لا توجد رسالة بهذا النص.",
  noneSaidBefore: "لا توجد رسالة أقدم بهذا النص.",
  searchOlder: "البحث في رسائل أقدم",
  noMessages: "لم يُقل شيء بعد.",
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
  cameBy: { ad: "جاء عبر إعلان", post: "جاء عبر منشور", link: "جاء عبر رابط" },
  statuses: { sent: "أُرسلت", delivered: "وصلت", read: "قُرئت", failed: "فشلت" },
  edited: "معدّلة",
  deleted: "حُذفت هذه الرسالة.",
  unsupported: "لا يمكن عرض هذا النوع من الرسائل.",
  showAll: "عرض الكل",
  sendAgain: "إرسال مرة أخرى",
  sendAgainHint: "تُرسل كرسالة جديدة",
  place: "عرض على الخريطة:",
  noFile: "الملف غير معروف.",
  openFile: { image: "صورة", video: "فتح الفيديو", audio: "فتح الصوت", document: "فتح المستند" },
  loadFile: { image: "تحميل الصورة", video: "تحميل الفيديو", audio: "تحميل الصوت", document: "تحميل المستند" },
  saveFile: { image: "حفظ الصورة", video: "حفظ الفيديو", audio: "حفظ الصوت", document: "حفظ المستند" },
  newMessage: "رسالة جديدة",
  allowNotices: "أعلمني بالرسائل الجديدة",
  keys: "المفاتيح",
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
    help: "عرض هذه المفاتيح"
  }
}
