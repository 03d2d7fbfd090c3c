import { Result, Schema } from "effect"
import { type ContentRefused, contentRefused } from "./ContentRefused.ts"

/** Most contact cards of one message. */
export const maxContactCards = 257

const text = Schema.optionalKey(Schema.String)

const someOf = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.optionalKey(Schema.Array(Schema.Struct(fields)))

/** Parts of a name, of which the platform wants one beside `formatted_name`. */
const nameParts = ["first_name", "last_name", "middle_name", "suffix", "prefix"] as const

const Name = Schema.Struct({
  formatted_name: Schema.String,
  first_name: text,
  last_name: text,
  middle_name: text,
  suffix: text,
  prefix: text
}).check(
  Schema.makeFilter(
    (name) =>
      nameParts.some((part) => name[part] !== undefined) ||
      `Expected one of ${nameParts.join(", ")} beside formatted_name`
  )
)

/** A contact that a message shares, in the form of the platform (platforms P1). */
export const ContactCard = Schema.Struct({
  name: Name,
  birthday: text,
  org: Schema.optionalKey(Schema.Struct({ company: text, department: text, title: text })),
  phones: someOf({ phone: text, type: text, wa_id: text }),
  emails: someOf({ email: text, type: text }),
  urls: someOf({ url: text, type: text }),
  addresses: someOf({
    street: text,
    city: text,
    state: text,
    zip: text,
    country: text,
    country_code: text,
    type: text
  })
})
export type ContactCard = typeof ContactCard.Type

/** The contact cards of a message. */
export const ContactCards = Schema.NonEmptyArray(ContactCard).check(
  Schema.isMaxLength(maxContactCards, { expected: `at most ${maxContactCards} contacts` })
)
export type ContactCards = typeof ContactCards.Type

const decode = Schema.decodeUnknownResult(ContactCards)
const isContactCards = Schema.is(ContactCards)

/**
 * The contact cards of a message from data of a caller. Fails with the dotted path of the first part that the platform
 * would refuse. Fields that this version does not know stay, so that the platform gets them.
 */
export const readContactCards = (input: ReadonlyArray<Schema.Json>): Result.Result<ContactCards, ContentRefused> =>
  isContactCards(input) ? Result.succeed(input) : Result.mapError(decode(input), contentRefused("contacts"))
