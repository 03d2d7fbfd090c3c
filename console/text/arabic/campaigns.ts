import { counted } from "../counted.ts"
import type { campaigns as english } from "../english/campaigns.ts"

const people = (count: number) =>
  counted("ar", count, {
    zero: "لا مستلمين",
    one: "مستلم واحد",
    two: "مستلمان",
    few: "# مستلمين",
    other: "# مستلمًا"
  })

/** Texts of the section `campaigns`. */
export const campaigns: typeof english = {
  title: "الحملات",
  back: "كل الحملات",
  create: "إنشاء حملة",
  none: "لا توجد حملات بعد.",
  noneHint: "ترسل الحملة قالبًا إلى كثير من الأشخاص، لكل منهم قيمه.",
  notFound: "لم يُعثر على حملات.",
  name: "الاسم",
  status: "الحالة",
  allStatuses: "كل الحالات",
  statuses: {
    draft: "مسودة",
    scheduled: "مجدولة",
    running: "جارية",
    paused: "متوقفة مؤقتًا",
    finished: "منتهية",
    cancelled: "ملغاة"
  },
  progress: "التقدم",
  progressOf: (name) => `تقدم ${name}`,
  when: "الوقت",
  counts: {
    recipients: "المستلمون",
    queued: "في الانتظار",
    sent: "أُرسلت",
    delivered: "سُلّمت",
    read: "قُرئت",
    replied: "ردّوا",
    failed: "فشلت",
    leftOut: "متخطَّون",
    optedOut: "ألغوا الاشتراك"
  },
  edit: "تعديل",
  duplicate: "تكرار",
  actions: { pause: "إيقاف مؤقت", resume: "استئناف", cancel: "إلغاء الحملة", remove: "حذف" },
  confirm: {
    pause: (name) => `إيقاف ${name} مؤقتًا؟`,
    resume: (name) => `استئناف ${name}؟`,
    cancel: (name) => `إلغاء ${name}؟`,
    remove: (name) => `حذف ${name}؟`
  },
  consequence: {
    pause: (left) => `يتوقف الإرسال خلال ثانية. ينتظر ${people(left)} حتى الاستئناف.`,
    resume: (left) => `يستمر الإرسال. الباقي: ${people(left)}.`,
    cancel: (left) => `لن تُرسل رسالة إلى ${people(left)}. لا يمكن استئناف حملة ملغاة.`,
    remove: () => "تُحذف الحملة وقائمة مستلميها. تبقى الرسائل المرسلة."
  },
  pauseReasons: {
    requested: "أوقفها عضو أو نظام خلفي.",
    template_paused: "أوقف واتساب القالب مؤقتًا بسبب تقييمات سلبية.",
    template_disabled: "عطّل واتساب القالب.",
    template_refused: "لا يقبل واتساب القالب. تحقق من حالته.",
    quality: "يقيّد واتساب هذا الرقم بسبب جودته.",
    account_restricted: "قيّد واتساب الحساب.",
    account_disconnected: "لم يعد الرقم متصلًا. صِله من جديد ثم استأنف.",
    token_refused: "يرفض واتساب رمز الوصول. صِل الرقم من جديد ثم استأنف.",
    payment: "لدى واتساب مشكلة في وسيلة دفع الحساب.",
    monthly_limit: "لم تبقَ رسائل في الخطة هذا الشهر.",
    organization_suspended: "المؤسسة موقوفة.",
    content_refused: "لا تطابق القيم القالب. كرّر الحملة وتحقق منها.",
    too_many_recipients: "في الجمهور أكثر من 1,000,000 مستلم."
  },
  outcome: "النتائج",
  gathering: "ما زال جمع المستلمين جاريًا.",
  cost: "التكلفة",
  noCost: "لا سعر",
  failedByCode: "فشلت",
  leftOutByReason: "متخطَّون",
  showRecipients: "عرض المستلمين",
  code: (code) => `الرمز ${code}`,
  failures: {
    "131026": "لا يمكن التسليم إلى هذا الرقم",
    "131047": "خارج نافذة 24 ساعة",
    "131049": "لم تُسلَّم لحماية جهة الاتصال من كثرة العروض",
    "131050": "أوقفت جهة الاتصال الرسائل التسويقية",
    "130472": "جزء من تجربة لواتساب",
    "132000": "عدد القيم غير صحيح",
    "132001": "القالب غير موجود",
    "131053": "لا يمكن استخدام الملف",
    "131008": "قيمة ناقصة"
  },
  sendFailures: {
    InvalidPhoneNumber: "هذا ليس رقم هاتف.",
    ValueMissing: "قيمة ناقصة وليس لها بديل.",
    RecipientOptedOut: "ألغت جهة الاتصال هذه الاشتراك.",
    RecipientBlocked: "جهة الاتصال هذه محظورة.",
    PlatformNotReached: "تعذر الوصول إلى واتساب.",
    MonthlyLimitReached: "لم تبقَ رسائل في الخطة هذا الشهر."
  },
  leftOut: {
    opted_out: "ألغى الاشتراك",
    blocked: "محظور",
    unreachable: "لا رقم واتساب",
    duplicate: "الشخص نفسه مرتين",
    value_missing: "قيمة ناقصة دون بديل",
    invalid_number: "رقم غير صالح",
    replied: "ردّ قبل الرسالة"
  },
  settings: "الإعدادات",
  template: "القالب",
  audience: "الجمهور",
  audienceKinds: {
    everyone: "كل جهات الاتصال",
    filter: "جهات اتصال بوسوم أو سمات",
    label: "جهات اتصال بتصنيف",
    chosen: "جهات اتصال محددة",
    file: "ملف CSV"
  },
  contacts: (count) =>
    counted("ar", count, {
      zero: "لا جهات اتصال",
      one: "جهة اتصال واحدة",
      two: "جهتا اتصال",
      few: "# جهات اتصال",
      other: "# جهة اتصال"
    }),
  pace: "السرعة",
  usualPace: "الافتراضية",
  perSecond: (pace) =>
    counted("ar", pace, {
      one: "رسالة واحدة في الثانية",
      two: "رسالتان في الثانية",
      few: "# رسائل في الثانية",
      other: "# رسالة في الثانية"
    }),
  stop: "تتوقف بعد",
  stops: { reply: "رد", opt_out: "إلغاء الاشتراك" },
  sendAt: "مجدولة في",
  startedAt: "بدأت",
  endedAt: "انتهت",
  recipients: "المستلمون",
  recipient: "المستلم",
  noRecipients: "لا مستلمين هنا.",
  deleted: "جهة اتصال محذوفة",
  export: "تصدير CSV",
  recipientStatuses: {
    queued: "في الانتظار",
    sending: "جارٍ الإرسال",
    sent: "أُرسلت",
    delivered: "سُلّمت",
    read: "قُرئت",
    failed: "فشلت",
    left_out: "متخطَّى"
  },
  builder: {
    title: "حملة جديدة",
    steps: { message: "الرسالة", audience: "الجمهور", delivery: "الإرسال", review: "المراجعة" },
    previous: "رجوع",
    next: "حفظ ومتابعة",
    name: "اسم الحملة",
    nameHint: "لفريقك. لا يراه المستلمون.",
    usualNumber: "رقم أحدث محادثة، أو الرقم الافتراضي",
    chooseTemplate: "اختر قالبًا",
    source: "القيمة",
    sources: {
      name: "الاسم",
      text: "نص للجميع",
      phone: "رقم الهاتف",
      email: "البريد الإلكتروني",
      attribute: "سمة",
      column: "عمود في الملف"
    },
    text: "النص",
    fieldName: "اسم الحقل",
    fallback: "البديل",
    fallbackHint: "لمن ليس لديهم هذا الحقل. دون بديل يجري تخطيهم.",
    previewHint: "تظهر البدائل. الحقول التي ليس لها بديل بين قوسين.",
    who: "من يستلم الرسالة؟",
    audienceHints: {
      everyone: "كل جهة اتصال عند بدء الحملة",
      filter: "جهات الاتصال التي تطابق كل الشروط عند بدء الحملة",
      label: "جهات الاتصال التي لها التصنيف الآن",
      file: "أرقام وقيم من ملف، حتى لمن ليسوا جهات اتصال"
    },
    filterHint: "يجب أن تطابق جهات الاتصال كل الشروط.",
    tag: "الوسم",
    addTag: "إضافة وسم",
    addAttribute: "إضافة سمة",
    attributeHint: 'الأرقام وtrue وfalse ليست نصوصًا إلا بين علامتي اقتباس: "42"',
    search: "الاسم أو الرقم أو البريد يحتوي",
    chooseLabel: "اختر تصنيفًا",
    labelHint: "حتى 10,000 جهة اتصال. لا تغيّر تعديلات التصنيف اللاحقة الحملة.",
    drop: "أفلت ملف CSV هنا",
    choose: "اختر ملفًا",
    replace: "استبدال الملف",
    rows: (count) => `في الملف: ${people(count)}`,
    fileHint: "العمود phone مطلوب. العمود name هو الاسم. والأعمدة الأخرى قيم: اختر عمود في الملف.",
    count: "عدّ المستلمين",
    recipients: people,
    countedLater: "يُعدّ المستلمون عند بدء الحملة.",
    skipped: (optedOut, blocked) => `${optedOut} ألغوا الاشتراك و${blocked} محظورون: لا رسالة لهم`,
    start: "البدء",
    now: "الآن",
    later: "في وقت محدد",
    zoneHint: "أدخل منطقة زمنية مثل Europe/Berlin.",
    yourTime: (time) => `${time} بتوقيتك`,
    pace: "رسائل في الثانية",
    paceHint: (usual) => `الافتراضي: ${usual}. السرعة الأقل تترك لفريقك وقتًا للرد.`,
    stopOn: "التوقف لمن…",
    stops: { reply: "يردّ قبل إرسال رسالته", opt_out: "يلغي الاشتراك، حتى للقوالب غير التسويقية" },
    never: "أبدًا",
    test: "اختبار",
    testNumbers: "أرقام الهواتف",
    testHint: (most) => `من 1 إلى ${most} أرقام تفصل بينها فواصل لاتينية`,
    sendTest: "إرسال اختبار",
    testStatuses: { sent: "أُرسلت", failed: "فشلت" },
    startNow: "بدء الحملة",
    schedule: "جدولة الحملة",
    startOf: (name) => `بدء ${name}؟`,
    startText: "تُرسل الرسائل فورًا. يمكنك إيقاف الحملة مؤقتًا في أي وقت.",
    scheduleText: (when) => `تُرسل الرسائل في ${when}. يمكنك إلغاء الحملة قبل ذلك.`,
    problems: {
      name: "أدخل اسمًا.",
      template: "اختر قالبًا.",
      missing: "أدخل قيمة.",
      audience: "اختر من يستلم الرسالة.",
      labelEmpty: "لا جهة اتصال لها هذا التصنيف.",
      pace: (least, most) => `أدخل عددًا صحيحًا من ${least} إلى ${most}.`
    }
  }
}
