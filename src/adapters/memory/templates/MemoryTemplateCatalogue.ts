import { Array, Context, Effect, Layer, Option, Ref } from "effect"
import type { ChannelAccountId } from "../../../domain/Ids.ts"
import { type ListedTemplate, type TemplateChange, changedBy, isApproved } from "../../../domain/templates/Template.ts"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { TemplateCatalogue } from "../../../ports/templates/TemplateCatalogue.ts"

/** A change of a template, with its business account. */
export interface ReportedChange {
  readonly businessAccountId: string
  readonly change: TemplateChange
}

/** The templates of an account, and the number of changes reported by then. */
interface Listing {
  readonly templates: ReadonlyArray<ListedTemplate>
  readonly reported: number
}

/** A scripted platform behind `TemplateCatalogue`. */
export class TemplatePlatform extends Context.Service<
  TemplatePlatform,
  {
    /** The accounts whose templates were requested, in order. */
    readonly requests: Effect.Effect<ReadonlyArray<ConnectedAccount>>
    /** Sets the templates of this account, approved or not; none by default. */
    setTemplates(id: ChannelAccountId, templates: ReadonlyArray<ListedTemplate>): Effect.Effect<void>
    /** The changes that the catalogue received, in order. */
    readonly changes: Effect.Effect<ReadonlyArray<ReportedChange>>
    /** Makes the next request fail. */
    failNext(failure: PlatformFailure): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/TemplatePlatform") {}

/** Lists nothing, unless `TemplatePlatform` has templates for the account. Provides the port and `TemplatePlatform`. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const requests = yield* Ref.make<ReadonlyArray<ConnectedAccount>>([])
    const listings = yield* Ref.make<ReadonlyMap<ChannelAccountId, Listing>>(new Map())
    const changes = yield* Ref.make<ReadonlyArray<ReportedChange>>([])
    const failures = yield* Ref.make<ReadonlyArray<PlatformFailure>>([])

    return Context.make(
      TemplateCatalogue,
      TemplateCatalogue.of({
        approved: Effect.fnUntraced(function* (from) {
          yield* Ref.update(requests, (all) => [...all, from])
          const failure = yield* Ref.modify(failures, (all) => [Array.head(all), all.slice(1)])
          if (Option.isSome(failure)) return yield* Effect.fail(failure.value)
          const { templates, reported } = (yield* Ref.get(listings)).get(from.account.id) ?? {
            templates: [],
            reported: 0
          }
          const since = (yield* Ref.get(changes)).slice(reported)
          return since
            .filter(({ businessAccountId }) => businessAccountId === from.account.businessAccountId)
            .reduce((listed, { change }) => listed.map(changedBy(change)), templates)
            .filter(isApproved)
        }),
        changed: (businessAccountId, change) => Ref.update(changes, (all) => [...all, { businessAccountId, change }])
      })
    ).pipe(
      Context.add(
        TemplatePlatform,
        TemplatePlatform.of({
          requests: Ref.get(requests),
          changes: Ref.get(changes),
          setTemplates: Effect.fnUntraced(function* (id, templates) {
            const reported = (yield* Ref.get(changes)).length
            yield* Ref.update(listings, (all) => new Map(all).set(id, { templates, reported }))
          }),
          failNext: (failure) => Ref.update(failures, (all) => [...all, failure])
        })
      )
    )
  })
)
