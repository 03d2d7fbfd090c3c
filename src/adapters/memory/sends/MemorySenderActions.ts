import { Array, Context, Effect, Layer, Option, Ref } from "effect"
import type { ThreadCall } from "../../../domain/conversations/threadControl.ts"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import type { SenderAction } from "../../../domain/messages/senderAction.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { SenderActions } from "../../../ports/sends/SenderActions.ts"

/** An action that the port received. */
export interface ReceivedAction {
  readonly from: ConnectedAccount
  readonly action: SenderAction
  /** Whether it was queued, not sent at once. */
  readonly isOffered: boolean
}

/** A change of the holder of a thread that the port received. */
export interface ReceivedControl {
  readonly from: ConnectedAccount
  /** The platform's id of the person. */
  readonly person: string
  readonly call: ThreadCall
}

/** The actions that `SenderActions` received, and scripted failures. */
export class SenderActionLog extends Context.Service<
  SenderActionLog,
  {
    /** Every action, in order, also refused ones. */
    readonly received: Effect.Effect<ReadonlyArray<ReceivedAction>>
    /** Every change of the holder of a thread, in order, also refused ones. */
    readonly controls: Effect.Effect<ReadonlyArray<ReceivedControl>>
    /** Makes the next action that is sent at once, or the next change of a holder, fail. */
    failNext(failure: PlatformFailure): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/SenderActionLog") {}

/** Records actions without further effect. Provides the port and `SenderActionLog`. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const received = yield* Ref.make<ReadonlyArray<ReceivedAction>>([])
    const failures = yield* Ref.make<ReadonlyArray<PlatformFailure>>([])
    const controls = yield* Ref.make<ReadonlyArray<ReceivedControl>>([])
    const failIfScripted = Effect.gen(function* () {
      const failure = yield* Ref.modify(failures, (all) => [Array.head(all), all.slice(1)])
      if (Option.isSome(failure)) return yield* Effect.fail(failure.value)
    })
    const record = (from: ConnectedAccount, action: SenderAction, isOffered: boolean) =>
      Ref.update(received, (all) => [...all, { from, action, isOffered }])
    return Context.make(
      SenderActions,
      SenderActions.of({
        send: Effect.fnUntraced(function* (from, action) {
          yield* record(from, action, false)
          yield* failIfScripted
        }),
        control: Effect.fnUntraced(function* (from, person, call) {
          yield* Ref.update(controls, (all) => [...all, { from, person, call }])
          yield* failIfScripted
        }),
        offer: (from, action) => record(from, action, true)
      })
    ).pipe(
      Context.add(
        SenderActionLog,
        SenderActionLog.of({
          received: Ref.get(received),
          controls: Ref.get(controls),
          failNext: (failure) => Ref.update(failures, (all) => [...all, failure])
        })
      )
    )
  })
)
