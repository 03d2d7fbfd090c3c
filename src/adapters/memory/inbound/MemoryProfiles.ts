import { Context, Effect, Layer, Ref } from "effect"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { Profiles } from "../../../ports/inbound/Profiles.ts"

/** One call of the port, whatever it answered. */
export interface AskedProfile {
  readonly from: ConnectedAccount
  readonly personId: string
}

type Answer = Effect.Effect<string | null, PlatformFailure>

/** The platform's side of `Profiles` without a platform. */
export class ProfilePlatform extends Context.Service<
  ProfilePlatform,
  {
    /** The requested profiles, in order. */
    readonly asked: Effect.Effect<ReadonlyArray<AskedProfile>>
    /** Sets the answer for a person from now on. Without an answer the person has no name. */
    answer(personId: string, answer: Answer): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/ProfilePlatform") {}

/** Knows no name, unless `ProfilePlatform` has an answer for the person. Provides the port and `ProfilePlatform`. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const asked = yield* Ref.make<ReadonlyArray<AskedProfile>>([])
    const answers = yield* Ref.make<ReadonlyMap<string, Answer>>(new Map())

    return Context.make(
      Profiles,
      Profiles.of({
        nameOf: Effect.fnUntraced(function* (from, personId) {
          yield* Ref.update(asked, (all) => [...all, { from, personId }])
          return yield* (yield* Ref.get(answers)).get(personId) ?? Effect.succeed(null)
        })
      })
    ).pipe(
      Context.add(
        ProfilePlatform,
        ProfilePlatform.of({
          asked: Ref.get(asked),
          answer: (personId, answer) => Ref.update(answers, (all) => new Map(all).set(personId, answer))
        })
      )
    )
  })
)
