import type { Schema } from "effect"
import type { PlatformProblem } from "../../../domain/Inbound.ts"
import { titleOf } from "../../../domain/PlatformError.ts"
import { intAt, isObject, listAt, objectAt, textAt } from "./PlatformJson.ts"

/** An error inside a report; old ones have the details beside the code, and no message (platforms P5). */
export const platformProblem = (error: Schema.JsonObject): PlatformProblem => {
  const code = intAt(error, "code") ?? 0
  const details =
    textAt(objectAt(error, "error_data"), "details") ?? textAt(error, "error_data") ?? textAt(error, "details")
  const told = textAt(error, "title")
  const message = textAt(error, "message") ?? told ?? details ?? `(#${code})`
  return { code, title: told ?? titleOf(code, message), message, details }
}

/** The first of the errors in the list. */
export const firstProblem = (report: Schema.Json): PlatformProblem | null => {
  const errors = listAt(report, "errors").flatMap((error) => (isObject(error) ? [platformProblem(error)] : []))
  return errors[0] ?? null
}
