import { type Brand, type Option, Schema } from "effect"

/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1), and some more. */
export const maxEmailAddressLength = 320

/** Accepts an `@` with text on both sides, without spaces or control characters. */
const shape = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u

/** An address in its canonical form: without surrounding spaces, ASCII letters in lower case. */
export const EmailAddress = Schema.String.check(
  Schema.isMaxLength(maxEmailAddressLength),
  Schema.isPattern(shape, { expected: "an e-mail address" }),
  Schema.makeFilter((text) => !/[A-Z]/.test(text) || "Expected no capital letters")
).pipe(Schema.brand("EmailAddress"))
export type EmailAddress = string & Brand.Brand<"EmailAddress">

const decode = Schema.decodeUnknownOption(EmailAddress)

/**
 * The canonical form of an address; none for text that is no address. Only ASCII letters change: Unicode maps letters
 * of other alphabets to ASCII ones, and two mailboxes would become one.
 */
export const emailAddressOf = (text: string): Option.Option<EmailAddress> =>
  decode(text.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()))
