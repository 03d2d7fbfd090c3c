import type { thread as original } from "../english/thread.ts"

/** Texts of the thread, and of the parts of the composer around the text. */
export const thread: typeof original = {
  log: "الرسائل الجديدة",
  unread: "جديد",
  noteBy: (name) => `ملاحظة من ${name}`,
  removeNote: "حذف الملاحظة",
  noteNotRemoved: "تعذّر حذف الملاحظة",
  copy: "نسخ النص",
  details: "التفاصيل",
  openImage: "فتح الصورة",
  lightbox: {
    title: "صورة",
    previous: "الصورة السابقة",
    next: "الصورة التالية",
    download: "تنزيل",
    of: (at, count) => `${at} من ${count}`
  },
  call: {
    answered: { inbound: "مكالمة من جهة الاتصال", outbound: "مكالمة إلى جهة الاتصال" },
    missed: { inbound: "مكالمة فائتة", outbound: "لم يُردّ على المكالمة" }
  },
  actors: {
    service_role: "الواجهة البرمجية",
    automatic: "تلقائيًا",
    platform: "المنصة",
    contact: "جهة الاتصال",
    unknown: "عضو سابق"
  },
  activities: {
    opened: "فُتحت المحادثة",
    closed: "أُغلقت المحادثة",
    closedWith: (resolution) => `أُغلقت المحادثة: ${resolution}`,
    assigned: (name) => `أُسندت إلى ${name}`,
    unassigned: "أُزيل المسؤول",
    team: "تغيّر الفريق",
    noTeam: "أُزيل الفريق",
    labelled: (names) => `أُضيفت تصنيفات: ${names}`,
    unlabelled: (names) => `أُزيلت تصنيفات: ${names}`,
    snoozed: "أُجّلت حتى ترد جهة الاتصال",
    snoozedUntil: (time) => `أُجّلت حتى ${time}`,
    unsnoozed: "انتهى التأجيل",
    priority: (name) => `الأولوية: ${name}`,
    statuses: {
      open: "عادت إلى الأعضاء",
      ai_handling: "سُلّمت إلى الوكيل الآلي",
      escalated: "صُعّدت إلى الأعضاء",
      closed: "أُغلقت المحادثة"
    }
  },
  priorities: { none: "بلا", low: "منخفضة", normal: "عادية", high: "عالية", urgent: "عاجلة" },
  failures: {
    window: "انتهت مهلة الرد. أرسل قالبًا بدلًا من ذلك.",
    undeliverable: "لا يمكن لجهة الاتصال استلامها: ربما لا تستخدم هذا التطبيق أو حظرتك. تواصل معها بطريقة أخرى.",
    optedOut: "أوقفت جهة الاتصال الرسائل التسويقية. لا ترسل إليها رسالة أخرى.",
    limitedMarketing: "تحدّ المنصة من الرسائل التسويقية إلى جهة الاتصال هذه. حاول بعد يوم.",
    experiment: "جهة الاتصال ضمن تجربة للمنصة ولا تتلقى رسائل تسويقية. رُدّ عندما تكتب.",
    type: "نوع الرسالة هذا غير مدعوم. أرسل نصًا أو ملفًا.",
    media: "تعذّر على المنصة استخدام الملف. تحقق من نوعه وحجمه ثم أرسله مجددًا.",
    pace: "رسائل كثيرة إلى جهة الاتصال هذه. انتظر دقيقة ثم أرسلها مجددًا.",
    rate: "بلغ الرقم حدّ الإرسال. انتظر بضع دقائق ثم أرسلها مجددًا.",
    restricted: "قيّدت المنصة هذا الحساب. يجد المسؤول السبب في Meta Business Manager.",
    payment: "لا توجد وسيلة دفع صالحة لحساب الأعمال. يضيفها المسؤول في Meta Business Manager.",
    unregistered: "الرقم غير مسجّل. على المسؤول ربطه من جديد.",
    self: "المستلم هو الرقم المُرسِل نفسه. اختر جهة اتصال أخرى.",
    invalid: "رفضت المنصة المحتوى. تحقق منه ثم أرسله مجددًا.",
    permission: "ينقص التطبيق إذن لهذا. على المسؤول ربط الحساب من جديد.",
    token: "انتهى الاتصال بالمنصة. على المسؤول ربط الحساب من جديد.",
    template: "القالب غير موجود أو غير معتمد بهذه اللغة. اختر قالبًا آخر.",
    values: "القيم لا تطابق القالب. املأها من جديد.",
    paused: "القالب موقوف مؤقتًا أو معطّل بسبب جودته. اختر قالبًا آخر.",
    unavailable: "جهة الاتصال غير متاحة على هذه القناة الآن. حاول لاحقًا.",
    temporary: "حدثت مشكلة مؤقتة في المنصة. أرسلها مجددًا.",
    unreached: "تعذّر الوصول إلى المنصة. أرسلها مجددًا."
  },
  composer: {
    mode: "رد أو ملاحظة",
    reply: "رد",
    note: "ملاحظة",
    noteLabel: "ملاحظة",
    notePlaceholder: "اكتب ملاحظة لفريقك. يشير @ إلى عضو.",
    addNote: "إضافة ملاحظة",
    placeholder: "اكتب رسالة. تُدرج / ردًا محفوظًا.",
    touchPlaceholder: "اكتب رسالة",
    sendOptions: "خيارات الإرسال",
    sendAndClose: "إرسال وإغلاق",
    sendAndSnooze: "إرسال وتأجيل حتى الرد",
    notClosed: "أُرسلت، لكن تعذّر إغلاق المحادثة",
    notSnoozed: "أُرسلت، لكن تعذّر تأجيل المحادثة",
    savedReplies: "الردود المحفوظة",
    noReplies: "لا توجد ردود محفوظة.",
    members: "الأعضاء",
    notRendered: "تعذّر إدراج الرد المحفوظ",
    attached: (name) => `مُرفق: ${name}`,
    removeAttached: "إزالة الملف",
    emoji: "رموز تعبيرية",
    searchEmoji: "البحث في الرموز التعبيرية",
    noEmoji: "لا توجد رموز.",
    emojiGroups: {
      people: "وجوه",
      gestures: "إشارات",
      hearts: "قلوب ورموز",
      nature: "طبيعة",
      food: "طعام",
      activities: "أنشطة وسفر",
      objects: "أشياء"
    },
    voice: "تسجيل رسالة صوتية",
    recording: (time) => `يسجّل ${time}`,
    stopRecording: "تجاهل التسجيل",
    sendRecording: "إرسال التسجيل",
    noMicrophone: "لا يستطيع المتصفح استخدام الميكروفون. اسمح به في إعدادات هذه الصفحة.",
    notUploaded: "تعذّر رفع التسجيل.",
    chips: {
      left: (time) => `بقي ${time}`,
      templateOnly: "مغلقة – القوالب فقط",
      closed: "مغلقة"
    }
  }
}
