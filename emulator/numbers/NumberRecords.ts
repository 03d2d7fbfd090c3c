import { Context, Effect, Layer, Ref, Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { savedPart, SavedState } from "../SavedState.ts"

/** What leads to a conversation with the number, with a text to begin it. */
const QrCode = Schema.Struct({
  code: Schema.String,
  prefilled_message: Schema.String,
  /** Epoch seconds. */
  creation_time: Schema.Int
})
export type QrCode = typeof QrCode.Type

/** What a business keeps about its number. */
const NumberRecord = Schema.Struct({
  /** The parts of the profile that were given. */
  profile: Schema.JsonObject,
  /** The `wa_id` of each person that the business blocked, the first blocked first. */
  blocked: Schema.Array(Schema.String),
  /** The newest first. */
  qrCodes: Schema.Array(QrCode)
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

/** The number that a call is about, when its token may act for it. */
export const numberOfCall = Effect.fnUntraced(function* (call: GraphCall) {
  const token = yield* tokenOf(call)
  const number = (yield* EmulatorState).phoneNumber(call.id, token)
  return number._tag === "Some" ? number.value : yield* unknownObject(call.method, call.id)
})
