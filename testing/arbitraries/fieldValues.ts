/** Texts in many scripts, some of which are hard to cut. */
const texts = [
  "Is it open today?",
  "Gracias 🙏🏽",
  "Das Päckchen ist da – wann kommt der Rest?",
  "متى يصل الطلب؟",
  "מתי זה מגיע?",
  "Ça coûte combien ?\n2 pièces, s'il vous plaît.",
  "नमस्ते, क्या यह उपलब्ध है?",
  "👨‍👩‍👧‍👦 table for four",
  "caf\u0065\u0301",
  "ok"
] as const

const names = ["Ada Lovelace", "José Núñez", "Zoë Müller", "李小龍", "محمد علي", "דוד כהן", "नमिता देवी"] as const

const phones = [
  "15551234567",
  "4915112345678",
  "5511987654321",
  "5215512345678",
  "5491123456789",
  "919876543210"
] as const

const personIds = ["4711", "5614879045272581", "7234019283746501", ...phones] as const

const messageIds = [
  "wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5",
  "m_Um_JaXDQZnPmE",
  "aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlE"
] as const

const addresses = [
  "https://shop.example.com/menu.pdf",
  "https://cdn.example.com/a/photo.jpg?size=large",
  "https://xn--bcher-kva.example/bestellung"
] as const

const platformIds = ["106540352242922", "102290129340398", "17841405793187218"] as const

const titles = ["Red", "Sí", "Opening hours", "שעות", "🛒 Order"] as const

const times = ["2026-11-20T12:00:00.000Z", "2026-02-28T23:59:59.999Z", "2024-02-29T00:00:00.000Z"] as const

const retailerIds = ["sku-4711", "2c3e5f"] as const

const templateNames = ["hello_world", "order_update", "appointment_reminder_2"] as const

const suspensionReasons = ["The invoice of October is unpaid", "Spam was reported"]
const organizationReferences = ["customer-4711", "crm:2026/17", "Müller & Söhne"]
const priceTypes = ["regular", "free_customer_service", "free_entry_point"]

