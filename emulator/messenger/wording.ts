import { type GraphError, refusal } from "../graph/GraphError.ts"
import type { Wording } from "../graph/issueRefusal.ts"

/** A refusal of a parameter; of those without a text the platform only ever says that they are invalid. */
const invalid = (text: string): GraphError => refusal(100, { message: `(#100) ${text}` })

/** A parameter's name as the Send API writes it: `message[quick_replies][0][title]`. */
const nameOf: Wording["nameOf"] = (path) =>
  path.map((key, depth) => (depth === 0 ? String(key) : `[${String(key)}]`)).join("")

/**
 * The words of the Send API, as they were observed on the wire where an observation exists. The message of a check is a whole
 * refusal: `(#code) text`, or `(#code/subcode) text`, of which the subcode goes into a field of its own.
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
