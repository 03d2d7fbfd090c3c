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

/** Texts of the section `inbox`. */
export const inbox: Texts["inbox"] = {
  conversation,
  title: "صندوق الوارد",
  conversations: "المحادثات",
  chooseConversation: "اختر محادثة",
  keysHint: "اضغط ? لعرض المفاتيح.",
  back: "كل المحادثات",
  search: "ابحث بالاسم أو الرقم أو آخر رسالة",
  searchedNewest: "شمل البحث أحدث 1000 محادثة فقط.",
  status: "الحالة",
  anyStatus: "أي حالة",
  channel: "القناة",
  anyChannel: "أي قناة",
  assignee: "المسؤول",
  anybody: "للجميع",
  me: "لي",
  formerMember: "عضو سابق",
  conversationStatuses: { open: "مفتوحة", ai_handling: "وكيل ذكي", escalated: "مُصعّدة", closed: "مغلقة" },
  noConversations: "لا توجد محادثات كهذه.",
  pages: "الصفحات",
  page: (page) => `الصفحة ${new Intl.NumberFormat("ar").format(page)}`,
  newer: "الأحدث",
  older: "الأقدم",
  you: "أنت:",
  unread: (count) => counted("ar", count, unread),
  messages: "الرسائل",
  loadOlder: "تحميل رسائل أقدم",
  noMessages: "لم يُقل شيء بعد.",
  theirs: "من جهة الاتصال",
  ours: "منّا",
  reactions: "التفاعلات",
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
  saveFile: "حفظ",
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
    search: "بحث",
    back: "العودة إلى القائمة",
    help: "عرض هذه المفاتيح"
  }
}
