/** Groups of the emoji picker. */
export type EmojiGroup = "people" | "gestures" | "hearts" | "nature" | "food" | "activities" | "objects"

/** Emojis of a group: each line is an emoji with its English and Arabic words for the search. */
const lines: Readonly<Record<EmojiGroup, string>> = {
  people: `😀 grin smile|ابتسامة
😃 happy smile|سعيد
😄 laugh smile|ضحك
😁 beam grin|ابتسامة عريضة
😆 laugh squint|ضحك
😅 sweat relief|عرق ارتياح
🤣 rolling laugh|ضحك شديد
😂 tears joy laugh|دموع فرح
🙂 slight smile|ابتسامة خفيفة
🙃 upside down|مقلوب
😉 wink|غمزة
😊 blush smile|خجل
😇 angel halo|ملاك
🥰 love hearts|حب
😍 heart eyes love|عيون قلب
🤩 star struck|انبهار
😘 kiss|قبلة
😋 yummy tasty|لذيذ
😜 wink tongue|لسان
🤪 crazy|مجنون
🤗 hug|عناق
🤭 giggle oops|ضحكة
🤫 quiet secret|سر هدوء
🤔 think|تفكير
🤐 zip quiet|صمت
😐 neutral|محايد
😑 expressionless|بلا تعبير
😶 speechless|صامت
😏 smirk|ابتسامة ماكرة
😒 unamused|غير راض
🙄 eye roll|تقليب العيون
😬 grimace awkward|محرج
😌 relieved calm|هدوء
😔 sad pensive|حزين
😪 sleepy tired|نعسان
😴 sleep|نوم
😷 mask sick|كمامة مريض
🤒 fever ill|حمى
🤕 hurt injury|إصابة
🤢 nausea|غثيان
🤧 sneeze cold|عطس زكام
🥵 hot|حر
🥶 cold freezing|برد
😵 dizzy|دوار
🤯 mind blown|ذهول
🥳 party celebrate|حفلة احتفال
😎 cool sunglasses|رائع نظارة
🤓 nerd|ذكي
😕 confused|حيرة
😟 worried|قلق
🙁 frown sad|عبوس
😮 surprised wow|دهشة
😲 astonished|مذهول
😳 flushed|خجل
🥺 pleading please|رجاء
😧 anguished|ألم
😨 fear|خوف
😰 anxious sweat|توتر
😢 cry sad|بكاء
😭 sob cry|بكاء شديد
😱 scream shock|صراخ
😣 persevere|معاناة
😞 disappointed|خيبة
😓 downcast|إحباط
😩 weary|إرهاق
😫 tired|تعب
🥱 yawn bored|تثاؤب
😤 huff|غيظ
😡 angry|غضب
😠 mad angry|غاضب
🤬 swear|شتيمة
💀 skull|جمجمة
💩 poop|براز
🤖 robot|روبوت
👻 ghost|شبح
👶 baby|رضيع
👧 girl|بنت
👦 boy|ولد
👩 woman|امرأة
👨 man|رجل
👵 grandmother|جدة
👴 grandfather|جد
👮 police|شرطة
👷 builder worker|عامل
👩‍💻 developer computer|مطورة
👨‍🍳 cook chef|طباخ
🧑‍⚕️ doctor health|طبيب
🤷 shrug|لا أدري
🤦 facepalm|إحراج
🙋 hand raise question|رفع اليد
🙇 bow sorry|اعتذار
🏃 run|جري
🚶 walk|مشي
💃 dance|رقص
👪 family|عائلة`,
  gestures: `👍 thumbs up yes good|إعجاب موافق
👎 thumbs down no bad|رفض
👌 ok|حسنا
🤌 pinched|لحظة
✌️ peace victory|سلام نصر
🤞 fingers crossed luck|حظ
🤟 love you|أحبك
🤘 rock|روك
🤙 call me|اتصل بي
👈 left point|يسار
👉 right point|يمين
👆 up point|أعلى
👇 down point|أسفل
☝️ one up|واحد
✋ stop hand|قف
🖐️ five hand|يد
👋 wave hello bye|مرحبا وداعا
👏 clap applause|تصفيق
🙌 hooray praise|مرحى
👐 open hands|يدان
🤲 palms prayer|دعاء
🤝 handshake deal|مصافحة اتفاق
🙏 thanks please pray|شكرا رجاء
✍️ write|كتابة
💪 strong muscle|قوة
👀 eyes look|عيون
👂 ear listen|أذن
🧠 brain|دماغ
🗣️ speak|كلام
👤 person|شخص
👥 people|أشخاص`,
  hearts: `❤️ red heart love|قلب أحمر حب
🧡 orange heart|قلب برتقالي
💛 yellow heart|قلب أصفر
💚 green heart|قلب أخضر
💙 blue heart|قلب أزرق
💜 purple heart|قلب بنفسجي
🖤 black heart|قلب أسود
🤍 white heart|قلب أبيض
💔 broken heart|قلب مكسور
💕 two hearts|قلبان
💖 sparkling heart|قلب لامع
💯 hundred perfect|مئة ممتاز
✅ check done yes|تم نعم
☑️ checkbox|مربع اختيار
✔️ check mark|علامة صح
❌ cross no wrong|لا خطأ
❗ exclamation important|مهم تعجب
❓ question|سؤال
⚠️ warning|تحذير
🚫 forbidden|ممنوع
⛔ no entry|ممنوع الدخول
🆗 ok button|موافق
🆕 new|جديد
🆓 free|مجاني
ℹ️ information|معلومات
➡️ right arrow|سهم يمين
⬅️ left arrow|سهم يسار
⬆️ up arrow|سهم أعلى
⬇️ down arrow|سهم أسفل
🔄 refresh again|تحديث
➕ plus add|زائد
➖ minus|ناقص
🔴 red circle|دائرة حمراء
🟢 green circle|دائرة خضراء
🟡 yellow circle|دائرة صفراء
🔵 blue circle|دائرة زرقاء
💬 speech message|رسالة كلام
💭 thought|فكرة
💤 sleep zzz|نوم
💢 anger|غضب`,
  nature: `☀️ sun weather|شمس
🌤️ sun cloud|غيوم
☁️ cloud|سحابة
🌧️ rain|مطر
⛈️ storm|عاصفة
❄️ snow cold|ثلج
⚡ lightning fast|برق
🔥 fire hot|نار
💧 drop water|قطرة
🌊 wave sea|موج
🌈 rainbow|قوس قزح
⭐ star|نجمة
🌟 glowing star|نجمة لامعة
✨ sparkles|بريق
🌙 moon night|قمر ليل
🌍 earth world|أرض عالم
🌱 plant seedling|نبتة
🌳 tree|شجرة
🌴 palm|نخلة
🌵 cactus|صبار
🌸 blossom flower|زهرة
🌹 rose|وردة
🌻 sunflower|دوار الشمس
💐 bouquet flowers|باقة
🍀 clover luck|حظ برسيم
🐶 dog|كلب
🐱 cat|قطة
🐭 mouse|فأر
🐰 rabbit|أرنب
🦊 fox|ثعلب
🐻 bear|دب
🐼 panda|باندا
🦁 lion|أسد
🐮 cow|بقرة
🐷 pig|خنزير
🐵 monkey|قرد
🐔 chicken|دجاجة
🐧 penguin|بطريق
🐦 bird|طائر
🦋 butterfly|فراشة
🐝 bee|نحلة
🐢 turtle|سلحفاة
🐟 fish|سمكة
🐬 dolphin|دلفين
🐫 camel|جمل
🐴 horse|حصان`,
  food: `🍎 apple|تفاحة
🍌 banana|موز
🍇 grapes|عنب
🍓 strawberry|فراولة
🍊 orange|برتقال
🍋 lemon|ليمون
🍉 watermelon|بطيخ
🥑 avocado|أفوكادو
🍅 tomato|طماطم
🥕 carrot|جزر
🥗 salad|سلطة
🍞 bread|خبز
🥐 croissant|كرواسون
🧀 cheese|جبن
🥚 egg|بيضة
🍔 burger|برغر
🍟 fries|بطاطس
🍕 pizza|بيتزا
🌮 taco|تاكو
🥙 shawarma wrap|شاورما
🍝 pasta|معكرونة
🍜 noodles soup|شوربة
🍚 rice|أرز
🍣 sushi|سوشي
🍦 ice cream|مثلجات
🍩 donut|دونات
🍪 cookie|كعكة
🎂 birthday cake|كعكة عيد ميلاد
🍰 cake|كيك
🍫 chocolate|شوكولاتة
☕ coffee|قهوة
🍵 tea|شاي
🥤 drink juice|عصير
🍺 beer|بيرة
🍷 wine|نبيذ
🥂 cheers toast|نخب
🍽️ meal plate|وجبة`,
  activities: `🎉 party congratulations|تهانينا حفلة
🎊 confetti|احتفال
🎁 gift present|هدية
🎈 balloon|بالون
🏆 trophy winner|كأس فوز
🥇 gold medal first|ميدالية
⚽ football soccer|كرة قدم
🏀 basketball|كرة سلة
🎾 tennis|تنس
🏊 swim|سباحة
🚴 bike cycling|دراجة
🎮 game|لعبة
🎵 music note|موسيقى
🎤 microphone sing|غناء
🎨 art paint|فن رسم
🎬 film movie|فيلم
🎫 ticket|تذكرة
🚗 car|سيارة
🚕 taxi|سيارة أجرة
🚌 bus|حافلة
🚚 truck delivery|شاحنة توصيل
🏍️ motorcycle|دراجة نارية
🚲 bicycle|دراجة
🚆 train|قطار
✈️ plane flight travel|طائرة سفر
🚀 rocket launch|صاروخ
🚢 ship|سفينة
⛽ fuel|وقود
🏠 home house|بيت
🏢 office building|مكتب
🏥 hospital|مستشفى
🏨 hotel|فندق
🏪 shop store|متجر
🏫 school|مدرسة
🏖️ beach|شاطئ
🏔️ mountain|جبل
🗺️ map|خريطة
📍 location pin place|موقع مكان`,
  objects: `📱 phone mobile|هاتف
💻 laptop computer|حاسوب
🖥️ screen desktop|شاشة
🖨️ printer|طابعة
📷 camera photo|كاميرا صورة
🎥 video camera|فيديو
📞 call telephone|اتصال
☎️ telephone|هاتف
📧 email mail|بريد
✉️ envelope letter|رسالة ظرف
📦 package parcel box|طرد صندوق
📫 mailbox|صندوق بريد
📎 clip attachment|مشبك مرفق
📄 document page|مستند
📋 clipboard list|قائمة
📅 calendar date|تقويم تاريخ
⏰ alarm time|منبه وقت
⏳ hourglass wait|انتظار
⌚ watch|ساعة
🔔 bell notification|جرس إشعار
🔍 search|بحث
🔒 lock secure|قفل
🔓 unlock|فتح القفل
🔑 key|مفتاح
🔧 wrench repair|إصلاح
🔨 hammer|مطرقة
⚙️ settings gear|إعدادات
💡 idea light|فكرة ضوء
🔋 battery|بطارية
🔌 plug|قابس
💰 money|مال
💵 cash dollar|نقد
💳 card pay|بطاقة دفع
🧾 receipt invoice|فاتورة إيصال
🛒 cart shopping|تسوق عربة
🛍️ shopping bags|أكياس تسوق
👕 shirt clothes|قميص
👟 shoe|حذاء
👓 glasses|نظارة
💍 ring|خاتم
💊 pill medicine|دواء
🛏️ bed|سرير
🚪 door|باب
🧹 broom clean|تنظيف
📚 books|كتب
✏️ pencil edit|قلم
📌 pin|دبوس
📈 chart up growth|نمو
📉 chart down|انخفاض
📊 bar chart report|تقرير
🏷️ label price tag|بطاقة سعر
🚩 flag|علم`
}

/** An emoji with the words that find it. */
export interface Emoji {
  readonly emoji: string
  readonly words: string
}

const groupOf = (text: string): ReadonlyArray<Emoji> =>
  text.split("\n").map((line) => {
    const space = line.indexOf(" ")
    return { emoji: line.slice(0, space), words: line.slice(space + 1) }
  })

const names: ReadonlyArray<EmojiGroup> = ["people", "gestures", "hearts", "nature", "food", "activities", "objects"]

/** Common emojis by group, without skin tones. */
export const emojis: ReadonlyArray<readonly [EmojiGroup, ReadonlyArray<Emoji>]> = names.map((name) => [
  name,
  groupOf(lines[name])
])

/** Groups with the emojis of which a word begins with each word of the query. */
export const foundEmojis = (query: string): typeof emojis => {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = ({ words }: Emoji) =>
    wanted.every((word) => words.split(/[\s|]/).some((known) => known.startsWith(word)))
  return emojis.map(([name, all]) => [name, all.filter(isFound)] as const).filter(([, all]) => all.length > 0)
}
