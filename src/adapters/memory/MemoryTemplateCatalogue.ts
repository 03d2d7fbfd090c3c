import { Array, Context, Effect, Layer, Option, Ref } from "effect"
import type { ChannelAccountId } from "../../domain/Ids.ts"
import { isApproved, type ListedTemplate } from "../../domain/ListedTemplate.ts"
import type { PlatformFailure } from "../../domain/PlatformError.ts"
import type { ConnectedAccount } from "../../ports/ChannelAccounts.ts"
import { TemplateCatalogue } from "../../ports/TemplateCatalogue.ts"

/** The platform's side of `TemplateCatalogue` without a platform. */
export class TemplatePlatform extends Context.Service<
  TemplatePlatform,
  {
    /** The accounts that were asked about, in order. */
    readonly asked: Effect.Effect<ReadonlyArray<ConnectedAccount>>
    /** The templates of this account from now on, approved or not; none before that. */
    setTemplates(id: ChannelAccountId, templates: ReadonlyArray<ListedTemplate>): Effect.Effect<void>
    /** Fails the next ask. */
    failNext(failure: PlatformFailure): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/TemplatePlatform") {}

export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const asked = yield* Ref.make<ReadonlyArray<ConnectedAccount>>([])
    const templates = yield* Ref.make<ReadonlyMap<ChannelAccountId, ReadonlyArray<ListedTemplate>>>(new Map())
    const failures = yield* Ref.make<ReadonlyArray<PlatformFailure>>([])

    return Context.make(
      TemplateCatalogue,
      TemplateCatalogue.of({
        approved: Effect.fnUntraced(function* (from) {
          yield* Ref.update(asked, (all) => [...all, from])
          const failure = yield* Ref.modify(failures, (all) => [Array.head(all), all.slice(1)])
          if (Option.isSome(failure)) return yield* Effect.fail(failure.value)
          return ((yield* Ref.get(templates)).get(from.account.id) ?? []).filter(isApproved)
        })
      })
    ).pipe(
      Context.add(
        TemplatePlatform,
        TemplatePlatform.of({
          asked: Ref.get(asked),
          setTemplates: (id, listed) => Ref.update(templates, (all) => new Map(all).set(id, listed)),
          failNext: (failure) => Ref.update(failures, (all) => [...all, failure])
        })
      )
    )
  })
)
