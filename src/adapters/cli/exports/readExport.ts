import { Effect, Option, Stream } from "effect"
import { Csv } from "effect/encoding"
import type { PastMessage } from "../../../domain/messages/PastMessage.ts"
import { usage } from "../operator/OperatorError.ts"
import { chatwootLines } from "./chatwootLines.ts"
import { twilioLines, twilioRows } from "./twilioLines.ts"

/** Services whose exports are read. */
export const exportSources = ["chatwoot", "twilio"] as const
export type ExportSource = (typeof exportSources)[number]

const parse: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

/** The JSON values of a text: the whole text, or one in each line. */
const valuesIn = (text: string): Option.Option<ReadonlyArray<unknown>> =>
  Option.orElse(
    Option.map(parse(text), (value) => [value]),
    () =>
      Option.all(
        text
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => parse(line))
      )
  )

const recordsIn = (text: string) =>
  Stream.make(text).pipe(
    Stream.pipeThroughChannelOrFail(Csv.decodeString({ ignoreEmptyLines: true })),
    Stream.runCollect,
    Effect.mapError((error) => usage(`The file is no CSV: ${error.message}`))
  )

/**
 * The messages of an export, in the form of an import; null for each entry that an import cannot have, such as a private
 * note or an SMS. Chatwoot: answers of its API as JSON. Twilio: the message log as JSON or CSV.
 */
export const readExport = Effect.fnUntraced(function* (source: ExportSource, text: string) {
  const content = text.replace(/^\uFEFF/, "")
  const isJson = /^\s*[[{]/.test(content)
  if (source === "twilio" && !isJson) return twilioRows(yield* recordsIn(content))
  const values = Option.getOrNull(valuesIn(content))
  if (values === null || !isJson) {
    return yield* usage(`The file is no export of ${source}: expected JSON, or a JSON value in each line`)
  }
  const lines: ReadonlyArray<PastMessage | null> = values.flatMap(source === "chatwoot" ? chatwootLines : twilioLines)
  return lines
})
