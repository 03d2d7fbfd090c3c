import { Context, Effect, Layer, Ref } from "effect"
import type { ChannelAccountId } from "../../../domain/Ids.ts"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import { AccountCheck } from "../../../ports/access/ChannelAccounts.ts"

/** Scripts the platforms' answers to account checks. */
export class AccountCheckSettings extends Context.Service<
  AccountCheckSettings,
  {
    /** Makes later checks of this account fail with the failure. */
    fail(id: ChannelAccountId, failure: PlatformFailure): Effect.Effect<void>
    /** Makes webhooks name the account with this external id by another id. */
    rename(externalId: string, webhookId: string): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/AccountCheckSettings") {}

/** Accepts every account, unless a test sets a failure. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const failures = yield* Ref.make<ReadonlyMap<ChannelAccountId, PlatformFailure>>(new Map())
    const renamed = yield* Ref.make<ReadonlyMap<string, string>>(new Map())
    return Context.make(
      AccountCheck,
      AccountCheck.of({
        check: ({ account }) =>
          Effect.flatMap(Ref.get(failures), (known) => {
            const failure = known.get(account.id)
            return failure === undefined ? Effect.void : Effect.fail(failure)
          }),
        otherWebhookIds: ({ account }) =>
          Effect.map(Ref.get(renamed), (known) => {
            const id = known.get(account.externalId)
            return id === undefined ? [] : [id]
          })
      })
    ).pipe(
      Context.add(
        AccountCheckSettings,
        AccountCheckSettings.of({
          fail: (id, failure) => Ref.update(failures, (known) => new Map([...known, [id, failure]])),
          rename: (externalId, webhookId) =>
            Ref.update(renamed, (known) => new Map([...known, [externalId, webhookId]]))
        })
      )
    )
  })
)
