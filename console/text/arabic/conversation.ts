import { counted } from "../counted.ts"
import type { conversation as original } from "../english/conversation.ts"

/** Texts around the thread of a conversation: header, composer, templates, contact. */
export const conversation: typeof original = {
  header: {
    assignToMe: "إسناد إليّ",
    assign: "إسناد",
    assignedTo: (name) => `مسندة إلى ${name}`,
    unassigned: "غير مسندة",
    unassign: "عدم الإسناد إلى أحد",
    me: (name) => `${name} (أنا)`,
    close: "إغلاق المحادثة",
    reopen: "إعادة فتح المحادثة",
    contact: "بيانات جهة الاتصال",
    more: "المزيد",
    changed: "تغيّرت المحادثة في هذه الأثناء. ما تراه الآن هو حالتها الحالية.",
    failed: "لم ينجح ذلك",
    looking: (names) => `هنا أيضًا: ${names}`,
    typing: (names) => `يكتب الآن: ${names}`
  },
  window: {
    open: (left) => `يمكن إرسال أي شيء لمدة ${left}`,
    humanAgent: (left) => `ردود الأشخاص فقط لمدة ${left}`,
    closed: {
      whatsapp: "انتهت مدة 24 ساعة: يمكن إرسال القوالب فقط.",
      other: "انتهت مدة 7 أيام: لا يمكن إرسال شيء حتى تكتب جهة الاتصال."
    },
    never: {
      whatsapp: "لم تكتب جهة الاتصال بعد: يمكن إرسال القوالب فقط.",
      other: "لم تكتب جهة الاتصال بعد: لا يمكن إرسال شيء."
    }
  },
  composer: {
    label: "الرسالة",
    placeholder: "اكتب رسالة. مفتاح Enter يرسل، وShift+Enter يبدأ سطرًا.",
    send: "إرسال",
    attach: "إرفاق ملف",
    template: "إرسال قالب",
    room: (used, limit, unit) => `${used} من ${limit} ${unit}`,
    units: { characters: "حرف", bytes: "بايت" },
    tooLong: "الرسالة أطول مما تقبله هذه القناة. اختصرها أو أرسل رسالتين.",
    blocked: "جهة الاتصال محظورة: لا يمكن إرسال شيء. ألغِ الحظر في بيانات جهة الاتصال.",
    noRecipient: "ليس لجهة الاتصال رقم على واتساب.",
    drop: "أفلت الملفات لإرسالها.",
    reopens: "المحادثة مغلقة. إرسال رسالة يعيد فتحها.",
    disconnected: "لم يعد الرقم أو الصفحة أو الحساب الخاص بهذه المحادثة متصلًا. اربطه من جديد للرد هنا.",
    draft: "مسودتك",
    reassigned: (name: string | null) =>
      name === null
        ? "أُسندت هذه المحادثة إلى عضو آخر. لم يعد بإمكانك الرد هنا."
        : `أُسندت هذه المحادثة إلى ${name}. لم يعد بإمكانك الرد هنا.`
  },
  attachment: {
    title: "إرفاق ملف",
    choose: "اختر ملفًا",
    chooseAnother: "اختر ملفًا آخر",
    chooseOthers: "اختر ملفات أخرى",
    chooseHint: "أو أفلته هنا. يمكن أيضًا لصق الملفات في الرسالة. إذا تعددت صار كل منها رسالة.",
    preview: "الملف المختار",
    chosen: "الملفات المختارة",
    remove: "استبعاد",
    leaveOut: (name) => `استبعاد ${name}`,
    sendAll: (count) =>
      counted("ar", count, { one: "إرسال ملف واحد", two: "إرسال ملفين", few: "إرسال # ملفات", other: "إرسال # ملفًا" }),
    tooMany: (most) => `يُرسل ${most} ملفًا على الأكثر دفعة واحدة. هنا أول ${most} منها.`,
    uploading: (percent) => `جارٍ الرفع: ${percent}`,
    notUploaded: "لم يُرفع الملف.",
    fileProblems: {
      empty: "الملف فارغ.",
      type: (channel, endings) => `لا تقبل ${channel} مثل هذه الملفات. تقبل: ${endings}.`,
      size: (channel, kind, mebibytes) =>
        `الملف كبير جدًا. الحد الأقصى على ${channel} هو ${mebibytes} ميغابايت لهذا النوع: ${kind}.`
    },
    address: "أو عنوان ملف",
    addressHint: "تجلب المنصة الملف من هناك، لذا يجب أن يكون عامًا.",
    kind: "النوع",
    kinds: { image: "صورة", video: "فيديو", audio: "صوت", document: "مستند" },
    caption: "نص أسفله",
    filename: "اسم الملف",
    problems: {
      empty: "أدخل عنوان الملف.",
      invalid: "هذا ليس عنوانًا. يبدأ العنوان بـ https://",
      scheme: "يجب أن يبدأ العنوان بـ https:// أو http://",
      tooLong: "العنوان طويل جدًا."
    }
  },
  outgoing: {
    label: "رسائل في الطريق",
    states: {
      sending: "جارٍ الإرسال…",
      sent: "أُرسلت",
      lost: "لم يصل رد. السؤال من جديد آمن.",
      failed: "لم تُرسل.",
      doubtful: "ربما أُرسلت. انظر إلى المحادثة قبل إرسالها من جديد."
    },
    retry: "أرسل من جديد",
    ask: "اسأل من جديد",
    discard: "تجاهل",
    moved: "لجهة الاتصال محادثة أخرى مفتوحة. الرسالة موجودة فيها.",
    platform: (code, title) => `${title} (${code})`
  },
  template: {
    title: "إرسال قالب",
    sent: "قالب",
    search: "البحث في القوالب",
    none: "لا يوجد قالب معتمد يمكن إرساله هنا.",
    notFound: "لا يوجد قالب بهذه الكلمات.",
    back: "كل القوالب",
    language: "اللغة",
    cards: "البطاقات",
    preview: "معاينة",
    parts: { header: "الترويسة", body: "النص", button: "الزر" },
    input: (part, name) => (name === "" ? part : `${part}: ${name}`),
    fileHint: "العنوان العام للملف",
    addressHint: "بقية عنوان الزر",
    missing: "أدخل قيمة.",
    optedOut: "رفضت جهة الاتصال العروض: لا تظهر قوالب التسويق.",
    refused: {
      text: "في إحدى القيم سطر جديد أو علامة جدولة أو مسافات كثيرة، أو هي أطول مما يقبله القالب.",
      form: "القيم لا تناسب القالب."
    }
  },
  panel: {
    title: "جهة الاتصال",
    name: "الاسم",
    email: "البريد الإلكتروني",
    phone: "رقم الهاتف",
    country: "البلد",
    source: "المصدر",
    referral: "آخر طريق إلى هنا",
    identities: "قنوات الوصول",
    tags: "الوسوم",
    addTag: "وسم جديد",
    add: "إضافة",
    remove: (name) => `إزالة ${name}`,
    attributes: "السمات",
    attributeName: "اسم السمة",
    attributeValue: "القيمة",
    optedIn: "وافقت على مراسلتها",
    blocked: "محظورة: لا يُرسل شيء",
    edit: "تعديل",
    conversations: "محادثات أخرى",
    conversationCount: (count) =>
      counted("ar", count, {
        one: "محادثة واحدة إجمالًا",
        two: "محادثتان إجمالًا",
        few: "# محادثات إجمالًا",
        other: "# محادثة إجمالًا"
      }),
    notes: "الملاحظات",
    noNotes: "لا توجد ملاحظات.",
    note: "ملاحظة جديدة",
    noteHint: "يراها أعضاء المؤسسة، ولا تراها جهة الاتصال.",
    addNote: "أضف الملاحظة",
    deleteNote: "حذف الملاحظة",
    newestNotes: (count) => `الأحدث من ${count} ملاحظة.`,
    formerMember: "الخدمة",
    saved: "تم الحفظ"
  }
}
