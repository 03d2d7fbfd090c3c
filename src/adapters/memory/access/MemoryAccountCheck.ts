import { Context, Effect, Layer, Ref } from "effect"
import type { ChannelAccountId } from "../../../domain/Ids.ts"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import { AccountCheck } from "../../../ports/access/AccountCheck.ts"

/** Decides what the platforms say of accounts. */
export class AccountCheckSettings extends Context.Service<
  AccountCheckSettings,
  {
    /** From now on checks of this account fail like this. */
    fail(id: ChannelAccountId, failure: PlatformFailure): Effect.Effect<void>
    /** From now on webhooks name the account of this external id by another id. */
    rename(externalId: string, webhookId: string): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/AccountCheckSettings") {}

/** Every account can be used, unless a test says otherwise. */
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