/** Typical texts by field name. Other fields have arbitrary storable text. */
export const fieldTexts: Readonly<Record<string, ReadonlyArray<string>>> = {
  model: ["PMP", "CBP"],
  suspensionReason: suspensionReasons,
  account: platformIds,
  accountId: platformIds,
  accountExternalId: platformIds,
  businessAccountId: platformIds,
  externalId: platformIds,
  pageId: platformIds,
  platformId: platformIds,
  platformMediaId: platformIds,
  external_id: platformIds,
  business_account_id: platformIds,
  address: ["Unter den Linden 1, Berlin", "Av. Paulista 1578, São Paulo"],
  body: ['{"object":"whatsapp_business_account","entry":[]}', '{"success":true}'],
  caption: texts,
  category: ["UTILITY", "MARKETING", "AUTHENTICATION"],
  change: ["phone_number_quality_update", "account_update", "policy-enforcement"],
  changed_by: ["service_role"],
  assigned_by: ["service_role", "automatic"],
  author: names,
  awayMessage: texts,
  greeting: texts,
  timeZone: ["Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu", "UTC"],
  closed_by: ["service_role"],
  code: ["BR", "DE"],
  consumerName: ["crm", "order-bot", "audit.v2"],
  contactSource: ["api", "import", "whatsapp", "messenger", "instagram"],
  detail: ["connect ECONNREFUSED 192.0.2.1:443", "no answer within 10 seconds"],
  details: ["More than 24 hours have passed since the customer last replied."],
  displayName: ["Shop", "+1 555 078 3881", "Café Ünlü"],
  email: ["ada@example.com", "zoe.mueller@mail.example.org", "j+news@xn--bcher-kva.example"],
  emoji: ["👍", "❤️", "🙏🏽"],
  error: ["This request cannot be read", "No account has this id"],
  eventUrl: ["https://parley.example.com/api/developer/v1/media/0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e23"],
  filename: ["menu.pdf", "photo 1.jpg", "Rechnung Größe.pdf"],
  from: personIds,
  idempotencyKey: ["order-4711", "a3d9f7d0-6a4e-4a43-b7f3-0b8f2ad1e1c5", "2026-11-20/invoice/17"],
  imageUrl: addresses,
  defaultUrl: addresses,
  orderUrl: addresses,
  url: addresses,
  urls: addresses,
  attachmentId: platformIds,
  city: ["Menlo Park", "São Paulo"],
  currency: ["USD", "EUR"],
  merchantName: ["Shop", "Café Ünlü"],
  orderNumber: ["1042", "2026-11-20/17"],
  organizationReference: organizationReferences,
  paymentMethod: ["Visa 2345", "Pix"],
  postalCode: ["94025", "01310-100"],
  recipientName: names,
  state: ["CA", "SP"],
  stickerId: platformIds,
  street1: ["1 Hacker Way", "Av. Paulista 1578"],
  street2: ["Floor 2"],
  key: ["wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5:delivered", "m_Um_JaXDQZnPmE", "reaction:m_Um_JaXDQZnPmE"],
  language: ["en_US", "de", "pt_BR", "ar"],
  languageCode: ["en_US", "de", "pt_BR", "ar"],
  message: ["Message undeliverable", "Re-engagement message", "Invalid OAuth access token"],
  message_id: messageIds,
  platformMessageId: messageIds,
  method: ["GET", "POST", "PUT", "DELETE"],
  mimeType: ["image/jpeg", "application/pdf", "audio/ogg", "video/mp4"],
  mime_type: ["image/jpeg", "application/pdf", "audio/ogg", "video/mp4"],
  country: ["US", "BR", "DE"],
  day: ["2026-11-01", "2026-11-30", "2024-02-29"],
  month: ["2026-11-01", "2026-12-01", "2027-01-01", "2024-02-01"],
  name: names,
  number: phones,
  path: ["/api/developer/v1/send-message", "/api/developer/v1/contacts"],
  payload: ["RED", "order:4711", '{"step":2}'],
  personId: personIds,
  phone: phones,
  phoneIdentity: phones,
  phone_number: phones,
  reason: ["INVALID_FORMAT", "NONE"],
  reaction: ["👍", "❤️", "love"],
  reference: organizationReferences,
  recipient: personIds,
  requestId: ["0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e30", "req-17"],
  resolution: ["solved", "out of office"],
  sha256: ["49f2271f632d2809ec9541960b5a9ed7e0b5d5b9f2b0d9a9f0b7a8c1d2e3f405"],
  signingSecret: ["whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="],
  source: ["api", "import", "whatsapp", "messenger", "instagram"],
  status: ["APPROVED", "PENDING", "REJECTED"],
  subject: ["auth0|5f7c8ec7c33c6c004bbafe82", "b1946ac9-2492-4a3f-9d40-9c6f7a8b2e11"],
  subtitle: texts,
  templateId: platformIds,
  templateName: templateNames,
  text: texts,
  timestamp: times,
  title: titles,
  to: personIds,
  username: ["ada.l", "zoe_mueller"],
  what: ["phone_number_quality_update", "account_update", "policy-enforcement"],
  peer: personIds,
  value: personIds,
  previous: personIds,
  scope: ["", ...platformIds],
  labels: ["VIP", "Rückfrage", "urgent"],
  labelColor: ["#2f80ed", "#000000"],
  color: ["#2f80ed", "#000000"],
  shortcut: ["hours", "gracias_1"],
  replyShortcut: ["hours", "gracias_1"],
  replyLanguage: ["en", "pt_BR"],
  current: ["VIP", "Rückfrage"],
  tags: ["vip", "Kunde", "newsletter", "отзыв", "🔥"],
  ipAddress: ["203.0.113.7", "2001:db8::1"],
  failing_since: times,
  disabled_at: times,
  catalog_id: platformIds,
  product_retailer_id: retailerIds,
  thumbnail_product_retailer_id: retailerIds,
  parameter_name: ["first_name", "order"],
  flow_id: platformIds,
  flow_name: ["booking"],
  flow_action: ["navigate", "data_exchange"],
  navigate_screen: ["WELCOME"],
  otp_type: ["COPY_CODE", "ONE_TAP"],
  sub_type: ["url", "quick_reply", "copy_code"],
  format: ["TEXT", "IMAGE", "DOCUMENT"],
  parameter_format: ["POSITIONAL", "NAMED"],
  rejected_reason: ["NONE", "INVALID_FORMAT"],
  replyTo: messageIds,
  displayNumber: phones,
  quality: ["GREEN", "YELLOW", "RED"],
  sub_category: ["ORDER_STATUS"],
  previous_category: ["MARKETING"],
  agent: names,
  field: ["name", "attributes.size"],
  fallback: titles,
  example: ["4711", "Ada"],
  userAgent: ["node", "curl/8.14.1"]
}

