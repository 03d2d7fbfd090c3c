import { Context, Effect, Layer, Ref, Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { savedPart, SavedState } from "../SavedState.ts"

/** A link to a conversation with the number, with a prefilled text. */
const QrCode = Schema.Struct({
  code: Schema.String,
  prefilled_message: Schema.String,
  /** Epoch seconds. */
  creation_time: Schema.Int
})
export type QrCode = typeof QrCode.Type

/** The settings of a business number. */
const NumberRecord = Schema.Struct({
  /** The parts of the profile that are set. */
  profile: Schema.JsonObject,
  /** The `wa_id` of each blocked person, in the order of blocking. */
  blocked: Schema.Array(Schema.String),
  /** Newest first. */
  qrCodes: Schema.Array(QrCode),
  /** False until a number of a signup is registered. */
  isRegistered: Schema.optionalKey(Schema.Boolean),
  /** The PIN of two-step verification; absent before the first registration. */
  pin: Schema.optionalKey(Schema.String),
  /** Unused codes of signups, newest first. */
  codes: Schema.optionalKey(Schema.Array(Schema.String))
})
export type NumberRecord = typeof NumberRecord.Type

/** The records of all numbers, by phone number id. */
export class NumberRecords extends Context.Service<
  NumberRecords,
  {
    of(phoneNumberId: string): Effect.Effect<NumberRecord>
    /** Changes a record; returns the first value of the change. */
    modify<A>(phoneNumberId: string, change: (record: NumberRecord) => readonly [A, NumberRecord]): Effect.Effect<A>
  }
>()("emulator/NumberRecords") {}

const empty: NumberRecord = { profile: {}, blocked: [], qrCodes: [] }

const part = savedPart("numbers", Schema.ReadonlyMap(Schema.String, NumberRecord))

export const layer: Layer.Layer<NumberRecords> = Layer.effect(
  NumberRecords,
  Effect.gen(function* () {
    const records = yield* (yield* SavedState).ref<ReadonlyMap<string, NumberRecord>>(part, new Map())
    return NumberRecords.of({
      of: (id) => Effect.map(Ref.get(records), (all) => all.get(id) ?? empty),
      modify: (id, change) =>
        Ref.modify(records, (all) => {
          const [given, record] = change(all.get(id) ?? empty)
          return [given, new Map(all).set(id, record)]
        })
    })
  })
)

/** Fields of a number that is not registered. */
const unregistered = { status: "PENDING", platform_type: "NOT_APPLICABLE" }

/** The description of a number with its registration. */
export const withRegistration = Effect.fnUntraced(function* (described: Schema.JsonObject) {
  const { isRegistered = true } = yield* (yield* NumberRecords).of(String(described["id"]))
  return isRegistered ? described : { ...described, ...unregistered }
})

/** The number of a call, if its token may act for it. */
export const numberOfCall = Effect.fnUntraced(function* (call: GraphCall) {
  const token = yield* tokenOf(call)
  const number = (yield* EmulatorState).phoneNumber(call.id, token)
  return number._tag === "Some" ? number.value : yield* unknownObject(call.method, call.id)
})
