import { Cache, Effect, Exit, Layer, Ref, Schema } from "effect"
import type { ChannelAccountId } from "../../domain/Ids.ts"
import { isApproved, ListedTemplate } from "../../domain/ListedTemplate.ts"
import { isTransient, type PlatformFailure } from "../../domain/PlatformError.ts"
import type { ConnectedAccount } from "../../ports/ChannelAccounts.ts"
import { TemplateCatalogue } from "../../ports/TemplateCatalogue.ts"
import * as GraphApi from "./GraphApi.ts"
import { GraphId } from "./GraphId.ts"
import * as GraphListing from "./GraphListing.ts"

/** How long a listing is served before the platform is asked again. */
const freshFor = "5 minutes"

/** How long an old listing is served before it is tried whether the platform is up again. */
const staleFor = "10 seconds"

/** Accounts whose templates are kept. */
const maxAccounts = 500

/** More than the platform lets one business have. */
const maxTemplates = 10_000

type Templates = ReadonlyArray<ListedTemplate>

interface Served {
  readonly templates: Templates
  readonly servedFor: typeof freshFor | typeof staleFor
}

/** The copies with this one as the youngest, and without the oldest when they become too many. */
const withCopy = (copies: ReadonlyMap<ChannelAccountId, Templates>, id: ChannelAccountId, templates: Templates) => {
  const others = Array.from(copies).filter(([kept]) => kept !== id)
  return new Map([...others, [id, templates] as const].slice(-maxAccounts))
}

/** The templates that the platform lists now. */
const makeList = (graph: GraphApi.GraphApi) => {
  const list = GraphListing.make(graph, {
    edge: "message_templates",
    parameters: { fields: "id,name,language,status,category,components", status: "APPROVED" },
    entry: Schema.Struct({ ...ListedTemplate.fields, id: GraphId }),
    maxEntries: maxTemplates
  })
  return Effect.fnUntraced(function* ({ account, token }: ConnectedAccount) {
    if (account.businessAccountId === null) {
      yield* Effect.logWarning("no templates: the number was connected without its WhatsApp Business Account")
      return []
    }
    const { entries } = yield* list(token, account.businessAccountId)
    return entries.filter(isApproved)
  })
}

/** Message templates from the Graph API (platforms page §1.3). */
export const layer = (options: GraphApi.GraphOptions) =>
  Layer.effect(
    TemplateCatalogue,
    Effect.gen(function* () {
      const list = makeList(yield* GraphApi.make(options))
      const copies = yield* Ref.make<ReadonlyMap<ChannelAccountId, Templates>>(new Map())

      const outlast = Effect.fnUntraced(function* (id: ChannelAccountId, failure: PlatformFailure) {
        const templates = (yield* Ref.get(copies)).get(id)
        if (templates === undefined || !isTransient(failure)) return yield* Effect.fail(failure)
        yield* Effect.logWarning("the platform is down: an old copy of the templates is served", failure)
        return { templates, servedFor: staleFor } satisfies Served
      })

      const refresh = (from: ConnectedAccount): Effect.Effect<Served, PlatformFailure> =>
        list(from).pipe(
          Effect.tap((templates) => Ref.update(copies, (all) => withCopy(all, from.account.id, templates))),
          Effect.map((templates) => ({ templates, servedFor: freshFor }) satisfies Served),
          Effect.catch((failure) => outlast(from.account.id, failure)),
          Effect.annotateLogs({ channelAccountId: from.account.id })
        )

      // The token is a part of the key: a new one is tried at once.
      const served = yield* Cache.makeWith(refresh, {
        capacity: maxAccounts,
        timeToLive: Exit.match({ onSuccess: ({ servedFor }) => servedFor, onFailure: () => 0 })
      })
      return TemplateCatalogue.of({
        approved: Effect.fn("GraphTemplateCatalogue.approved")((from) =>
          Effect.map(Cache.get(served, from), ({ templates }) => templates)
        )
      })
    })
  )
