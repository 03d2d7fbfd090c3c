import { assert, describe } from "@effect/vitest"
import { mkdir, stat } from "node:fs/promises"
import { join } from "node:path"
import type { Channel, Customer } from "./support/Customer.ts"
import { desktop, journey, type Scene, until } from "./support/journey.ts"
import type { Visitor } from "./support/Visitor.ts"

const folder = join(import.meta.dirname, "../../docs/sending")

/** The largest picture, in bytes. */
const maxSize = 60_000

/** How long all pictures may take, in milliseconds. */
const patience = 180_000

const paths: Readonly<Record<Channel, string>> = {
  whatsapp: "/v1/send-message",
  messenger: "/v1/messenger/send-message",
  instagram: "/v1/instagram/send-message"
}
const recipients: Readonly<Record<Channel, string>> = {
  whatsapp: "to",
  messenger: "recipientId",
  instagram: "participantId"
}

type Body = Readonly<Record<string, unknown>>

const interactive = (content: Body): Body => ({ type: "interactive", interactive: content })
const reply = (id: string, title: string) => ({ type: "reply", reply: { id, title } })

const whatsApp: Readonly<Record<string, Body>> = {
  text: { type: "text", text: "Your table is ready: https://example.com/t/17" },
  location: {
    type: "location",
    location: { latitude: 52.517, longitude: 13.3889, name: "Unter den Linden 1" }
  },
  buttons: interactive({
    type: "button",
    body: { text: "Which time suits you?" },
    action: { buttons: [reply("18", "18:00"), reply("20", "20:00")] }
  }),
  list: interactive({
    type: "list",
    body: { text: "What would you like to drink?" },
    action: {
      button: "Drinks",
      sections: [
        {
          title: "Hot",
          rows: [
            { id: "tea", title: "Tea" },
            { id: "coffee", title: "Coffee", description: "Or espresso" }
          ]
        },
        { title: "Cold", rows: [{ id: "water", title: "Water" }] }
      ]
    }
  }),
  link: interactive({
    type: "cta_url",
    body: { text: "Choose your seats" },
    action: { name: "cta_url", parameters: { display_text: "Book", url: "https://example.com/book" } }
  }),
  carousel: interactive({
    type: "carousel",
    body: { text: "New plants" },
    action: {
      cards: ["Echeveria", "Aloe"].map((name, index) => ({
        card_index: index,
        type: "cta_url",
        header: { type: "image", image: { link: `https://example.com/${name}.jpg` } },
        body: { text: name },
        action: { name: "cta_url", parameters: { display_text: "Buy", url: `https://example.com/${name}` } }
      }))
    }
  }),
  form: interactive({
    type: "flow",
    body: { text: "Book a table" },
    action: {
      name: "flow",
      parameters: {
        flow_message_version: "3",
        flow_id: "1234567890",
        flow_cta: "Book",
        flow_token: "table-17",
        flow_action: "navigate",
        flow_action_payload: { screen: "GUESTS" }
      }
    }
  }),
  template: {
    type: "template",
    template: {
      name: "seasonal_promotion",
      language: { code: "en_US" },
      components: [
        { type: "header", parameters: [{ type: "text", text: "spring sale" }] },
        { type: "body", parameters: ["Sunday", "SPRING25", "25%"].map((text) => ({ type: "text", text })) },
        { type: "button", sub_type: "url", index: 1, parameters: [{ type: "text", text: "spring" }] }
      ]
    }
  }
}

const messenger: Readonly<Record<string, Body>> = {
  "quick-replies": {
    type: "quick_replies",
    text: "How can we reach you?",
    quickReplies: [
      { title: "Here", payload: "HERE" },
      { title: "By phone", payload: "PHONE" }
    ]
  },
  cards: {
    type: "generic_template",
    elements: [
      { title: "Table for two", subtitle: "Tonight at 8" },
      { title: "Table for six", subtitle: "Tomorrow at 7" }
    ]
  },
  receipt: {
    type: "receipt_template",
    receipt: {
      recipientName: "Ada Lovelace",
      orderNumber: "1042",
      currency: "EUR",
      paymentMethod: "Visa 2345",
      items: [{ title: "Fish of the day", quantity: 2, price: 18.5 }],
      summary: { totalCost: 37 }
    }
  }
}

const open = async ({ page }: Visitor, { name }: Customer) => {
  await page.getByRole("button", { name: new RegExp(`${name}.*Hello!`) }).click()
  await page.getByRole("log").getByText("Hello!").waitFor()
}

/** Sends one message after the other, and stores a picture of each on the phone of the customer. */
const storePictures = async (
  scene: Scene,
  visitor: Visitor,
  customer: Customer,
  messages: Readonly<Record<string, Body>>
) => {
  const bubbles = visitor.page.locator(".phone-message")
  for (const [name, body] of Object.entries(messages)) {
    const before = await bubbles.count()
    await scene.developer("POST", paths[customer.channel], { [recipients[customer.channel]]: customer.from, ...body })
    await until(`the phone shows ${name}`, async () => (await bubbles.count()) > before)
    const path = join(folder, `${name}.png`)
    await bubbles.last().screenshot({ path, animations: "disabled", caret: "hide" })
    assert.isBelow((await stat(path)).size, maxSize, path)
  }
}

// `npm run screenshots`: the pictures of docs/sending.md, drawn by the phone of the playground.
describe("pictures", () => {
  journey(
    "of the messages that a business sends, on the phone of the customer",
    async (scene) => {
      await mkdir(folder, { recursive: true })
      const visitor = await scene.visitor("sent", { as: scene.owner, viewport: desktop, deviceScaleFactor: 2 })
      await visitor.goTo("/playground")
      for (const [channel, messages] of [
        ["whatsapp", whatsApp],
        ["messenger", messenger]
      ] as const) {
        const customer = scene.customer(channel === "whatsapp" ? "Ada Lovelace" : "Alan Turing", channel)
        await customer.writes("Hello!")
        await open(visitor, customer)
        await storePictures(scene, visitor, customer, messages)
      }
    },
    patience
  )
})
