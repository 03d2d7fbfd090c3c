import fastify from "fastify"
import { createHash } from "node:crypto"
import { announce } from "../processes/announce.ts"
import { guard } from "./callers.ts"
import { readMessage } from "./readMessage.ts"
import { requestLog } from "./requestLog.ts"
import { type ContactsQuery, contactsSchema, type SendMessageBody, sendMessageSchema } from "./schemas.ts"
import { uuid7 } from "./uuid7.ts"

/** Two of the endpoints with schemas both ways, and nothing behind them: what is logged goes nowhere. */
const { API_KEY = "" } = process.env
const keyHash = createHash("sha256").update(API_KEY).digest("hex")
const organizationId = uuid7()

const contacts = Array.from({ length: 20 }, (_, n) => ({
  id: uuid7(),
  name: `Contact ${n}`,
  phone: `44207${String(n).padStart(6, "0")}9`,
  email: null,
  tags: ["vip", "lead"],
  created_at: new Date("2026-11-20T12:00:00.000Z")
}))

const app = fastify({ logger: false, keepAliveTimeout: 60_000 })
requestLog(app, () => {})
guard(app, (hash) => Promise.resolve(hash === keyHash ? organizationId : null))

app.get<{ Querystring: ContactsQuery }>("/v1/contacts", { schema: contactsSchema }, (request, reply) => {
  const { limit, page } = request.query
  const data = contacts.map(({ created_at, email, id, name, phone, tags }) => ({
    id,
    name,
    phone,
    email,
    tags,
    created_at: created_at.toISOString()
  }))
  reply.send({ success: true, data: { data, meta: { page, limit, total: 1_000 } } })
})

app.post<{ Body: SendMessageBody }>("/v1/send-message", { schema: sendMessageSchema }, (request, reply) => {
  if (readMessage(request.body) === null) {
    reply.code(400).send({ success: false, message: "Invalid request" })
    return
  }
  const data = { waMessageId: "wamid.0", status: "sent", conversationId: uuid7(), contactId: uuid7() }
  reply.code(201).send({ success: true, data })
})

await app.ready()
announce(app.server)
await app.listen({ host: "127.0.0.1", port: 0 })
