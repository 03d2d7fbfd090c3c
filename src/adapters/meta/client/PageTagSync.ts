import { Effect, Hash, Layer, Queue, Ref } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { ChannelAccounts } from "../../../ports/access/ChannelAccounts.ts"
import { ContactStore, type TagChange, TagSync } from "../../../ports/contacts/ContactStore.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import * as GraphApi from "./GraphApi.ts"
import * as PageLabels from "../PageLabels.ts"
import * as TokenHealth from "./TokenHealth.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/**
 * Number of workers. An organization always has the same worker: its changes stay in order, no label is created twice,
 * and a slow Page delays few others.
 */
const workers = 4

/** Maximum number of pending changes per worker. Further changes are dropped. */
export const queueCapacity = 1_000

interface Waiting extends TagChange {
  readonly organizationId: OrganizationId
}

/** Applies one change; all failures are logged. */
const makeSync = Effect.fnUntraced(function* (options: GraphApi.GraphOptions) {
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
        Effect.catchCause((cause) =>
          logFailure({ level: "Warn", text: "tags could not be synchronized to labels" }, cause)
        ),
        Effect.annotateLogs({ organizationId, contactId })
      ),
    spanned("PageTagSync.keep")
  )
})

/**
 * Synchronizes tags to the labels of a Page. WhatsApp's Cloud API has no labels, so contacts without Messenger are
 * skipped. Changes still pending at shutdown are dropped.
 */
export const layer = (options: GraphApi.GraphOptions) =>
  Layer.effect(
    TagSync,
    Effect.gen(function* () {
      const keep = yield* makeSync(options)
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
          const accepted = queue !== undefined && (yield* Queue.offer(queue, { organizationId, ...change }))
          if (!accepted) yield* Effect.annotateLogs(drop, { organizationId, contactId: change.contactId })
        })
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
