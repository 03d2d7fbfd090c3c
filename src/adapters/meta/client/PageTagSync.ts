import * as GraphListing from "./GraphListing.ts"
import * as GraphApi from "./GraphApi.ts"
import * as TokenHealth from "./TokenHealth.ts"
import { Effect, Hash, Layer, Queue, Ref, Schema } from "effect"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import { ChannelAccounts, type ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { ContactStore, type TagChange, TagSync } from "../../../ports/contacts/ContactStore.ts"
import { GraphId } from "./GraphAnswer.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { spanned } from "../../../telemetry/spanned.ts"

/** Maximum number of labels of a Page to read. */
const maxLabels = 2_000

const Label = Schema.Struct({ id: GraphId, page_label_name: Schema.String })
const Done = Schema.Struct({ success: Schema.Literal(true) })

/** A person who wrote to a Page. */
interface PersonOfPage {
  readonly page: ConnectedAccount
  readonly person: string
}

/** Logs the failure of one label, so that the other labels are still processed. */
const skipLabel = (failure: PlatformFailure) =>
  logFailure({ level: "Warn", text: "a label could not be synchronized" }, failure)

/** The labels that a Page assigns to people, as its inbox shows them. */
const makePageLabels = (graph: GraphApi.GraphApi) => {
  const create = graph.post(Schema.Struct({ id: GraphId }))
  const assign = graph.post(Done)
  const take = graph.delete(Done)
  const list = GraphListing.make(graph, {
    edge: "custom_labels",
    parameters: { fields: "id,page_label_name" },
    entry: Label,
    maxEntries: maxLabels
  })

  return {
    /** Removes labels from a person and adds others. Labels that the Page does not have yet are created. */
    change: Effect.fnUntraced(function* (
      { page, person }: PersonOfPage,
      { added, removed }: Pick<TagChange, "added" | "removed">
    ) {
      const { externalId: pageId } = page.account
      const { complete, entries } = yield* list(page, pageId)
      const ids = new Map(entries.map(({ id, page_label_name: name }) => [name, id]))

      const takeAway = Effect.fnUntraced(function* (tag: string) {
        const id = ids.get(tag)
        if (id !== undefined) yield* take(page, id, "label", { user: person })
      })
      const give = Effect.fnUntraced(function* (tag: string) {
        const known = ids.get(tag)
        // Creating is not idempotent, and the label may be one beyond the listed ones.
        if (known === undefined && !complete)
          return yield* logFailure({ level: "Warn", text: "label not created: there are too many" })
        const id = known ?? (yield* create(page, pageId, "custom_labels", { page_label_name: tag })).id
        yield* assign(page, id, "label", { user: person })
      })

      yield* Effect.forEach(new Set(removed), (tag) => Effect.catch(takeAway(tag), skipLabel), { discard: true })
      yield* Effect.forEach(new Set(added), (tag) => Effect.catch(give(tag), skipLabel), { discard: true })
    })
  }
}

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
  const labels = makePageLabels(yield* GraphApi.make(options))

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
