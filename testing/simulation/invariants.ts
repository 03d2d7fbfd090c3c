import { type DateTime, HashMap, HashSet, Option, Schema } from "effect"
import type { State } from "../../src/adapters/memory/State.ts"
import type { ConversationId, OrganizationId } from "../../src/domain/Ids.ts"
import type { Message } from "../../src/domain/messages/Message.ts"
import { latestConsent } from "../../src/domain/contacts/Consent.ts"
import { retryWaits } from "../../src/domain/retryWaits.ts"
import { type Delivery, failuresThatHold, keyFor } from "../../src/domain/webhooks/Delivery.ts"
import type { Observations } from "./Observations.ts"

/** A broken rule and its facts. */
export type Broken = readonly [rule: string, detail: string]

const ranks: Readonly<Record<Message["status"], number>> = { pending: 0, sent: 1, delivered: 2, read: 3, failed: 4 }

/** Whether a status may follow another: forwards only, and a failure is final unless its outcome was unknown. */
const mayFollow = (before: Message, after: Message): boolean => {
  if (before.status === after.status) return true
  if (before.status === "failed") return before.failure?._tag === "OutcomeUnknown"
  if (after.status === "failed") return before.status === "pending" || before.status === "sent"
  return ranks[after.status] > ranks[before.status]
}

/** The messages that changed or are new, with their former state. */
function* changedMessages(before: State, after: State): Generator<readonly [Message | undefined, Message]> {
  if (before.messages === after.messages) return
  let former: Map<string, Message> | null = null
  for (let index = 0; index < after.messages.length; index++) {
    const message = after.messages[index]
    const same = before.messages[index]
    if (message === undefined || message === same) continue
    if (same?.id === message.id) {
      yield [same, message]
      continue
    }
    former ??= new Map(before.messages.map((one) => [one.id, one]))
    const known = former.get(message.id)
    if (known !== message) yield [known, message]
  }
}

/** Rules of each commit. */
export const commitInvariants = (before: State, after: State): ReadonlyArray<Broken> => {
  const broken: Array<Broken> = []
  for (const [former, message] of changedMessages(before, after)) {
    if (former !== undefined && !mayFollow(former, message)) {
      broken.push(["A status never goes backwards", `${message.id}: ${former.status}, then ${message.status}`])
    }
    if (former !== undefined && former.organizationId !== message.organizationId) {
      broken.push(["No message changes its tenant", message.id])
    }
    const { account } = after.channelAccounts.find(({ account }) => account.id === message.channelAccountId) ?? {}
    const conversation = after.conversations.find(({ id }) => id === message.conversationId)
    const owners = [account?.organizationId, conversation?.organizationId].filter((owner) => owner !== undefined)
    if (owners.some((owner) => owner !== message.organizationId)) {
      broken.push(["Accounts, conversations and messages are of one tenant", message.id])
    }
  }
  if (after.logged - before.logged !== after.events.length - before.events.length) {
    broken.push(["Recorded events stay", `${after.logged} recorded, ${after.events.length} stored`])
  }
  return broken
}

/** The rule of the order of deliveries, checked when a receiver takes an event for the first time. */
export const orderInvariant = (
  { received, state }: { readonly received: ReadonlyMap<string, Delivery>; readonly state: State },
  { endpointId, event }: Delivery
): ReadonlyArray<Broken> => {
  const { conversationId, sequence } = event
  if (conversationId === null || sequence < 2) return []
  for (const earlier of state.events) {
    if (earlier.conversationId !== conversationId || earlier.sequence >= sequence) continue
    // Events without this subscription have a sequence for others only.
    const isOwn = endpointId === undefined ? earlier.webhookId !== null : earlier.endpointIds.includes(endpointId)
    const key = keyFor(endpointId, earlier.id)
    if (!isOwn || received.has(key)) continue
    const failures = Option.match(HashMap.get(state.deferred, key), {
      onNone: () => 0,
      onSome: (deferred) => deferred.failures
    })
    const attempts = Option.getOrElse(HashMap.get(state.attempts, key), () => [])
    if (failures >= failuresThatHold || attempts.at(-1)?.next._tag === "GiveUp") continue
    return [
      [
        "Events of a conversation arrive in their order",
        `${event.type} ${sequence} before ${earlier.type} ${earlier.sequence} of ${conversationId}`
      ]
    ]
  }
  return []
}

/** Unread messages of each conversation, counted from the messages alone. */
const unreadOf = (state: State): ReadonlyMap<ConversationId, number> => {
  const conversations = new Map(state.conversations.map((conversation) => [conversation.id, conversation]))
  const counting = new Set(state.reportedMessages.flatMap((row) => (row.countsUnread ? [row.messageId] : [])))
  const unread = new Map<ConversationId, number>()
  for (const { conversationId, createdAt, direction, id } of state.messages) {
    if (direction !== "inbound" || !counting.has(id)) continue
    const learnedAt = Option.getOrElse(HashMap.get(state.learned, id), () => createdAt)
    const { lastEchoAt = null, lastSentAt = null } = conversations.get(conversationId) ?? {}
    const isUnread =
      (lastSentAt === null || learnedAt.epochMilliseconds > lastSentAt.epochMilliseconds) &&
      (lastEchoAt === null || createdAt.epochMilliseconds >= lastEchoAt.epochMilliseconds)
    if (isUnread) unread.set(conversationId, (unread.get(conversationId) ?? 0) + 1)
  }
  return unread
}

