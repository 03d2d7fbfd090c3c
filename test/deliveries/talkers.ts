import { Array as Arrays, DateTime, Effect } from "effect"
import { maxPerTenant } from "../../src/app/webhooks/delivery/TenantQueue.ts"
import type { DeliveryShard } from "../../src/domain/webhooks/DeliveryShard.ts"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import { ConversationId, type OrganizationId } from "../../src/domain/Ids.ts"
import type { Webhook } from "../../src/domain/webhooks/Webhook.ts"
import { EventLog } from "../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../src/ports/process/Transaction.ts"
import { WebhookStore } from "../../src/ports/webhooks/WebhookStore.ts"
import { below, type Draw } from "../../soak/draw.ts"
import { givenOrganization, givenWebhook, uuid } from "../../testing/given/given.ts"
import { contactEvent, talkEvent, testEvent } from "../../testing/given/givenEvents.ts"
import { type Receivers, receivers } from "./receivers.ts"

/** Most events of one transaction. */
const mostAtOnce = 6

/** An organization that things happen in. */
export interface Talker {
  readonly id: OrganizationId
  readonly ordinal: number
  readonly path: string
  readonly conversations: ReadonlyArray<ConversationId>
  /** Committed, whether or not anybody wanted it. */
  readonly committed: Array<string>
  /** Recorded under the subscription that it has, or has not, and not accepted yet. */
  readonly outstanding: Set<string>
  webhook: Webhook | null
}

export interface TalkerOptions {
  readonly ordinal: number
  readonly shard: DeliveryShard
  readonly conversations: number
}

/** Receivers, and what there is to know about what they receive. */
export interface Scene {
  readonly receivers: Receivers
  /** What signs for the path of an organization. */
  readonly secrets: Map<string, string>
  /** The conversation of each event that has one. */
  readonly conversations: Map<string, string>
}

export interface SceneOptions {
  readonly draw: Draw
  /** Whether what has this number in the conversation is refused when it comes for the first time. */
  readonly refuses: (conversationId: string | undefined, sequence: number) => boolean
  readonly verifies: boolean
}

/** Origins that organizations share. */
const origins = 4

export const makeScene = Effect.fnUntraced(function* ({ draw, refuses, verifies }: SceneOptions) {
  const secrets: Scene["secrets"] = new Map()
  const conversations: Scene["conversations"] = new Map()
  const scene: Scene = {
    secrets,
    conversations,
    receivers: yield* receivers(origins, {
      draw,
      refuses: (id, sequence) => refuses(conversations.get(id), sequence),
      secretOf: verifies ? (path) => secrets.get(path) ?? "" : null
    })
  }
  return scene
})

/** The organization's subscription to all that is said in conversations, which comes to the receivers. */
export const subscribe = Effect.fnUntraced(function* ({ receivers, secrets }: Scene, talker: Talker) {
  const webhook = yield* givenWebhook(talker.id, {
    url: receivers.urlOf(talker.ordinal, talker.path),
    events: ["message.sent"]
  })
  talker.webhook = webhook
  talker.outstanding.clear()
  secrets.set(talker.path, webhook.secret?.value ?? "")
})

/** An organization with a subscription. */
export const givenTalker = Effect.fnUntraced(function* (
  scene: Scene,
  { conversations, ordinal, shard }: TalkerOptions
) {
  const { id } = yield* givenOrganization({ shard })
  const talker: Talker = {
    id,
    ordinal,
    path: `/${id}`,
    conversations: yield* Effect.forEach(Array.from({ length: conversations }), () =>
      Effect.map(uuid, (id) => ConversationId.make(id))
    ),
    committed: [],
    outstanding: new Set(),
    webhook: null
  }
  yield* subscribe(scene, talker)
  return talker
})

/** Ends the subscription. */
export const unsubscribe = Effect.fnUntraced(function* ({ receivers }: Scene, talker: Talker) {
  const { webhook } = talker
  if (webhook === null) return
  talker.webhook = null
  yield* (yield* WebhookStore).remove(talker.id)
  talker.outstanding.clear()
  receivers.note({ _tag: "Ended", webhookId: webhook.id })
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
const record = Effect.fnUntraced(function* (scene: Scene, talker: Talker, draw: Draw, count: number) {
  const { append, appendAll } = yield* EventLog
  const { atomically } = yield* Transaction
  const events: ReadonlyArray<Event> = yield* happenings(talker, draw, count)
  const ids = events.map(({ id }) => id)
  const isAtOnce = draw() < 0.4
  for (const { conversationId, id, type } of events) {
    if (conversationId !== null) scene.conversations.set(id, conversationId)
    if (type !== "contact.updated") talker.outstanding.add(id)
  }
  if (isAtOnce) yield* appendAll(talker.id, events)
  else yield* atomically(Effect.forEach(events, append, { discard: true }))
  talker.committed.push(...ids)
})

/** More at once than there is room for in memory of one organization. */
export const flood = Effect.fnUntraced(function* (talker: Talker) {
  const at = yield* DateTime.now
  const events = Array.from({ length: maxPerTenant + 64 }, () => testEvent(talker.id, at))
  yield* (yield* EventLog).appendAll(talker.id, events)
  talker.committed.push(...events.map(({ id }) => id))
})

/**
 * One transaction after the other, so many of them or until it is told to stop, never further ahead of what was accepted
 * than by so many events.
 */
export const talk = Effect.fnUntraced(function* (
  scene: Scene,
  talker: Talker,
  draw: Draw,
  {
    isOver,
    lead,
    transactions
  }: { readonly lead: number; readonly transactions: number; readonly isOver: () => boolean }
) {
  const isFree = () => {
    for (const id of talker.outstanding) if (scene.receivers.accepted.has(id)) talker.outstanding.delete(id)
    return talker.outstanding.size < lead || isOver()
  }
  for (let count = 0; count < transactions; count++) {
    yield* scene.receivers.once(isFree)
    if (isOver()) return
    yield* record(scene, talker, draw, 1 + below(draw, mostAtOnce))
  }
})

/** Committed ids of all of them. */
export const committedBy = (talkers: ReadonlyArray<Talker>): ReadonlySet<string> =>
  new Set(Arrays.flatMap(talkers, ({ committed }) => committed))
