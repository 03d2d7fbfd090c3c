import { Schema } from "effect"
import { paramName } from "./issueRefusal.ts"

/** People's characters, not the halves of surrogate pairs. */
const lengthOf = (text: string): number => Array.from(text).length

/** A text that the Graph API itself bounds. */
export const boundedText = (max: number) =>
  Schema.String.check(
    Schema.makeFilter((text) => lengthOf(text) <= max, {
      message: `(#100) Param ${paramName} must be at most ${max} characters long.`
    })
  )

/** A text that WhatsApp bounds; `what` as its answers name it: `Button title`. */
export const labelText = (what: string, max: number) =>
  Schema.String.check(
    Schema.makeFilter((text) => lengthOf(text) >= 1 && lengthOf(text) <= max, {
      message: `${what} length invalid. Min length: 1, Max length: ${max}`
    })
  )

/** Like `labelText`, where its answers only know too long. */
export const shortText = (what: string, max: number) =>
  Schema.String.check(
    Schema.makeFilter((text) => lengthOf(text) <= max, { message: `${what} is too long. Max length is ${max}` })
  )

/** One of the words, in any case; the answer lists them as the platform does. */
export const oneOf = (words: ReadonlyArray<string>) =>
  Schema.String.check(
    Schema.makeFilter((text) =>
      words.includes(text.toLowerCase())
        ? undefined
        : `(#100) Param ${paramName} must be one of {${words.map((word) => word.toUpperCase()).join(", ")}} - got "${text}".`
    )
  )

/** An address that the platform would fetch or open. */
export const link = Schema.String.check(
  Schema.makeFilter((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text), {
    message: `(#100) Param ${paramName} is not a valid URI.`
  })
)

/** A text that must say something. */
export const someText = Schema.String.check(
  Schema.makeFilter((text) => text.trim() !== "", { message: `${paramName} must not be empty` })
)
