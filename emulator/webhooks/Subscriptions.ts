import { Context, Effect, Layer, Ref, Schema } from "effect"
import { savedPart, SavedState } from "../SavedState.ts"

/** The initial subscription of Pages and Instagram accounts. */
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

/** The subscribed fields by account; null without a subscription. Absent accounts have their initial one. */
const State = Schema.ReadonlyMap(Schema.String, Schema.NullOr(Schema.Array(Schema.String)))
type State = typeof State.Type

const part = savedPart("subscriptions", State)

/** The accounts whose reports the app receives: all of them, unless their subscription is deleted. */
export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    /** The subscribed fields of the account; null without a subscription. */
    fieldsOf(accountId: string): Effect.Effect<ReadonlyArray<string> | null>
    /** Replaces the subscribed fields of the account; null deletes its subscription. */
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
