/** The service in a program without Effect: an order, its customer and the message to them, all or nothing. */
import { WhatsAppContent } from "effect-parley/domain"
import { MemoryPlatforms } from "effect-parley/memory"
import { createService } from "effect-parley/service"
import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"

const secret = () => randomBytes(32).toString("hex")
const { DATABASE_URL: url } = process.env

await using service = createService({
  // Without a server: everything in memory, where `tx.query` has no connection.
  database: url === undefined ? "memory" : { url, secretsKey: secret() },
  whatsapp: { appSecret: secret(), verifyToken: secret() },
  authJwtSecret: secret(),
  serviceRoleKey: secret(),
  prefix: "/messaging",
  overrides: MemoryPlatforms.layer // In production: none.
})

const { organizationId } = await service.ensureOrganization({
  name: "Acme",
  plan: "unlimited",
  owner: { email: "ada@example.com", name: "Ada", subject: null },
  accounts: [
    {
      channel: "whatsapp",
      externalId: "106540352242922",
      businessAccountId: "102290129340398",
      pageId: null,
      displayName: "Acme",
      token: secret()
    }
  ]
})
const announced = Promise.withResolvers<string>()
await service.onEvent(async ({ data }) => announced.resolve(data.contact.phone), {
  name: "crm",
  events: ["contact.created"]
})

const table = "create table if not exists orders (number integer, customer text)"
if (url !== undefined) await service.transaction((tx) => tx.query(table))

const placeOrder = (customer: string, number: number) =>
  service.transaction(async (tx) => {
    if (url !== undefined) await tx.query("insert into orders (number, customer) values ($1, $2)", [number, customer])
    const contact = await tx.contacts.upsert(organizationId, customer, { tags: ["customer"] })
    const content = WhatsAppContent.cases.Text.make({ text: `We received order ${number}` })
    const send = await tx.sends.afterCommit(organizationId, customer, { channel: "whatsapp", content })
    if (number < 0) throw new Error("no such order")
    return { contact, send }
  })

await assert.rejects(placeOrder("+49 151 12345678", -1), /no such order/)
const { contact, send } = await placeOrder("+49 151 12345678", 7)
assert.notEqual((await service.sends.pending(organizationId, send.id)).outcome?._tag, "NotSent")
assert.equal(await announced.promise, contact.phone)
const ready = await service.handler(new Request("https://shop.example.com/messaging/ready"))
assert.deepEqual(await ready.json(), { status: "ready" })