/** Typical texts by type and field name, for fields with a different content per type. */
export const textsOfType: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
  suspension: { reason: suspensionReasons },
  messagePricing: { type: priceTypes },
  pricingReport: { type: priceTypes },
  messageReceiptData: { type: priceTypes },
  messageAnnotations: { type: priceTypes },
  platformFile: { id: platformIds },
  organization: { name: ["Acme", "Café Ünlü", "株式会社パーリー"] },
  listedTemplate: { name: templateNames, id: platformIds },
  templateDefinition: { name: templateNames, id: platformIds },
  templateComponent: { type: ["BODY", "HEADER", "FOOTER", "BUTTONS", "CAROUSEL"] },
  templateDraft: { name: templateNames, language: ["en_US", "es"] },
  messageSentData: { type: ["text", "template", "image", "document", "audio", "video"] },
  messageReceivedData: { type: ["text", "image", "document", "audio", "video", "location"] },
  messageEditedData: { type: ["text", "image"] },
  message: { type: ["text", "template", "image", "document", "audio", "video", "location"] },
  signingSecret: { value: ["whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", "a secret of the subscriber, 2026"] },
  savedReply: { language: ["en", "pt_BR"] },
  label: { name: ["VIP", "Rückfrage"] },
  team: { name: ["Billing", "Support"] },
  accountPerson: { personId: personIds },
  platformConversation: { id: personIds },
  pastMessage: { id: personIds },
  reportedPlace: {
    channel: ["whatsapp", "messenger", "instagram"],
    channelAccountId: ["0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41"],
    teamId: ["0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e42"],
    labels: ["0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e43", "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e44"]
  },
  templateButton: { type: ["QUICK_REPLY", "URL", "PHONE_NUMBER"] },
  templateParameter: { type: ["text", "currency", "image"] },
  templatePart: { type: ["BODY", "HEADER", "FOOTER", "BUTTONS"] },
  partValues: { type: ["body", "header", "button"] },
  inbound: { type: ["text", "image", "audio"] },
  edit: { type: ["text", "image"] },
  previousSecret: { value: ["whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="] },
  webhook: { value: ["whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="] }
}

/** Typical objects for fields without a fixed schema. */
export const fieldObjects: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>> = {
  content: [
    { text: "Is it open today?" },
    { text: "متى يصل الطلب؟ 🙏🏽" },
    { url: "https://cdn.example.com/a/photo.jpg", mimeType: "image/jpeg", caption: "This one?" },
    { latitude: 52.5163, longitude: 13.3777, name: "Brandenburger Tor" }
  ],
  atPlatform: [{}],
  campaignValues: [{ "1": "Ada" }, { "1": { field: "name", fallback: "there" } }],
  messageContent: [{ text: "Gracias 🙏🏽" }, { template: { name: "hello_world", language: "en_US" } }],
  attributes: [{}, { city: "São Paulo" }, { vip: true, orders: 12 }],
  contactAttributes: [{}, { city: "São Paulo" }, { vip: true, orders: 12, nested: { of: ["any", "kind"] } }],
  components: [
    { type: "BODY", text: "Hello {{1}}, your order {{2}} is on its way." },
    { type: "HEADER", format: "TEXT", text: "Your order" },
    { type: "FOOTER", text: "Reply STOP to end" }
  ],
  optIn: [{ type: "notification_messages", title: "Offers" }],
  raw: [{ from: "15551234567", type: "text", text: { body: "Is it open today?" } }],
  referral: [{ source_type: "ad", source_id: "120210000000000", headline: "Open today" }],
  requestBody: [{ to: "15551234567", type: "text", text: "Hello" }],
  responseBody: [{ success: true }, { success: false, message: "Invalid phone number", code: "VALIDATION" }],
  values: [{ display_phone_number: "15550783881", event: "FLAGGED", current_limit: "TIER_10K" }, { "1": "Ada" }, {}]
}

/** Fields with counts, sizes and ordinals: never negative. */
export const fieldCounts: ReadonlySet<string> = new Set([
  "attempts",
  "durationMillis",
  "failures",
  "index",
  "limit",
  "percent",
  "size",
  "unreadCount",
  "unread_count"
])

/** HTTP statuses for fields with a numeric status. */
export const fieldStatuses = [200, 201, 400, 401, 404, 409, 429, 502, 503] as const
