import { Context, Effect, Layer, Ref } from "effect"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { Profiles } from "../../../ports/inbound/InboundQueue.ts"

/** A call of the port, regardless of its answer. */
export interface RequestedProfile {
  readonly from: ConnectedAccount
  readonly personId: string
}

type Answer = Effect.Effect<string | null, PlatformFailure>

/** A scripted platform behind `Profiles`. */
export class ProfilePlatform extends Context.Service<
  ProfilePlatform,
  {
    /** The requested profiles, in order. */
    readonly requests: Effect.Effect<ReadonlyArray<RequestedProfile>>
    /** Sets the answer for a person. Without an answer, the person has no name. */
    answer(personId: string, answer: Answer): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/ProfilePlatform") {}

/** Returns no names, unless `ProfilePlatform` has an answer for the person. Provides the port and `ProfilePlatform`. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const requests = yield* Ref.make<ReadonlyArray<RequestedProfile>>([])
    const answers = yield* Ref.make<ReadonlyMap<string, Answer>>(new Map())

    return Context.make(
      Profiles,
      Profiles.of({
        nameOf: Effect.fnUntraced(function* (from, personId) {
          yield* Ref.update(requests, (all) => [...all, { from, personId }])
          return yield* (yield* Ref.get(answers)).get(personId) ?? Effect.succeed(null)
        })
      })
    ).pipe(
      Context.add(
        ProfilePlatform,
        ProfilePlatform.of({
          requests: Ref.get(requests),
          answer: (personId, answer) => Ref.update(answers, (all) => new Map(all).set(personId, answer))
        })
      )
    )
  })
)
