import { Effect, FileSystem, Schema } from "effect"
import { FaultScript } from "../FaultRule.ts"
import { reasonOf } from "./reasonOf.ts"

/** The file is no fault script; the reason names the field. */
export class FaultsFileUnusable extends Schema.TaggedError<FaultsFileUnusable>()("FaultsFileUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use the faults in ${this.path}: ${this.reason}`
  }
}

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(FaultScript), { onExcessProperty: "error" })

/** The fault script in a JSON file, of the form that `POST /_emulator/faults` takes. */
export const readFaultsFile = Effect.fn("readFaultsFile")(function* (path: string) {
  const text = yield* Effect.mapError(
    (yield* FileSystem.FileSystem).readFileString(path),
    () => new FaultsFileUnusable({ path, reason: "it cannot be read" })
  )
  return yield* Effect.mapError(decode(text), ({ issue }) => new FaultsFileUnusable({ path, reason: reasonOf(issue) }))
})
