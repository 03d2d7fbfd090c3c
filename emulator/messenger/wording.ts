import { type GraphError, refusal } from "../graph/GraphError.ts"
import type { Wording } from "../graph/issueRefusal.ts"

/** The refusal of a parameter; without a specific text it is "invalid". */
const invalid = (text: string): GraphError => refusal(100, { message: `(#100) ${text}` })

/** A parameter's name in the notation of the Send API: `message[quick_replies][0][title]`. */
const nameOf: Wording["nameOf"] = (path) =>
  path.map((key, depth) => (depth === 0 ? String(key) : `[${String(key)}]`)).join("")

/**
 * The texts of the Send API, as observed on the wire where possible. The message of a check is a whole refusal:
 * `(#code) text` or `(#code/subcode) text`. The subcode has its own field.
 */
export const sendWording: Wording = {
  nameOf,
  missing: (path) => invalid(`The parameter ${nameOf(path)} is required`),
  mismatch: (name, kind = "valid") => invalid(`Param ${name} must be ${kind}.`),
  unexpected: (key, parent) => invalid(`Invalid keys "${key}" were found in param "${parent}".`),
  spoken: (message) => {
    const [, code = "100", subcode, text = message] = /^\(#(\d+)(?:\/(\d+))?\) (.*)$/s.exec(message) ?? []
    return refusal(Number(code), {
      message: `(#${code}) ${text}`,
      subcode: subcode === undefined ? undefined : Number(subcode)
    })
  }
}
