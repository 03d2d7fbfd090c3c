import { Array as Arrays, DateTime, Effect } from "effect"
import type { DeliveryShard } from "../../src/domain/DeliveryShard.ts"
import type { Event } from "../../src/domain/Event.ts"
import { ConversationId, type OrganizationId } from "../../src/domain/Ids.ts"
import type { Webhook } from "../../src/domain/Webhook.ts"
import { EventLog } from "../../src/ports/EventLog.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { WebhookStore } from "../../src/ports/WebhookStore.ts"
import { below, type Draw } from "../../soak/draw.ts"
import { givenOrganization, givenWebhook, uuid } from "../support/given.ts"
import { contactEvent, talkEvent, testEvent } from "../support/givenEvents.ts"
import type { Receivers } from "./receivers.ts"

/** Most events of one transaction. */
const mostAtOnce = 6

/** An organization that things happen in. */
export interface Talker {
  readonly id: OrganizationId
  readonly path: string
  readonly conversations: ReadonlyArray<ConversationId>
  /** Committed, whether or not anybody wanted it. */
  readonly committed: Array<string>
  /** Committed, wanted, and not accepted yet. */
  readonly outstanding: Set<string>
  webhook: Webhook | null
}

export interface TalkerOptions {
  readonly ordinal: number
  readonly shard: DeliveryShard
  readonly conversations: number
}

/** The secrets that sign for the paths of organizations. */
export type Secrets = Map<string, string>

/** What a subscription of ours asks for. */
const asked = (receivers: Receivers, ordinal: number, path: string): Partial<Webhook> => ({
  url: receivers.urlOf(ordinal, path),
  events: ["message.sent"]
})

/** An organization with a subscription, whose events come to the receivers. */
export const givenTalker = Effect.fnUntraced(function* (
  receivers: Receivers,
  secrets: Secrets,
  { conversations, ordinal, shard }: TalkerOptions
) {
  const { id } = yield* givenOrganization({ shard })
  const path = `/${id}`
  const webhook = yield* givenWebhook(id, asked(receivers, ordinal, path))
  secrets.set(path, webhook.secret.value)
  const talker: Talker = {
    id,
    path,
    conversations: yield* Effect.forEach(Array.from({ length: conversations }), () =>
      Effect.map(uuid, (id) => ConversationId.make(id))
    ),
    committed: [],
    outstanding: new Set(),
    webhook
  }
  return talker
})

/** Ends the subscription. */
export const unsubscribe = Effect.fnUntraced(function* (receivers: Receivers, talker: Talker) {
  const { webhook } = talker
  if (webhook === null) return
  talker.webhook = null
  yield* (yield* WebhookStore).remove(talker.id)
  talker.outstanding.clear()
  receivers.note({ _tag: "Ended", webhookId: webhook.id })
})

/** Registers the organization anew: a subscription that has nothing to do with the one before. */
export const subscribe = Effect.fnUntraced(function* (
  receivers: Receivers,
  secrets: Secrets,
  talker: Talker,
  ordinal: number
) {
  const secret = { value: secrets.get(talker.path) ?? "", chosen: false }
  talker.webhook = yield* givenWebhook(talker.id, { ...asked(receivers, ordinal, talker.path), secret })
})

/** Something happens: mostly in a conversation, and now and then something that nobody asked for. */
const happening = Effect.fnUntraced(function* (talker: Talker, draw: Draw, conversation: number) {
  const at = yield* DateTime.now
  const conversationId = talker.conversations[conversation]
  if (conversationId !== undefined) return talkEvent(talker.id, conversationId, at)
  return draw() < 0.5 ? testEvent(talker.id, at) : yield* contactEvent(talker.id, at)
})

/** Some events, those of a conversation beside each other: locks are taken in one order. */
const happenings = Effect.fnUntraced(function* (talker: Talker, draw: Draw, count: number) {
  const places = Array.from({ length: count }, () => below(draw, talker.conversations.length + 1))
  return yield* Effect.forEach(
    places.sort((one, other) => one - other),
    (place) => happening(talker, draw, place)
  )
})

/** Records so many events: all at once, or one after the other in a transaction. */
export const record = Effect.fnUntraced(function* (talker: Talker, draw: Draw, count: number) {
  const { append, appendAll } = yield* EventLog
  const { atomically } = yield* Transaction
  const events: ReadonlyArray<Event> = yield* happenings(talker, draw, count)
  const ids = events.map(({ id }) => id)
  const isAtOnce = draw() < 0.4
  for (const { id, type } of events) if (talker.webhook !== null && type !== "contact.updated") talker.outstanding.add(id)
  if (isAtOnce) yield* appendAll(talker.id, events)
  else yield* atomically(Effect.forEach(events, append, { discard: true }))
  talker.committed.push(...ids)
})

/**
 * One transaction after the other, so many of them or until it is told to stop, never further ahead of what was accepted
 * than by so many events.
 */
export const talk = Effect.fnUntraced(function* (
  receivers: Receivers,
  talker: Talker,
  draw: Draw,
  { isOver, lead, transactions }: { readonly lead: number; readonly transactions: number; readonly isOver: () => boolean }
) {
  const isFree = () => {
    for (const id of talker.outstanding) if (receivers.accepted.has(id)) talker.outstanding.delete(id)
    return talker.outstanding.size < lead || isOver()
  }
  for (let count = 0; count < transactions; count++) {
    yield* receivers.until(`${talker.path} has room`, isFree)
    if (isOver()) return
    yield* record(talker, draw, 1 + below(draw, mostAtOnce))
  }
})

/** Committed ids of all of them. */
export const committedBy = (talkers: ReadonlyArray<Talker>): ReadonlySet<string> =>
  new Set(Arrays.flatMap(talkers, ({ committed }) => committed))
