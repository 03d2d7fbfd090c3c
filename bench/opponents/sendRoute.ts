import type { FastifyInstance } from "fastify"
import type { Pool, PoolClient } from "pg"
import { Pool as HttpPool } from "undici"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import { type ReadMessage, readMessage } from "./readMessage.ts"
import { type SendMessageBody, sendMessageSchema } from "./schemas.ts"
import { sendStatements as statements } from "./sendStatements.ts"
import { uuid7 } from "./uuid7.ts"

type Statement = keyof typeof statements

const ask = <Row extends object>(client: PoolClient, name: Statement, values: ReadonlyArray<unknown>) =>
  client.query<Row>({ name, text: statements[name], values: [...values] })

/** Work in a transaction of its own; what it gives null for is undone. */
const transaction = async <A>(pool: Pool, work: (client: PoolClient) => Promise<A | null>): Promise<A | null> => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const answer = await work(client)
    await client.query(answer === null ? "rollback" : "commit")
    return answer
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}

interface Reserved {
  readonly messageId: string
  readonly contactId: string
  readonly conversationId: string
}

interface Asked extends Omit<ReadMessage, "content"> {
  readonly organizationId: string
  readonly accountId: string
  readonly content: string
}

const addEvent = (
  client: PoolClient,
  organizationId: string,
  type: string,
  conversation: string | null,
  data: object
) =>
  ask(client, "addEvent", [organizationId, uuid7(), type, conversation, new Date().toISOString(), JSON.stringify(data)])

const findOrAddContact = async (client: PoolClient, { country, organizationId, phone }: Asked, at: string) => {
  const identity = phoneIdentity(PhoneNumber.make(phone))
  const known = await ask<{ contact_id: string }>(client, "findContact", [organizationId, identity])
  if (known.rows[0] !== undefined) return known.rows[0].contact_id
  const id = uuid7()
  const vendorId = `ct_${id.replaceAll("-", "").slice(0, 24)}`
  await ask(client, "addContact", [organizationId, id, vendorId, phone, country, at])
  await ask(client, "addIdentity", [organizationId, identity, id])
  const contact = { id, phone, name: "", email: null, tags: [], source: "api", createdAt: at }
  await addEvent(client, organizationId, "contact.created", null, { contact })
  return id
}

const reserve = async (client: PoolClient, asked: Asked): Promise<Reserved | null> => {
  const { accountId, content, organizationId, phone, type } = asked
  const at = new Date().toISOString()
  const counted = await ask(client, "count", [organizationId, `${at.slice(0, 7)}-01`])
  if (counted.rows.length === 0) return null
  const contactId = await findOrAddContact(client, asked, at)
  const fresh = uuid7()
  const opened = await ask<{ id: string }>(client, "openConversation", [
    organizationId,
    fresh,
    contactId,
    accountId,
    at
  ])
  const conversationId = opened.rows[0]?.id ?? fresh
  if (conversationId === fresh) {
    const conversation = { id: fresh, contactId, channel: "whatsapp", status: "open", createdAt: at }
    await addEvent(client, organizationId, "conversation.opened", fresh, { conversation })
  }
  await ask(client, "noteActivity", [organizationId, contactId, at])
  const messageId = uuid7()
  const message = [conversationId, contactId, accountId, phone, type, content, at]
  await ask(client, "addMessage", [organizationId, messageId, ...message])
  return { messageId, contactId, conversationId }
}

const recordOutcome = async (
  client: PoolClient,
  asked: Asked,
  reserved: Reserved,
  waMessageId: string,
  waId: string
) => {
  const { organizationId, phone, type } = asked
  const at = new Date().toISOString()
  await ask(client, "settleMessage", [organizationId, reserved.messageId, waMessageId, at])
  await ask(client, "addIdentity", [organizationId, phoneIdentity(PhoneNumber.make(waId)), reserved.contactId])
  const message = { waMessageId, to: phone, type, content: JSON.parse(asked.content), status: "sent", timestamp: at }
  await addEvent(client, organizationId, "message.sent", reserved.conversationId, { message })
  return true
}

interface PlatformAnswer {
  readonly contacts: ReadonlyArray<{ readonly wa_id: string }>
  readonly messages: ReadonlyArray<{ readonly id: string }>
}

/** `POST /v1/send-message`: a transaction, the platform, a transaction. */
export const sendRoute = (app: FastifyInstance, pool: Pool, graphUrl: string): void => {
  const platform = new HttpPool(graphUrl, { connections: 128 })
  app.addHook("onClose", () => platform.destroy())
  const accounts = new Map<string, { readonly id: string; readonly external_id: string }>()

  const accountOf = async (organizationId: string) => {
    const known = accounts.get(organizationId)
    if (known !== undefined) return known
    const { rows } = await pool.query<{ id: string; external_id: string }>(
      "select id, external_id from channel_accounts where organization_id = $1 and channel = 'whatsapp'",
      [organizationId]
    )
    if (rows[0] !== undefined) accounts.set(organizationId, rows[0])
    return rows[0]
  }

  app.post<{ Body: SendMessageBody }>("/v1/send-message", { schema: sendMessageSchema }, async (request, reply) => {
    const { organizationId } = request
    const read = readMessage(request.body)
    const account = await accountOf(organizationId)
    if (read === null || account === undefined) {
      return reply.code(400).send({ success: false, message: "Invalid request" })
    }
    const asked: Asked = { ...read, organizationId, accountId: account.id, content: JSON.stringify(read.content) }
    const reserved = await transaction(pool, (client) => reserve(client, asked))
    if (reserved === null) return reply.code(429).send({ success: false, message: "Monthly limit reached" })
    const { body } = await platform.request({
      method: "POST",
      path: `/v23.0/${encodeURIComponent(account.external_id)}/messages`,
      headers: { authorization: "Bearer token", "content-type": "application/json" },
      body: JSON.stringify({
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: asked.phone,
        type: asked.type,
        ...read.content
      })
    })
    const answer = (await body.json()) as PlatformAnswer
    const waMessageId = answer.messages[0]?.id ?? ""
    const waId = answer.contacts[0]?.wa_id ?? asked.phone
    await transaction(pool, (client) => recordOutcome(client, asked, reserved, waMessageId, waId))
    const { contactId, conversationId } = reserved
    return reply.code(201).send({ success: true, data: { waMessageId, status: "sent", conversationId, contactId } })
  })
}
