import { DateTime, Option, type Schema } from "effect"
import type { ErasurePart } from "../../../domain/contacts/Erasure.ts"
import { withoutPerson } from "../../../domain/inbound/InboundDelivery.ts"
import { isJsonObject } from "../../../domain/text/isJsonObject.ts"
import { mentionOf, withoutMentions } from "../../../domain/text/withoutMentions.ts"
import type { ErasePart } from "./eraseRows.ts"

/** The body without what mentions the person; an empty object if that is all of it. */
const blanked = (body: Schema.JsonObject, isMention: (text: string) => boolean): Schema.JsonObject =>
  Option.getOrElse(Option.filter(withoutMentions(body, isMention), isJsonObject), () => ({}))

const requests: ErasePart = (state, { organizationId, requestedAt, terms }) => {
  const isMention = mentionOf([...terms.contact, ...terms.conversations, ...terms.person, ...terms.names])
  const isPerson = mentionOf(terms.person)
  let records = 0
  const requestLogs = state.requestLogs.map((row) => {
    if (row.organizationId !== organizationId || DateTime.isGreaterThan(row.createdAt, requestedAt)) return row
    const isAbout = isMention(row.path)
    const after = {
      ...row,
      path: isPerson(row.path) ? "" : row.path,
      requestBody: isAbout ? {} : blanked(row.requestBody, isMention),
      responseBody: isAbout ? {} : blanked(row.responseBody, isMention)
    }
    if (JSON.stringify(after) === JSON.stringify(row)) return row
    records += 1
    return after
  })
  return [{ records }, { ...state, requestLogs }]
}

const answers: ErasePart = (state, { organizationId, requestedAt, terms }) => {
  const isMention = mentionOf([...terms.conversations, ...terms.person, ...terms.names])
  const messages = new Set(state.messages.map(({ id }) => id))
  let records = 0
  const idempotencyKeys = state.idempotencyKeys.map((row) => {
    if (row.organizationId !== organizationId || row.isLost || DateTime.isGreaterThan(row.takenAt, requestedAt))
      return row
    const isOrphan = row.messageId !== null && !messages.has(row.messageId)
    if (!isOrphan && (row.answer === null || !isMention(row.answer.body))) return row
    records += 1
    return { ...row, answer: null, isLost: true }
  })
  return [{ records }, { ...state, idempotencyKeys }]
}

const deliveries: ErasePart = (state, { organizationId, requestedAt, terms }) => {
  const isPerson = mentionOf(terms.person)
  const accounts = state.channelAccounts
    .filter(({ account }) => account.organizationId === organizationId)
    .map(({ account }) => account.externalId)
  let records = 0
  const inboundDeliveries = state.inboundDeliveries.map((row) => {
    const { body, receivedAt } = row.delivery
    if (DateTime.isGreaterThan(receivedAt, requestedAt) || !accounts.some((id) => body.includes(id))) return row
    const rest = withoutPerson(body, isPerson)
    if (rest === body) return row
    records += 1
    return { ...row, delivery: { ...row.delivery, body: rest } }
  })
  return [{ records }, { ...state, inboundDeliveries }]
}

/** Parts of an erasure that search texts: logged requests, stored answers and received webhooks. */
export const eraseLogs = { requests, answers, deliveries } satisfies Partial<Record<ErasurePart, ErasePart>>
