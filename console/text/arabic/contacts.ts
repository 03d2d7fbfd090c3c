import { counted } from "../counted.ts"
import type { contacts as english } from "../english/contacts.ts"

const people = (count: number) =>
  counted("ar", count, {
    zero: "لا جهات اتصال",
    one: "جهة اتصال واحدة",
    two: "جهتا اتصال",
    few: "# جهات اتصال",
    other: "# جهة اتصال"
  })
const rows = (count: number) =>
  counted("ar", count, { zero: "لا صفوف", one: "صف واحد", two: "صفان", few: "# صفوف", other: "# صفًا" })

/** Texts of the section `contacts`. */
export const contacts: typeof english = {
  title: "جهات الاتصال",
  back: "كل جهات الاتصال",
  search: "البحث في جهات الاتصال",
  searchHint: "الاسم أو الرقم أو البريد",
  label: "التصنيف",
  allLabels: "كل التصنيفات",
  none: "لا توجد جهات اتصال بعد.",
  notFound: "لم يُعثر على جهات اتصال.",
  create: "إنشاء جهة اتصال",
  import: "استيراد",
  export: "تصدير CSV",
  exporting: (count) => `جارٍ تصدير ${count}…`,
  exportFailed: "تعذّر تصدير جهات الاتصال",
  columns: "الأعمدة",
  columnNames: {
    name: "الاسم",
    phone: "الرقم",
    email: "البريد",
    channels: "القنوات",
    labels: "التصنيفات",
    tags: "الوسوم",
    consent: "الموافقة",
    lastMessage: "آخر رسالة",
    conversations: "المحادثات",
    country: "البلد",
    source: "المصدر",
    created: "أُنشئت",
    updated: "عُدّلت"
  },
  ascending: "ترتيب تصاعدي",
  descending: "ترتيب تنازلي",
  blocked: "محظورة",
  selection: "جهات الاتصال المحددة",
  select: (name) => `تحديد ${name}`,
  selectPage: "تحديد هذه الصفحة",
  selected: (count) => `المحدد: ${people(count)}`,
  selectAll: (count) => `تحديد الكل (${count})`,
  clearSelection: "إلغاء التحديد",
  working: (count) => `اكتمل ${count}…`,
  setLabel: "تعيين التصنيفات",
  labelled: (count) => `تغيرت تصنيفات ${people(count)}`,
  startCampaign: "بدء حملة",
  failed: "تعذّر تغيير جهات الاتصال",
  noLabels: "لا توجد تصنيفات بعد.",
  phoneHint: "مع رمز البلد، مثل ‎+1 555 010 0100",
  tagsHint: "تفصل بينها فواصل لاتينية",
  since: "جهة اتصال منذ",
  timeline: "المحادثات",
  noConversations: "لا توجد محادثات بعد.",
  messages: "أحدث الرسائل",
  received: "واردة",
  sent: "مرسلة",
  notDelivered: "لم تُسلَّم",
  openMessage: "افتح هذه الرسالة في صندوق الوارد",
  openInInbox: "فتح في صندوق الوارد",
  allMessages: (count) =>
    counted("ar", count, {
      one: "عرض رسالة واحدة",
      two: "عرض الرسالتين",
      few: "عرض كل الرسائل (#)",
      other: "عرض كل الرسائل (#)"
    }),
  erase: "محو جهة الاتصال",
  eraseOf: (name) => `محو ${name}؟`,
  eraseText:
    "يُحذف اسم جهة الاتصال وأرقامها ورسائلها وملاحظاتها وملفاتها وأحداثها. تبقى الأعداد والأسعار. لا يمكن التراجع عن ذلك.",
  eraseSure: "أفهم أن رسائل جهة الاتصال هذه ستُحذف.",
  erasure: {
    title: "مُحيت جهة الاتصال",
    statuses: { running: "جارٍ التنفيذ", done: "اكتمل" },
    runningText: "حُذفت جهة الاتصال، ويُحذف الباقي خلال دقائق.",
    doneText: "حُذفت كل بيانات جهة الاتصال هذه.",
    requestedAt: "وقت الطلب",
    finishedAt: "وقت الاكتمال",
    kinds: { messages: "الرسائل", files: "الملفات", records: "سجلات أخرى" }
  },
  segments: {
    title: "الشرائح",
    everyone: "كل جهات الاتصال",
    save: "حفظ كشريحة",
    hint: "البحث والتصنيف والترتيب تحت اسم واحد. تُخزَّن الشرائح في هذا المتصفح.",
    name: "الاسم",
    remove: (name) => `حذف الشريحة ${name}`
  },
  importing: {
    title: "استيراد جهات الاتصال",
    file: "الملف",
    columns: "الأعمدة",
    run: "الاستيراد",
    drop: "أفلت ملف CSV هنا",
    choose: "اختر ملفًا",
    other: "اختر ملفًا آخر",
    fileHint: "في الصف الأول أسماء الأعمدة. الفاصل: فاصلة أو فاصلة منقوطة أو علامة جدولة.",
    fileProblems: {
      workbook: "هذا مصنَّف جداول. احفظه بصيغة «CSV UTF-8» في برنامج الجداول.",
      encoding: "ترميز هذا الملف ليس UTF-8. احفظه بصيغة «CSV UTF-8» في برنامج الجداول.",
      empty: "لا صفوف في هذا الملف تحت صف العناوين.",
      large: "حجم هذا الملف أكثر من 32 ميغابايت. قسّمه."
    },
    rows,
    fieldOf: (column) => `حقل العمود ${column}`,
    skip: "عدم الاستيراد",
    targets: {
      userNumber: "رقم الهاتف",
      userName: "الاسم",
      email: "البريد",
      tags: "الوسوم",
      optedIn: "مشتركة في الرسائل"
    },
    country: "بلد الأرقام المحلية",
    countryHint: "حرفان لاتينيان مثل DE. تُقرأ الأرقام دون رمز البلد كأرقام هذا البلد.",
    countryProblem: "أدخل حرفين لاتينيين مثل DE.",
    preview: "معاينة",
    row: "الصف",
    ready: (count) => `للاستيراد: ${rows(count)}`,
    refused: (count) => `متخطى: ${rows(count)}`,
    noNumber: "اختر العمود الذي فيه رقم الهاتف.",
    start: (count) => `استيراد ${people(count)}`,
    progress: (sent, total) => `${sent} من ${rows(total)}`,
    waiting: "بلغ الاستيراد الحد الأقصى في الدقيقة. يستمر تلقائيًا.",
    done: (count) => `أُضيفت ${people(count)}`,
    download: "تنزيل الصفوف المتخطاة",
    reason: "السبب",
    moreRefused: (count) => `هذه أول ${count}. في الملف كلها.`,
    toList: "عرض جهات الاتصال",
    problems: {
      InvalidPhoneNumber: "هذا ليس رقم هاتف.",
      NoCountryCode: "لا رمز للبلد. اختر بلدًا.",
      PhoneNumberTaken: "لدى جهة اتصال هذا الرقم.",
      ChoiceUnknown: "استخدم نعم أو لا.",
      FieldsMissing: "في هذا الصف حقول أقل من اللازم.",
      repeated: (row) => `في الصف ${row} الرقم نفسه.`,
      email: "هذا ليس عنوان بريد إلكتروني.",
      field: "هذه القيمة طويلة جدًا."
    }
  }
}
