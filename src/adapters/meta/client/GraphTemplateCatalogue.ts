import { Cache, Effect, Exit, Layer, Schema } from "effect"
import type { ChannelAccountId } from "../../../domain/Ids.ts"
import { freshly } from "../../../collections/elapsedMillis.ts"
import { ListedTemplate, isApproved } from "../../../domain/templates/Template.ts"
import { isTransient, type PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { TemplateCatalogue } from "../../../ports/templates/TemplateCatalogue.ts"
import * as GraphApi from "./GraphApi.ts"
import { GraphId } from "./GraphAnswer.ts"
import * as GraphListing from "./GraphListing.ts"
import * as TemplateCopies from "./TemplateCopies.ts"
import * as TokenHealth from "./TokenHealth.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** Lifetime of a cached listing. */
const freshFor = "5 minutes"

/** Lifetime of an old listing that is served while the platform is down. */
const staleFor = "10 seconds"

/** Maximum number of templates; the platform's own limit per business is lower. */
const maxTemplates = 10_000

interface Served {
  readonly templates: ReadonlyArray<ListedTemplate>
  readonly servedFor: typeof freshFor | typeof staleFor
}

/** Reads the current templates from the platform. */
const makeList = (graph: GraphApi.GraphApi) => {
  const list = GraphListing.make(graph, {
    edge: "message_templates",
    parameters: { fields: "id,name,language,status,category,components", status: "APPROVED" },
    entry: Schema.Struct({ ...ListedTemplate.fields, id: GraphId }),
    maxEntries: maxTemplates
  })
  return Effect.fnUntraced(function* (from: ConnectedAccount) {
    const { businessAccountId } = from.account
    if (businessAccountId === null) {
      yield* logFailure({
        level: "Warn",
        text: "no templates: the number was connected without its WhatsApp Business Account"
      })
      return []
    }
    const { entries } = yield* list(from, businessAccountId)
    return entries.filter(isApproved)
  })
}

/** Message templates from the Graph API (platforms P3). */
export const layer = (options: GraphApi.GraphOptions) =>
  Layer.effect(
    TemplateCatalogue,
    Effect.gen(function* () {
      const list = makeList(yield* GraphApi.make(options))
      const copies = yield* TemplateCopies.make

      const outlast = Effect.fnUntraced(function* (id: ChannelAccountId, failure: PlatformFailure) {
        const templates = yield* copies.find(id)
        if (templates === undefined || !isTransient(failure)) return yield* Effect.fail(failure)
        yield* logFailure({ level: "Warn", text: "platform unavailable: serving cached templates" }, failure)
        return { templates, servedFor: staleFor } satisfies Served
      })

      const refresh = (from: ConnectedAccount): Effect.Effect<Served, PlatformFailure> =>
        copies.store(from.account, list(from)).pipe(
          Effect.map((templates) => ({ templates, servedFor: freshFor }) satisfies Served),
          Effect.catch((failure) => outlast(from.account.id, failure)),
          Effect.annotateLogs({ channelAccountId: from.account.id })
        )

      // The token is part of the key, so that a new token takes effect at once.
      const listings = yield* Cache.makeWith(refresh, {
        capacity: TemplateCopies.maxAccounts,
        timeToLive: Exit.match({ onSuccess: ({ servedFor }) => servedFor, onFailure: () => 0 })
      })
      const get = freshly(listings)
      return TemplateCatalogue.of({
        approved: Effect.fn("GraphTemplateCatalogue.approved")((from) =>
          Effect.map(get(from), ({ templates }) => templates)
        ),
        changed: Effect.fn("GraphTemplateCatalogue.changed")(function* (businessAccountId, change) {
          yield* copies.correct(businessAccountId, change)
          for (const from of Array.from(yield* Cache.keys(listings))) {
            if (from.account.businessAccountId === businessAccountId) yield* Cache.invalidate(listings, from)
          }
        })
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