/** Units that an organization has used, counted from its messages and deliveries. */
const unitsOf = (state: State, organizationId: OrganizationId): number => {
  const sends = state.messages.filter(
    (message) =>
      message.organizationId === organizationId &&
      message.direction === "outbound" &&
      !HashSet.has(state.echoes, message.id) &&
      (message.status === "pending" || message.platformMessageId !== null || message.failure?._tag === "OutcomeUnknown")
  )
  const delivered = [...HashMap.values(state.attempts)].filter(
    ([first]) => first?.delivery.organizationId === organizationId
  )
  return sends.length + delivered.length
}

/** Rules about all of the state, which hold between any two commits. */
export const stateInvariants = (state: State): ReadonlyArray<Broken> => {
  const broken: Array<Broken> = []
  for (const { id } of state.organizations) {
    const used = state.usage.filter((row) => row.organizationId === id).reduce((sum, row) => sum + row.used, 0)
    const units = unitsOf(state, id)
    if (used !== units) broken.push(["The counter is exact", `${id}: ${used} used, ${units} counted`])
  }
  const consents = Map.groupBy(state.consents, ({ contactId }) => contactId)
  for (const { id, optedIn } of state.contacts) {
    const changes = consents.get(id)?.map(({ change }) => change) ?? []
    const latest = latestConsent(changes, "whatsapp")
    if (optedIn !== (latest === null ? null : latest.state === "opted_in")) {
      broken.push(["The opt-in of a contact is the consent on WhatsApp", `${id}: ${optedIn}, ${latest?.state}`])
    }
  }
  const open = new Set<string>()
  const counted = unreadOf(state)
  for (const { channelAccountId, contactId, id, status, unreadCount } of state.conversations) {
    const unread = counted.get(id) ?? 0
    if (unreadCount !== unread) {
      broken.push(["Unread counts equal a recount", `${id}: ${unreadCount} stored, ${unread} counted`])
    }
    const pair = `${contactId} ${channelAccountId}`
    if (status === "closed") continue
    if (open.has(pair)) broken.push(["A contact has one open conversation on an account", id])
    open.add(pair)
  }
  const ids = new Set(
    state.messages.map(
      ({ channelAccountId, id, platformMessageId }) => `${channelAccountId} ${platformMessageId ?? id}`
    )
  )
  if (ids.size !== state.messages.length) {
    broken.push(["A message is stored once", `${state.messages.length} rows of ${ids.size} messages`])
  }
  return broken
}

const duplicates = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.filter((id, index) => ids.indexOf(id) !== index)

/** Events that a message has once. */
const onceOfMessage: ReadonlySet<string> = new Set([
  "message.received",
  "message.sent",
  "message.delivered",
  "message.read",
  "postback"
])

const isAboutMessage = Schema.is(Schema.Struct({ message_id: Schema.String }))

const messageIdOf = (data: unknown): string | null => (isAboutMessage(data) ? data.message_id : null)

/** Events that are recorded twice, and messages without the event of their arrival. */
const eventProblems = (state: State): ReadonlyArray<Broken> => {
  const broken: Array<Broken> = []
  const recorded = new Set<string>()
  for (const { data, organizationId, type } of state.events) {
    const id = onceOfMessage.has(type) ? messageIdOf(data) : null
    if (id === null) continue
    const name = `${organizationId} ${type} ${id}`
    if (recorded.has(name)) broken.push(["A message has each event once", name])
    recorded.add(name)
  }
  for (const { direction, organizationId, platformMessageId } of state.messages) {
    if (platformMessageId === null) continue
    const types = direction === "inbound" ? ["message.received", "postback"] : ["message.sent"]
    if (types.some((type) => recorded.has(`${organizationId} ${type} ${platformMessageId}`))) continue
    broken.push(["Each message has its event", `${direction} ${platformMessageId}`])
  }
  return broken
}

const isPastDue = ({ dueAt }: { readonly dueAt: DateTime.Utc | null }): boolean => dueAt !== null

