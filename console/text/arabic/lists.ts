import type { Texts } from "../Texts.ts"

/** Texts of the sections `scheduled` and `templates`. */
export const lists: Texts["lists"] = {
  scheduled: {
    title: "الرسائل المجدولة",
    hint: "رسائل تُرسل لاحقًا. تبقى المرسلة والفاشلة والملغاة 7 أيام.",
    none: "لا توجد رسائل مجدولة.",
    all: "كل الحالات",
    status: "الحالة",
    statuses: {
      scheduled: "مجدولة",
      sending: "جارٍ الإرسال",
      sent: "أُرسلت",
      failed: "فشلت",
      cancelled: "أُلغيت"
    },
    sendAt: "وقت الإرسال",
    to: "المستلم",
    message: "الرسالة",
    actions: "الإجراءات"
  },
  templates: {
    title: "القوالب",
    none: "لا توجد قوالب بعد.",
    number: "الرقم",
    defaultNumber: "الرقم الافتراضي",
    create: "إنشاء قالب",
    submit: "إرسال للمراجعة",
    name: "الاسم",
    nameHint: "أحرف لاتينية صغيرة وأرقام وشرطات سفلية",
    language: "اللغة",
    languageHint: "رمز مثل en أو en_US",
    category: "الفئة",
    categories: { UTILITY: "خدمات", MARKETING: "تسويق" },
    status: "الحالة",
    quality: "الجودة",
    noQuality: "غير مقيَّم",
    actions: "الإجراءات",
    actionsOf: (name, language) => `إجراءات ${name}، ${language}`,
    previewOf: (name, language) => `${name}، ${language}: عرض المعاينة`,
    duplicate: "تكرار",
    copyOf: (name) => `تكرار ${name}`,
    delete: "حذف",
    deleteOf: (name) => `حذف ${name}؟`,
    deleteText: (language) => `يُحذف القالب بهذه اللغة: ${language}. يحجز واتساب اسم القالب المعتمد 30 يومًا.`,
    unknown: "لا يمكن عرض شكل هذا القالب.",
    bodyHint: "العناصر النائبة: {{1}} و{{2}} أو أسماء مثل {{first_name}}",
    example: (part, name) => `مثال لـ ${part}: ${name}`,
    button: (number) => `الزر ${number}`,
    buttonKind: "النوع",
    buttonKinds: { QUICK_REPLY: "رد سريع", URL: "رابط", PHONE_NUMBER: "اتصال" },
    buttonText: "نص الزر",
    buttonValues: { URL: "الرابط", PHONE_NUMBER: "رقم الهاتف" },
    addButton: "إضافة زر",
    removeButton: (number) => `إزالة الزر ${number}`,
    problems: {
      name: "استخدم من 1 إلى 512 من الأحرف اللاتينية الصغيرة والأرقام والشرطات السفلية.",
      language: "أدخل رمز لغة مثل en أو en_US.",
      Missing: "أدخل نصًا.",
      Malformed: "تحقق من هذه القيمة.",
      ExampleMissing: "أدخل مثالًا. يحتاجه واتساب للمراجعة.",
      NumbersBroken: "رقّم العناصر النائبة من {{1}} دون فجوات.",
      NamesBroken: "استخدم أحرفًا لاتينية صغيرة وأرقامًا وشرطات سفلية في أسماء العناصر النائبة.",
      PlaceholderAtEnd: "ضع نصًا قبل أول عنصر نائب وبعد آخر عنصر.",
      TooManyPlaceholders: "استخدم عناصر نائبة أقل أو نصًا أطول.",
      PlaceholderInLink: "يمكن أن يكون في الرابط عنصر نائب واحد في نهايته.",
      NotALink: "أدخل عنوانًا يبدأ بـ https://",
      TooManyOfKind: "يعرض واتساب رابطين وزر اتصال واحدًا على الأكثر.",
      other: "لا يقبل واتساب هذا القالب."
    }
  }
}
