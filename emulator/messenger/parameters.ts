import { Schema } from "effect"
import { paramName } from "../graph/issueRefusal.ts"

const tooLong = (max: number) => `(#100) Length of param ${paramName} must be less than or equal to ${max}`

/** People's characters, not the halves of surrogate pairs. */
export const textUpTo = (max: number) =>
  Schema.String.check(Schema.makeFilter((text) => Array.from(text).length <= max, { message: tooLong(max) }))

const encoder = new TextEncoder()

/** A text that is measured in bytes of UTF-8. */
export const textUpToBytes = (max: number) =>
  Schema.String.check(Schema.makeFilter((text) => encoder.encode(text).length <= max, { message: tooLong(max) }))

/** A text that must say something. */
export const filledText = (max: number) =>
  textUpTo(max).check(
    Schema.makeFilter((text) => text.trim() !== "", {
      message: `(#100) Param ${paramName} must be a non-empty UTF-8 encoded string`
    })
  )

/** An address that people open or the platform fetches. */
export const address = Schema.String.check(
  Schema.makeFilter((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text), {
    message: `(#100) ${paramName} should represent a valid URL`
  })
)

export const noMoreThan = (max: number) =>
  Schema.makeFilter((items: ReadonlyArray<unknown>) => items.length <= max, {
    message: `(#105) param ${paramName} has too many elements.`
  })

export const atLeastOne = Schema.makeFilter((items: ReadonlyArray<unknown>) => items.length >= 1, {
  message: `(#194) param ${paramName} has too few elements.`
})

/** The id of a person, in digits; a number in JSON is taken as well. */
export const PersonId = Schema.Union([Schema.String, Schema.Int]).check(
  Schema.makeFilter((id) => /^\d{1,30}$/.test(String(id)), {
    message: `(#100) Param ${paramName} must be a valid ID string (e.g., "123")`
  })
)
