import type { TemplateDefinition } from "../../src/domain/templates/Template.ts"

const helloWorld: TemplateDefinition = {
  id: "1192339204654487",
  name: "hello_world",
  parameter_format: "POSITIONAL",
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components: [
    { type: "HEADER", format: "TEXT", text: "Hello World" },
    {
      type: "BODY",
      text: "Welcome! This message shows that your number can send notifications. Thank you for trying it out."
    },
    { type: "FOOTER", text: "WhatsApp Business Platform sample message" }
  ]
}

const orderUpdate: TemplateDefinition = {
  id: "1563240371457802",
  name: "order_update",
  parameter_format: "POSITIONAL",
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components: [
    {
      type: "BODY",
      text: "Hi {{1}}, your order {{2}} has shipped and is on its way.",
      example: { body_text: [["Pablo", "860198-230332"]] }
    }
  ]
}

const orderUpdateSpanish: TemplateDefinition = {
  ...orderUpdate,
  id: "1563240371457803",
  language: "es",
  components: [
    {
      type: "BODY",
      text: "Hola {{1}}, tu pedido {{2}} ha sido enviado y está en camino.",
      example: { body_text: [["Pablo", "860198-230332"]] }
    }
  ]
}

const seasonalPromotion: TemplateDefinition = {
  id: "920070352646140",
  name: "seasonal_promotion",
  parameter_format: "POSITIONAL",
  language: "en_US",
  status: "APPROVED",
  category: "MARKETING",
  previous_category: "ACCOUNT_UPDATE",
  components: [
    { type: "HEADER", format: "TEXT", text: "Our {{1}} is on!", example: { header_text: ["Summer Sale"] } },
    {
      type: "BODY",
      text: "Shop now through {{1}} and use code {{2}} to get {{3}} off of all merchandise.",
      example: { body_text: [["the end of August", "25OFF", "25%"]] }
    },
    { type: "FOOTER", text: "Use the buttons below to manage your marketing subscriptions" },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "Stop promotions" },
        {
          type: "URL",
          text: "Shop now",
          url: "https://shop.example.com/promotions/{{1}}",
          example: ["https://shop.example.com/promotions/summer"]
        }
      ]
    }
  ]
}

const invoiceReady: TemplateDefinition = {
  id: "681470954166259",
  name: "invoice_ready",
  parameter_format: "POSITIONAL",
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components: [
    {
      type: "HEADER",
      format: "DOCUMENT",
      example: { header_handle: ["https://scontent.whatsapp.net/v/t61.29466-34/sample_invoice.pdf"] }
    },
    {
      type: "BODY",
      text: "Thank you for your order, {{1}}! Tap the document above to view your invoice.",
      example: { body_text: [["Mark"]] }
    },
    {
      type: "BUTTONS",
      buttons: [{ type: "PHONE_NUMBER", text: "Call us", phone_number: "+15550783881" }]
    }
  ]
}

const appointmentReminder: TemplateDefinition = {
  id: "1625063511800527",
  name: "appointment_reminder",
  parameter_format: "NAMED",
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components: [
    {
      type: "BODY",
      text: "Hi {{first_name}}, we look forward to seeing you on {{appointment_date}}.",
      example: {
        body_text_named_params: [
          { param_name: "first_name", example: "Priya" },
          { param_name: "appointment_date", example: "June 3 at 10:00" }
        ]
      }
    }
  ]
}

/** The platform writes the text of authentication templates, and lists their code button as a link. */
const verificationCode: TemplateDefinition = {
  id: "594425479261596",
  name: "verification_code",
  parameter_format: "POSITIONAL",
  language: "en_US",
  status: "APPROVED",
  category: "AUTHENTICATION",
  components: [
    {
      type: "BODY",
      text: "*{{1}}* is your verification code. For your security, do not share this code.",
      add_security_recommendation: true,
      example: { body_text: [["123456"]] }
    },
    { type: "FOOTER", text: "This code expires in 10 minutes.", code_expiration_minutes: 10 },
    {
      type: "BUTTONS",
      buttons: [
        {
          type: "URL",
          text: "Copy code",
          url: "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code_expiration_minutes=10&code=otp{{1}}",
          example: ["https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code_expiration_minutes=10&code=otp123456"]
        }
      ]
    }
  ]
}

const catalogOffer: TemplateDefinition = {
  id: "1689556908129833",
  name: "intro_catalog_offer",
  parameter_format: "POSITIONAL",
  language: "en_US",
  status: "APPROVED",
  category: "MARKETING",
  components: [
    {
      type: "BODY",
      text: "Now shop for your favourite products right here on WhatsApp! Get {{1}} off on all orders above {{2}}! Valid for your first {{3}} orders placed on WhatsApp!",
      example: { body_text: [["Rs 100", "Rs 400", "3"]] }
    },
    { type: "FOOTER", text: "Best grocery deals on WhatsApp!" },
    { type: "BUTTONS", buttons: [{ type: "CATALOG", text: "View catalog" }] }
  ]
}

const abandonedCart: TemplateDefinition = {
  id: "1689556908129834",
  name: "abandoned_cart",
  parameter_format: "POSITIONAL",
  language: "en_US",
  status: "APPROVED",
  category: "MARKETING",
  components: [
    { type: "HEADER", format: "TEXT", text: "Forget something, {{1}}?", example: { header_text: ["Pablo"] } },
    {
      type: "BODY",
      text: "Looks like you left some items in your cart! Use code {{1}} and you can get 10% off of all of them.",
      example: { body_text: [["10OFF"]] }
    },
    { type: "BUTTONS", buttons: [{ type: "MPM", text: "View items" }] }
  ]
}

const plain = (id: string, name: string, status: string, text: string): TemplateDefinition => ({
  id,
  name,
  parameter_format: "POSITIONAL",
  language: "en_US",
  status,
  category: "MARKETING",
  components: [{ type: "BODY", text }]
})

/** Templates of a business account, one of each kind that a sender has to tell apart; the last three cannot be sent. */
export const defaultTemplates: ReadonlyArray<TemplateDefinition> = [
  helloWorld,
  orderUpdate,
  orderUpdateSpanish,
  seasonalPromotion,
  invoiceReady,
  appointmentReminder,
  verificationCode,
  catalogOffer,
  abandonedCart,
  {
    ...plain("777135271246401", "miracle_cure", "REJECTED", "Lose weight while you sleep!"),
    rejected_reason: "INVALID_FORMAT"
  },
  plain("777135271246402", "daily_deal", "PAUSED", "Another day, another deal."),
  plain("777135271246403", "spring_collection", "PENDING", "Our spring collection is here.")
]
