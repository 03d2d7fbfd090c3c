import { assert, describe, it } from "@effect/vitest"
import { Redacted, Schema } from "effect"
import { createHmac } from "node:crypto"
import { isSigned } from "../../../src/adapters/http/inbound/metaSignature.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const hmac = (secret: string, text: string) =>
  `sha256=${createHmac("sha256", secret).update(bytes(text)).digest("hex")}`

/** As whatsapp-api-js escapes what it signs. */
const escaped = (text: string): string =>
  text.replaceAll(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const secret = "YOUR_APP_SECRET"
const secrets = [Redacted.make(secret)]

const published =
  "Let's pretend this body is equal to the message object and can handle unicode characters like みどりいろ and J'ai mangé des pâtes"

/** Text with everything that is escaped, from one byte to four. */
const Written = Schema.Array(
  Schema.Union([Schema.String, Schema.Literals(["\u007f", "é", "み", "😀", "\\u00e4", "/", "@"])])
)
const textOf = (written: typeof Written.Type): string => written.join("").toWellFormed()

const Secret = Schema.NonEmptyString

describe("the signature of the platform", () => {
  it.each([
    ["of the escaped text, as published", "0363007aabdf1ab579f35936651a460fb5fa1aaf40df98b1264446b72cc96688"],
    ["of the bytes", "5ab50fefd5b7b7258964d9825904e7916acb73fe8030123871485627791ffbde"]
  ])("is accepted %s", (_, mac) => {
    assert.isTrue(isSigned(secrets, `sha256=${mac}`, bytes(published)))
    assert.isTrue(isSigned(secrets, `sha256=${mac.toUpperCase()}`, bytes(published)))
    assert.isFalse(isSigned([Redacted.make("other")], `sha256=${mac}`, bytes(published)))
  })

  it.prop(
    "is accepted over the bytes and over the escaped text, with each of the secrets",
    { written: Written, others: Schema.Array(Secret) },
    (given) => {
      const text = textOf(given.written)
      const known = [...given.others.map((other) => Redacted.make(other)), Redacted.make(secret)]
      for (const form of [text, escaped(text)]) {
        assert.isTrue(isSigned(known, hmac(secret, form), bytes(text)))
        assert.isTrue(isSigned(known.toReversed(), hmac(secret, form), bytes(text)))
      }
    }
  )

  it.prop(
    "is refused for another body, and with another secret",
    { one: Written, other: Written, key: Secret },
    (given) => {
      const [text, forged] = [textOf(given.one), textOf(given.other)]
      const isSame = text === forged || escaped(text) === escaped(forged)
      if (!isSame) assert.isFalse(isSigned(secrets, hmac(secret, text), bytes(forged)))
      if (given.key !== secret) {
        assert.isFalse(isSigned(secrets, hmac(given.key, text), bytes(text)))
        assert.isFalse(isSigned(secrets, hmac(given.key, escaped(text)), bytes(text)))
      }
    }
  )

  it("is refused over the unescaped text if the bytes are ASCII", () => {
    assert.isTrue(isSigned(secrets, hmac(secret, String.raw`\u00e4`), bytes(String.raw`\u00e4`)))
    assert.isFalse(isSigned(secrets, hmac(secret, "ä"), bytes(String.raw`\u00e4`)))
  })

  it.each([
    undefined,
    "",
    "sha256=",
    hmac(secret, "{}").slice("sha256=".length),
    hmac(secret, "{}").replace("sha256", "sha1"),
    hmac(secret, "{}").slice(0, -1),
    `${hmac(secret, "{}")}0`,
    `${hmac(secret, "{}")}, ${hmac(secret, "{}")}`,
    ` ${hmac(secret, "{}")}`,
    `sha256=${"z".repeat(64)}`
  ])("is refused if the header is %j", (header) => {
    assert.isTrue(isSigned(secrets, hmac(secret, "{}"), bytes("{}")))
    assert.isFalse(isSigned(secrets, header, bytes("{}")))
  })

  it("is refused without a secret, and with an empty secret", () => {
    assert.isFalse(isSigned([], hmac(secret, "{}"), bytes("{}")))
    assert.isFalse(isSigned([Redacted.make("")], hmac("", "{}"), bytes("{}")))
    assert.isTrue(isSigned([Redacted.make(""), ...secrets], hmac(secret, "{}"), bytes("{}")))
  })

  it("covers the bytes if they are not text", () => {
    const body = Uint8Array.of(0xff, 0xfe, 0x00, 0xef, 0xbb, 0xbf)
    const mac = createHmac("sha256", secret).update(body).digest("hex")
    assert.isTrue(isSigned(secrets, `sha256=${mac}`, body))
    assert.isFalse(isSigned(secrets, `sha256=${mac}`, body.subarray(1)))
  })

  it("covers a byte order mark, too", () => {
    const text = "\ufeff{}"
    assert.isTrue(isSigned(secrets, hmac(secret, escaped(text)), bytes(text)))
    assert.isFalse(isSigned(secrets, hmac(secret, "{}"), bytes(text)))
  })
})