/** The broken rules at the end, when there are no faults and no work is left. */
export const endInvariants = ({
  accepted,
  organizationOf,
  received,
  receivedByEndpoints,
  sends,
  state,
  streams,
  written
}: Observations): ReadonlyArray<Broken> => {
  const broken: Array<Broken> = [...stateInvariants(state), ...eventProblems(state)]
  const rows = new Map<string, Array<Message>>()
  for (const message of state.messages) {
    if (message.platformMessageId === null) continue
    rows.set(message.platformMessageId, [...(rows.get(message.platformMessageId) ?? []), message])
  }
  for (const { id, isAcknowledged, person } of written) {
    const found = rows.get(id) ?? []
    const isOne = found.length === 1 && found[0]?.organizationId === organizationOf(person.business)
    if (isAcknowledged ? isOne : found.length === 0) continue
    broken.push(["Each message of a stored webhook is stored once, for its tenant", `${id}: ${found.length} rows`])
  }
  for (const { id, person, status } of accepted) {
    const found = rows.get(id) ?? []
    if (found.length !== 1 || found[0]?.organizationId !== organizationOf(person.business)) {
      broken.push(["Each message that the platform sent is stored once, for its tenant", `${id}: ${found.length} rows`])
    } else if (person.channel === "whatsapp" && found[0].status !== status) {
      broken.push(["The status is the latest that was reported", `${id}: ${found[0].status} instead of ${status}`])
    }
  }
  for (const { business, key, platformMessageId } of sends) {
    const [row] = rows.get(platformMessageId) ?? []
    if (row?.organizationId !== organizationOf(business)) {
      broken.push(["Each acknowledged send is stored", `${key}: ${platformMessageId}`])
    }
  }
  for (const event of state.events) {
    const receivers = [...(event.webhookId === null ? [] : [undefined]), ...event.endpointIds]
    for (const endpointId of receivers) {
      const key = keyFor(endpointId, event.id)
      const attempts = Option.getOrElse(HashMap.get(state.attempts, key), () => [])
      const last = attempts.at(-1)?.next._tag
      const isGivenUp = last === "GiveUp" && (attempts.length > retryWaits.length || attempts.at(-1)?.status === 410)
      const isReceived = endpointId === undefined ? received.has(event.id) : receivedByEndpoints.has(key)
      if (isGivenUp || (last === "Done" && isReceived)) continue
      broken.push(["Each event is delivered", `${event.type} ${key}: ${last ?? "no attempt"}`])
    }
  }
  for (const [id, { organizationId, webhook }] of received) {
    const event = state.events.find((one) => one.id === id)
    if (event?.organizationId !== organizationId || webhook.organizationId !== organizationId) {
      broken.push(["No event reaches another tenant", id])
    }
  }
  const left = {
    "messages without an outcome": state.messages.filter(({ status }) => status === "pending").length,
    "intents without an outcome": HashMap.size(state.openings),
    "unprocessed webhooks": state.inboundDeliveries.filter(({ doneAt }) => doneAt === null).length,
    "failed items": state.inboundProblems.length,
    "deferred deliveries": HashMap.size(state.deferred),
    "unfetched files": state.media.filter(({ media }) => media.status === "pending").length,
    "parked reports": state.parked.filter(isPastDue).length,
    "recorded sends": state.pendingSends.filter(({ send }) => send.endedAt === null).length
  }
  for (const [what, count] of Object.entries(left)) {
    if (count > 0) broken.push(["No work is left half done", `${count} ${what}`])
  }
  for (const { business, hasMissed, lastId, received: ids } of streams) {
    if (lastId === null || hasMissed) continue
    const [twice] = duplicates(ids)
    if (twice !== undefined) broken.push(["A stream shows each event once", `${twice} of ${business.name}`])
    const own = state.events.filter(({ organizationId }) => organizationId === organizationOf(business))
    const first = own.findIndex(({ id }) => id === ids[0])
    const expected = first === -1 ? [] : own.slice(first).map(({ id }) => id)
    const seen = new Set(ids)
    const missing = expected.filter((id) => !seen.has(id))
    if (missing.length > 0) broken.push(["A stream shows each event", `${missing.length} missing of ${business.name}`])
  }
  return broken
}

/** Whether the stores have no work left. */
export const hasNoWork = (state: State): boolean => {
  const {
    attempts,
    campaigns,
    consumerEvents,
    consumers,
    deferred,
    events,
    inboundDeliveries,
    inboundProblems,
    logged
  } = state
  const { media, messages, parked, pendingSends } = state
  return (
    HashMap.isEmpty(deferred) &&
    consumers.every(({ cursor }) => Number(cursor) >= logged) &&
    consumerEvents.every(({ deadAt }) => deadAt !== null) &&
    pendingSends.every(({ send }) => send.endedAt !== null) &&
    campaigns.every(({ campaign: { status } }) => status !== "running" && status !== "scheduled") &&
    inboundDeliveries.every(({ doneAt }) => doneAt !== null) &&
    inboundProblems.every(({ dueAt }) => dueAt === null) &&
    parked.every(({ dueAt }) => dueAt === null) &&
    messages.every(({ status }) => status !== "pending") &&
    media.every(({ media: { status } }) => status !== "pending") &&
    events.every(
      ({ endpointIds, id, webhookId }) =>
        (webhookId === null || HashMap.has(attempts, id)) &&
        endpointIds.every((endpointId) => HashMap.has(attempts, keyFor(endpointId, id)))
    )
  )
}
