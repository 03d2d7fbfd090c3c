import { Context, Effect, Layer, Ref, Schema } from "effect"
import { savedPart, SavedState } from "../SavedState.ts"

/** What Pages and Instagram accounts are subscribed to from the start. */
const usualFields: ReadonlyArray<string> = [
  "messages",
  "message_deliveries",
  "message_echoes",
  "message_reactions",
  "message_reads",
  "messaging_optins",
  "messaging_postbacks",
  "messaging_referrals"
]

/** By account: the fields that it is subscribed to, null when it is not subscribed. Others are as they were at the start. */
const State = Schema.ReadonlyMap(Schema.String, Schema.NullOr(Schema.Array(Schema.String)))
type State = typeof State.Type

const part = savedPart("subscriptions", State)

/** Which accounts the app hears of: all of them, until it leaves one. */
export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    /** The fields that the account is subscribed to; null when it is not. */
    fieldsOf(accountId: string): Effect.Effect<ReadonlyArray<string> | null>
    /** Subscribes the account to these fields, in place of those before; null ends its subscription. */
    set(accountId: string, fields: ReadonlyArray<string> | null): Effect.Effect<void>
  }
>()("emulator/Subscriptions") {}

export const layer: Layer.Layer<Subscriptions> = Layer.effect(
  Subscriptions,
  Effect.gen(function* () {
    const state = yield* (yield* SavedState).ref<State>(part, new Map())
    return Subscriptions.of({
      fieldsOf: (id) => Effect.map(Ref.get(state), (all) => (all.has(id) ? (all.get(id) ?? null) : usualFields)),
      set: (id, fields) => Ref.update(state, (all) => new Map(all).set(id, fields))
    })
  })
)
