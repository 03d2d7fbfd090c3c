import { Effect, Schema } from "effect"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../ports/access/ChannelAccounts.ts"
import type { TagChange } from "../../ports/contacts/ContactStore.ts"
import type { GraphApi } from "./client/GraphApi.ts"
import { GraphId } from "./client/GraphAnswer.ts"
import * as GraphListing from "./client/GraphListing.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** Maximum number of labels of a Page to read. */
const maxLabels = 2_000

const Label = Schema.Struct({ id: GraphId, page_label_name: Schema.String })
const Done = Schema.Struct({ success: Schema.Literal(true) })

/** A person who wrote to a Page. */
export interface PersonOfPage {
  readonly page: ConnectedAccount
  readonly person: string
}

/** Logs the failure of one label, so that the other labels are still processed. */
const skipLabel = (failure: PlatformFailure) =>
  logFailure({ level: "Warn", text: "a label could not be synchronized" }, failure)

/** The labels that a Page assigns to people, as its inbox shows them. */
export const make = (graph: GraphApi) => {
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
