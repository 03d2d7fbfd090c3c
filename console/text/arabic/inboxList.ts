import { counted } from "../counted.ts"
import type { inboxList as original } from "../english/inboxList.ts"

const conversations = {
  one: "محادثة واحدة",
  two: "محادثتان",
  few: "# محادثات",
  many: "# محادثة",
  other: "# محادثة"
}

/** Forms of a count of conversations after a word. */
const after = (word: string, alone: string) => ({
  one: alone,
  two: `${word} محادثتين`,
  few: `${word} # محادثات`,
  many: `${word} # محادثة`,
  other: `${word} # محادثة`
})

const unread = {
  one: "الإشعارات، إشعار واحد غير مقروء",
  two: "الإشعارات، إشعاران غير مقروءين",
  few: "الإشعارات، # إشعارات غير مقروءة",
  many: "الإشعارات، # إشعارًا غير مقروء",
  other: "الإشعارات، # إشعار غير مقروء"
}

/** Texts of the inbox's views, rows, bulk actions, notifications and new conversations. */
export const inboxList: typeof original = {
  views: {
    label: "العروض",
    channels: "القنوات",
    teams: "الفرق",
    labels: "التصنيفات",
    choose: (name) => `العرض: ${name}`,
    names: {
      open: "كل المفتوحة",
      mine: "مسندة إليّ",
      unassigned: "غير مسندة",
      mentions: "الإشارات إليّ",
      snoozed: "المؤجلة",
      closed: "المغلقة",
      all: "كل المحادثات"
    },
    empty: {
      open: "لا محادثات مفتوحة",
      mine: "لا محادثات مسندة إليك",
      unassigned: "كل المحادثات مسندة",
      mentions: "لا إشارات إليك",
      snoozed: "لا محادثات مؤجلة",
      closed: "لا محادثات مغلقة",
      all: "لا محادثات"
    },
    count: (count) => counted("ar", count, conversations)
  },
  filters: "عوامل التصفية",
  newConversation: "محادثة جديدة",
  listed: (count) => counted("ar", count, conversations),
  draft: "مسودة:",
  select: (name) => `تحديد ${name}`,
  labelled: (labels) => `التصنيفات: ${labels}`,
  snoozedUntil: (time) => `مؤجلة حتى ${time}`,
  snoozedUntilReply: "مؤجلة حتى يرد العميل",
  priorities: {
    none: "بلا أولوية",
    low: "أولوية منخفضة",
    normal: "أولوية عادية",
    high: "أولوية عالية",
    urgent: "عاجلة"
  },
  bulk: {
    label: "المحادثات المحددة",
    selected: (count) => counted("ar", count, after("تحديد", "تحديد محادثة واحدة")),
    clear: "إلغاء التحديد",
    read: "تعليم كمقروءة"
  },
  triage: {
    assign: "إسناد",
    assignSearch: "ابحث عن الأعضاء والفرق",
    removeTeam: "إزالة الفريق",
    snooze: "تأجيل",
    snoozeSearch: "تأجيل حتى…",
    unsnooze: "إنهاء التأجيل",
    labels: "التصنيفات",
    labelSearch: "ابحث عن تصنيف",
    createLabel: (name) => `إنشاء التصنيف «${name}»`,
    priority: "الأولوية",
    prioritySearch: "اختر أولوية",
    handOver: "تسليم إلى الوكيل الذكي",
    takeOver: "استلام من الوكيل الذكي",
    none: "لا نتائج",
    done: "تم",
    undo: "تراجع",
    team: (name) => `فريق ${name}`,
    presets: {
      later: "لاحقًا اليوم",
      tomorrow: "غدًا",
      week: "الأسبوع القادم",
      reply: "حتى يرد العميل",
      custom: "اختر التاريخ والوقت…"
    },
    customTitle: "تأجيل حتى",
    customTime: "التاريخ والوقت",
    past: "اختر وقتًا في المستقبل.",
    outcomes: {
      close: (count) => counted("ar", count, after("أُغلقت", "أُغلقت المحادثة")),
      reopen: (count) => counted("ar", count, after("أُعيد فتح", "أُعيد فتح المحادثة")),
      snooze: (count) => counted("ar", count, after("أُجلت", "أُجلت المحادثة")),
      other: (count) => counted("ar", count, after("حُدّثت", "حُدّثت المحادثة"))
    },
    failed: (count) => counted("ar", count, after("لم تتغير", "لم تتغير محادثة واحدة"))
  },
  timeline: {
    title: "المحادثات",
    current: "هذه المحادثة",
    none: "لا محادثات أخرى.",
    erase: "محو جهة الاتصال",
    eraseText: (name) => `يحذف ${name} مع كل المحادثات والرسائل والملفات. لا يمكن التراجع عن ذلك.`,
    erased: "مُحيت جهة الاتصال"
  },
  notices: {
    label: (count) => (count === 0 ? "الإشعارات" : counted("ar", count, unread)),
    title: "الإشعارات",
    none: "لا جديد لديك",
    readAll: "تعليم الكل كمقروء",
    sound: "تشغيل صوت للرسائل الجديدة",
    types: {
      "conversation.assigned": "أُسندت إليك",
      "note.mentioned": "أشارت إليك ملاحظة",
      "webhook.disabled": "عُطّلت نقطة استقبال ويبهوك"
    },
    conversation: "محادثة",
    unread: "غير مقروء"
  },
  begin: {
    search: "ابحث عن شخص أو أدخل رقم هاتف",
    none: "لا نتائج. أدخل رقمًا مع رمز البلد، مثل ‎+1 555 010 0100.",
    number: (phone) => `الكتابة إلى ${phone}`,
    from: "من",
    failed: "تعذّر بدء المحادثة"
  },
  commands: {
    snooze: "تأجيل",
    label: "إضافة تصنيفات",
    priority: "تعيين الأولوية",
    select: "تحديد المحادثة",
    selectRange: "تحديد نطاق",
    compose: "محادثة جديدة"
  }
}
