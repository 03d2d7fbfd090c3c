import { assert, describe } from "@effect/vitest"
import { mkdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { receiver } from "../support/http/receiver.ts"
import { openWith } from "./support/inboxSteps.ts"
import { desktop, journey, phone, type Scene, until } from "./support/journey.ts"
import type { Visitor } from "./support/Visitor.ts"

const folder = join(import.meta.dirname, "../../docs/console")

/** The largest picture, in bytes. */
const maxSize = 150_000

/** How long all pictures may take, in milliseconds. */
const patience = 240_000

/** Shorter than a journey's, so that a page with phone and tools fits a page of the documentation. */
const shown = {
  light: { viewport: desktop },
  dark: { viewport: desktop, colorScheme: "dark" },
  phone: { viewport: phone }
} as const

const keep = async (visitor: Visitor, name: string): Promise<void> => {
  const path = join(folder, `${name}.png`)
  const spinners = visitor.page.locator(".spinner")
  await until("everything is loaded", async () => (await spinners.count()) === 0)
  await visitor.page.screenshot({ path, animations: "disabled", caret: "hide" })
  assert.isBelow((await stat(path)).size, maxSize, path)
}

/** People who wrote, answers that were read, and a member who looks after them; gives who wrote last. */
const conversations = async (scene: Scene) => {
  const others = [
    ["Grace Hopper", "Thanks, the parcel arrived.", "whatsapp"],
    ["Alan Turing", "Do you have gluten-free bread?", "instagram"],
    ["Katherine Johnson", "I would like to change my order.", "messenger"],
    ["Edsger Dijkstra", "What is the shortest way to you?", "whatsapp"]
  ] as const
  for (const [name, text, channel] of others) await scene.customer(name, channel).writes(text)
  const customer = scene.customer("Ada Lovelace")
  await customer.writes("Hello! Is my table for two still free at seven?")
  // A send before the platform has reported the question would stand above it.
  await until("the question is reported", async () =>
    JSON.stringify(await scene.developer("GET", "/v1/conversations/whatsapp")).includes("Is my table")
  )
  const template = { name: "order_update", language: { code: "en_US" } }
  await scene.developer("POST", "/v1/send-message", {
    to: customer.from,
    type: "text",
    text: "It is. Shall I book it in your name?"
  })
  const parameters = ["Ada", "A-1843"].map((text) => ({ type: "text", text }))
  await scene.developer("POST", "/v1/send-message", {
    to: customer.from,
    template: { ...template, components: [{ type: "body", parameters }] }
  })
  await customer.writes("Yes, please.")
  return customer
}

/** A webhook with a delivery that failed, and those after it that did not. */
const deliveries = async (scene: Scene): Promise<void> => {
  let status = 500
  const received: Array<string> = []
  const address = await scene.run(
    receiver(
      scene.dataDir,
      ({ headers }) => received.push(headers["webhook-id"] ?? ""),
      () => status
    )
  )
  const events = ["message.received", "message.sent", "message.delivered", "message.read"]
  await scene.developer("POST", "/v1/webhooks", { url: address, events })
  await scene.customer("Barbara Liskov").writes("Can I substitute the salad?")
  await until("a delivery failed", () => received.length > 0)
  status = 204
}

/** The pages of developers in pictures, each with what it shows when it is complete. */
const developers = {
  "quick-start": "4. Read all events",
  deliveries: "message.received",
  usage: "Rate tiers"
} as const

// `npm run screenshots`: the pictures of docs/console.md, on a service that has nothing but what is written here.
describe("pictures", () => {
  journey(
    "of the main screens, light, dark and on a phone",
    async (scene) => {
      await mkdir(folder, { recursive: true })
      const guest = await scene.visitor("guest")
      await guest.page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
      await keep(guest, "sign-in")
      await deliveries(scene)
      const customer = await conversations(scene)
      for (const [name, options] of Object.entries(shown)) {
        const visitor = await scene.visitor(name, { as: scene.owner, ...options })
        const { page } = visitor
        await openWith(visitor, customer)
        await page.locator(".message-status-read").nth(1).waitFor()
        await page.locator(".inbox-thread").getByText("A-1843").first().waitFor()
        await keep(visitor, `inbox-${name}`)
        for (const [path, text] of Object.entries(developers)) {
          await visitor.goTo(`/developers/${path}`)
          await page.getByRole("main").getByText(text).first().waitFor()
          await keep(visitor, `${path}-${name}`)
        }
        await visitor.goTo("/playground")
        await page.getByRole("button", { name: /Ada Lovelace/ }).click()
        await page.getByRole("log").getByText("Yes, please.").waitFor()
        await keep(visitor, `playground-${name}`)
      }
    },
    patience
  )
})
