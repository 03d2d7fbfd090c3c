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
    changed: "غيّر عضو آخر هذه المحادثة. تُعرض الآن حالتها الحالية.",
    failed: "تعذّر تحديث المحادثة",
    looking: (names) => `يشاهد الآن: ${names}`,
    typing: (names) => `يكتب الآن: ${names}`
  },
  window: {
    open: (left) => `نافذة الرد مفتوحة · المتبقي ${left}`,
    humanAgent: (left) => `ردود الوكلاء فقط · المتبقي ${left}`,
    closed: {
      whatsapp: "أُغلقت نافذة 24 ساعة. أرسل قالبًا للمتابعة.",
      other: "أُغلقت نافذة 7 أيام. يمكنك الرد بعد أن يكتب العميل من جديد."
    },
    never: {
      whatsapp: "لا رسالة من هذا العميل بعد. ابدأ بقالب.",
      other: "لا رسالة من هذا العميل بعد. يمكنك الرد بعد أن يكتب."
    }
  },
  composer: {
    label: "الرسالة",
    placeholder: "اكتب رسالة (Enter للإرسال، وShift+Enter لسطر جديد)",
    send: "إرسال",
    attach: "إرفاق ملف",
    template: "إرسال قالب",
    room: (used, limit, unit) => `${used} من ${limit} ${unit}`,
    units: { characters: "حرف", bytes: "بايت" },
    tooLong: "الرسالة أطول مما تقبله هذه القناة. اختصرها أو أرسل رسالتين.",
    blocked: "جهة الاتصال هذه محظورة. ألغِ الحظر في بيانات جهة الاتصال لإرسال رسالة.",
    noRecipient: "ليس لجهة الاتصال رقم على واتساب.",
    drop: "أفلت الملفات لإرسالها.",
    reopens: "المحادثة مغلقة. إرسال رسالة يعيد فتحها.",
    disconnected: "لم يعد الرقم أو الصفحة أو الحساب الخاص بهذه المحادثة متصلًا. اربطه من جديد للرد هنا.",
    draft: "مسودتك",
    more: "المزيد للإرسال",
    noReply: "إزالة الرد",
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
    remove: "إزالة",
    leaveOut: (name) => `إزالة ${name}`,
    sendAll: (count) =>
      counted("ar", count, { one: "إرسال ملف واحد", two: "إرسال ملفين", few: "إرسال # ملفات", other: "إرسال # ملفًا" }),
    tooMany: (most) => `يُرسل ${most} ملفًا على الأكثر دفعة واحدة. هنا أول ${most} منها.`,
    uploading: (percent) => `جارٍ الرفع: ${percent}`,
    notUploaded: "تعذّر رفع الملف.",
    fileProblems: {
      empty: "الملف فارغ.",
      type: (channel, endings) => `لا تدعم ${channel} هذا النوع من الملفات. الأنواع المدعومة: ${endings}.`,
      size: (channel, kind, mebibytes) =>
        `الملف كبير جدًا. الحد الأقصى على ${channel} هو ${mebibytes} ميغابايت لهذا النوع: ${kind}.`
    },
    address: "أو عنوان ملف",
    addressHint: "تجلب المنصة الملف من هناك، لذا يجب أن يكون عامًا.",
    kind: "النوع",
    kinds: { image: "صورة", video: "فيديو", audio: "صوت", document: "مستند" },
    caption: "تعليق",
    filename: "اسم الملف",
    problems: {
      empty: "أدخل عنوان الملف.",
      invalid: "أدخل عنوانًا يبدأ بـ https://",
      scheme: "يجب أن يبدأ العنوان بـ https:// أو http://",
      tooLong: "العنوان طويل جدًا."
    }
  },
  outgoing: {
    label: "رسائل صادرة",
    states: {
      sending: "جارٍ الإرسال…",
      sent: "أُرسلت",
      lost: "تعذّر تأكيد التسليم. إعادة المحاولة لن ترسلها مرتين.",
      failed: "لم تُرسل.",
      doubtful: "ربما أُرسلت. تحقق من المحادثة قبل إرسالها من جديد."
    },
    retry: "أرسل من جديد",
    ask: "إعادة المحاولة",
    discard: "تجاهل",
    moved: "لجهة الاتصال محادثة أخرى مفتوحة. أُرسلت الرسالة هناك.",
    platform: (code, title) => `${title} (${code})`
  },
  template: {
    title: "إرسال قالب",
    sent: "قالب",
    search: "البحث في القوالب",
    none: "لا يوجد قالب معتمد يمكن إرساله هنا.",
    notFound: "لم يُعثر على قوالب.",
    back: "كل القوالب",
    language: "اللغة",
    cards: "البطاقات",
    preview: "معاينة",
    parts: { header: "الترويسة", body: "النص", button: "الزر" },
    input: (part, name) => (name === "" ? part : `${part}: ${name}`),
    card: (number, part) => `البطاقة ${number}، ${part}`,
    fileHint: "العنوان العام للملف، أو اختر ملفًا",
    uploaded: "رُفع من هذا الحاسوب",
    addressHint: "بقية عنوان الزر",
    missing: "أدخل قيمة.",
    optedOut: "ألغت جهة الاتصال الاشتراك في رسائل التسويق، لذا تُخفى قوالب التسويق.",
    refused: {
      text: "في إحدى القيم سطر جديد أو علامة جدولة أو مسافات كثيرة، أو هي أطول مما يقبله القالب.",
      form: "القيم لا تناسب القالب."
    }
  },
  schedule: {
    later: "إرسال لاحقًا",
    title: "إرسال لاحقًا",
    change: "تغيير الرسالة المجدولة",
    submit: "جدولة",
    time: "التاريخ والوقت",
    zone: "المنطقة الزمنية",
    yours: (zone) => `توقيتي: ${zone}`,
    theirs: (zone) => `توقيت العميل: ${zone}`,
    both: (mine, theirs) => `${mine} بتوقيتي · ${theirs} بتوقيت العميل`,
    problems: {
      missing: "أدخل التاريخ والوقت.",
      past: "اختر وقتًا في المستقبل.",
      far: "اختر وقتًا خلال 90 يومًا."
    },
    count: (count) =>
      counted("ar", count, {
        one: "رسالة مجدولة واحدة",
        two: "رسالتان مجدولتان",
        few: "# رسائل مجدولة",
        other: "# رسالة مجدولة"
      }),
    list: "الرسائل المجدولة",
    edit: "تغيير",
    changeOf: (message) => `تغيير: ${message}`,
    cancelOf: (message) => `إلغاء: ${message}`
  },
  interactive: {
    title: "أزرار أو قائمة",
    kind: "النوع",
    kinds: {
      button: "أزرار رد",
      list: "قائمة",
      cta_url: "زر رابط",
      location_request_message: "طلب الموقع"
    },
    header: "الترويسة",
    body: "النص",
    footer: "التذييل",
    button: (number) => `الزر ${number}`,
    addButton: "إضافة زر",
    removeButton: (number) => `إزالة الزر ${number}`,
    menu: "نص الزر الذي يفتح القائمة",
    section: (number) => `القسم ${number}`,
    sectionTitle: "عنوان القسم",
    addSection: "إضافة قسم",
    removeSection: (number) => `إزالة القسم ${number}`,
    row: (number) => `الخيار ${number}`,
    rowDescription: (number) => `وصف الخيار ${number}`,
    addRow: "إضافة خيار",
    removeRow: (number) => `إزالة الخيار ${number}`,
    link: "نص الزر",
    url: "الرابط",
    problems: {
      missing: "أدخل نصًا.",
      tooLong: (limit) => `استخدم ${limit} حرفًا على الأكثر.`,
      address: "أدخل عنوانًا يبدأ بـ https://",
      repeated: "استخدم نصًا مختلفًا لكل زر.",
      other: "لا يقبل واتساب هذه الرسالة."
    }
  },
  card: {
    title: "بطاقة جهة اتصال",
    fields: { name: "الاسم", phone: "رقم الهاتف", email: "البريد الإلكتروني", company: "الشركة" },
    problems: {
      name: { missing: "أدخل اسمًا.", invalid: "أدخل اسمًا." },
      phone: {
        missing: "أدخل رقم هاتف أو بريدًا إلكترونيًا.",
        invalid: "أدخل رقم الهاتف مع رمز البلد، مثل ‎+1 555 010 0100."
      },
      email: { missing: "أدخل بريدًا إلكترونيًا.", invalid: "أدخل عنوانًا مثل ann@example.com." }
    }
  },
  sticker: {
    title: "ملصق",
    address: "عنوان الملصق",
    hint: "أو ملف WebP على عنوان عام. ينزّله واتساب.",
    refused: "اختر ملف WebP لا يتجاوز 500 كيبيبايت."
  },
  panel: {
    title: "جهة الاتصال",
    consents: "الموافقة",
    noConsents: "لم يُسجَّل أي اختيار بعد.",
    consentStates: { opted_in: "مشتركة", opted_out: "ألغت الاشتراك", unknown: "غير مسجَّلة" },
    consentSources: {
      api: "عبر نظام خلفي",
      member: "عبر عضو",
      platform: "في التطبيق",
      word: "بكلمة مفتاحية",
      refusal: "رفضتها المنصة",
      import: "مستوردة"
    },
    consentHistory: "السجل",
    name: "الاسم",
    email: "البريد الإلكتروني",
    phone: "رقم الهاتف",
    country: "البلد",
    source: "المصدر",
    referral: "آخر إحالة",
    identities: "القنوات",
    tags: "الوسوم",
    addTag: "وسم جديد",
    add: "إضافة",
    remove: (name) => `إزالة ${name}`,
    attributes: "السمات",
    attributeName: "اسم السمة",
    attributeValue: "القيمة",
    optedIn: "مشتركة في الرسائل",
    blocked: "حظر جهة الاتصال",
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
    noNotes: "لا توجد ملاحظات بعد.",
    note: "ملاحظة جديدة",
    noteHint: "مرئية لأعضاء المؤسسة فقط.",
    addNote: "أضف الملاحظة",
    deleteNote: "حذف الملاحظة",
    newestNotes: (count) => `الأحدث من ${count} ملاحظة.`,
    formerMember: "الخدمة",
    saved: "تم الحفظ"
  }
}
