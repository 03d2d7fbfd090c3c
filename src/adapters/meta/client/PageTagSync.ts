import { Effect, Hash, Layer, Queue, Ref } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { ChannelAccounts } from "../../../ports/access/ChannelAccounts.ts"
import { ContactStore } from "../../../ports/contacts/ContactStore.ts"
import { type TagChange, TagSync } from "../../../ports/contacts/TagSync.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import * as GraphApi from "./GraphApi.ts"
import * as PageLabels from "../PageLabels.ts"
import * as TokenHealth from "./TokenHealth.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/**
 * How many changes are worked off at the same time. An organization always has the same worker: its changes keep their
 * order, no label is created twice, and a slow Page holds up few others.
 */
const workers = 4

/** Changes that wait for one worker. Further changes are dropped. */
export const queueCapacity = 1_000

interface Waiting extends TagChange {
  readonly organizationId: OrganizationId
}

/** Works off one change; nothing that goes wrong comes out of it. */
const makeKeep = Effect.fnUntraced(function* (options: GraphApi.GraphOptions) {
  const contacts = yield* ContactStore
  const accounts = yield* ChannelAccounts
  const labels = PageLabels.make(yield* GraphApi.make(options))

  return Effect.fnUntraced(
    function* ({ organizationId, ...change }: Waiting) {
      const identities = yield* contacts.identities(organizationId, change.contactId)
      const onMessenger = identities.filter(({ kind }) => kind === "messenger")
      if (onMessenger.length === 0) return yield* Effect.logDebug("no labels: not known on Messenger")
      const pages = yield* accounts.ofChannel(organizationId, "messenger")
      if (pages.length === 0) return yield* Effect.logDebug("no labels: Messenger is not connected")
      const people = onMessenger.flatMap(({ scope, value }) =>
        pages.filter(({ externalId }) => externalId === scope).map(({ id }) => ({ id, person: value }))
      )
      if (people.length === 0) return yield* Effect.logDebug("no labels: known to another Page only")
      for (const { id, person } of people) {
        yield* labels.change({ page: yield* accounts.byId(organizationId, id), person }, change)
      }
    },
    (effect, { contactId, organizationId }) =>
      effect.pipe(
        Effect.catchTag("ChannelNotConnected", () => Effect.logDebug("no labels: Messenger is not connected")),
        Effect.catchCause((cause) => logFailure({ level: "Warn", text: "tags could not be kept as labels" }, cause)),
        Effect.annotateLogs({ organizationId, contactId })
      ),
    spanned("PageTagSync.keep")
  )
})

/**
 * Keeps the labels of a Page like the tags of the people who wrote to it. The Cloud API of WhatsApp has no labels for
 * people, so contacts who are not known on Messenger are left alone. What still waits at the end is dropped.
 */
export const layer = (options: GraphApi.GraphOptions) =>
  Layer.effect(
    TagSync,
    Effect.gen(function* () {
      const keep = yield* makeKeep(options)
      const queues = yield* Effect.forEach(Array.from({ length: workers }), () =>
        Queue.dropping<Waiting>(queueCapacity)
      )
      for (const queue of queues) {
        yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(queue), keep)))
      }

      const dropped = yield* Ref.make(0)
      const drop = Effect.flatMap(
        Ref.updateAndGet(dropped, (count) => count + 1),
        (count) => logFailure({ level: "Warn", text: "tag change dropped: too many wait" }, { dropped: count })
      )
      return TagSync.of({
        offer: Effect.fnUntraced(function* (organizationId, change) {
          if (change.added.length + change.removed.length === 0) return
          const queue = queues[(Hash.string(organizationId) >>> 0) % workers]
          const taken = queue !== undefined && (yield* Queue.offer(queue, { organizationId, ...change }))
          if (!taken) yield* Effect.annotateLogs(drop, { organizationId, contactId: change.contactId })
        })
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
