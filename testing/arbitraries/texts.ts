import { Arbitrary, DateTime, Schema } from "effect"
import { EmailAddress } from "../../src/domain/access/Member.ts"
import { fewerPieces, TextPieces } from "./textPieces.ts"

/** Any text: emoji, ZWJ sequences, flags, right-to-left, combining marks, and halves of surrogate pairs. */
export const text: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.schema(TextPieces, { shrink: fewerPieces }),
  (pieces) => pieces.join("")
)

/** Any text that is storable and valid in JSON. */
export const storableText: Arbitrary.Arbitrary<string> = Arbitrary.map(text, (any) =>
  any.toWellFormed().replaceAll("\0", "")
)

const names = [
  "Ada Lovelace",
  "José Núñez",
  "Zoë Müller",
  "李小龍",
  "محمد علي",
  "דוד כהן",
  "नमिता देवी",
  "Ngô Bảo Châu"
] as const

/** Names as people write them, sometimes with emoji and other text. Short enough for a contact. */
export const personName: Arbitrary.Arbitrary<string> = Arbitrary.flatMap(
  Arbitrary.schema(Schema.Union([Schema.Literals(names), Schema.Null])),
  (name) =>
    name === null ? Arbitrary.map(storableText, (any) => any.slice(0, 50).toWellFormed()) : Arbitrary.Constant(name)
)

/** Tags of businesses. */
export const tag: Arbitrary.Arbitrary<string> = Arbitrary.schema(
  Schema.Literals(["vip", "new", "Kunde", "newsletter", "отзыв", "🔥", "q4-2026", "two words"])
)

export const emailAddress: Arbitrary.Arbitrary<EmailAddress> = Arbitrary.map(
  Arbitrary.schema(
    Schema.Struct({
      local: Schema.String.check(Schema.isPattern(/^[a-z0-9]{1,12}([.+_-][a-z0-9]{1,8})?$/)),
      domain: Schema.Literals(["example.com", "mail.example.org", "xn--bcher-kva.example"])
    })
  ),
  ({ domain, local }) => EmailAddress.make(`${local}@${domain}`)
)

/** Times from 2020 to 2039. */
export const instant: Arbitrary.Arbitrary<DateTime.Utc> = Arbitrary.map(
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1_577_836_800_000, maximum: 2_208_988_799_999 }))),
  (millis) => DateTime.makeUnsafe(millis)
)
