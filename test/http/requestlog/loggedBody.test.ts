import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { maxLoggedBytes } from "../../../src/domain/access/RequestLog.ts"
import { loggedAnswer, loggedBody, maxExamined } from "../../../src/adapters/http/requestlog/loggedBody.ts"
import { redact } from "../../../src/adapters/http/requestlog/redact.ts"
import { redacted } from "../../../src/domain/text/withoutAddressSecrets.ts"
import { plainObject, withPlainKeys } from "../../support/database/withPlainKeys.ts"

const bytesOf = (json: Schema.Json): number => new TextEncoder().encode(JSON.stringify(json)).length

/** Texts of every width in UTF-8, and with what JSON escapes. */
const Piece = Schema.Union([
  Schema.String,
  Schema.Literals(["a", '"', "\\", "\n", "\u0000", "ä", "漢", "👩‍👩‍👧‍👦", "\ud800", "\udc00x", "\u2028"])
])
const Long = Schema.Struct({
  piece: Piece.check(Schema.isNonEmpty()),
  times: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 })),
  more: Schema.Json
})

const Body = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))
const read = Schema.decodeUnknownSync(Body)

/** What the log keeps of a body, both ways that lead there. */
const kept = (body: Schema.Json) => {
  const text = JSON.stringify(body)
  assert.strictEqual(loggedAnswer(text), loggedBody(text))
  assert.strictEqual(loggedBody(text, true), loggedBody(text))
  return read(loggedBody(text))
}

describe("loggedBody", () => {
  it.prop(
    "returns a short object without its secrets",
    { body: Schema.Record(Schema.String, Schema.Json) },
    ({ body: generated }) => {
      const body = plainObject(generated)
      const clean = redact(body)
      if (bytesOf(clean) <= maxLoggedBytes) assert.deepStrictEqual(kept(body), read(JSON.stringify(clean)))
    }
  )

  it.prop("never exceeds the limit, whatever the body", { long: Long }, ({ long: { more, piece, times } }) => {
    for (const body of [piece.repeat(times), { text: piece.repeat(times), more }, [more, piece.repeat(times)]]) {
      assert.isAtMost(bytesOf(kept(body)), maxLoggedBytes)
    }
  })

  it.prop(
    "cuts as late as possible, and has the length of the whole body",
    { long: Long },
    ({ long: { piece, times } }) => {
      const body = { text: piece.repeat(times) }
      const whole = JSON.stringify(redact(body))
      if (JSON.stringify(body).length > maxExamined) return
      const { beginning, bytes, truncated } = kept(body)
      if (truncated === undefined) return
      assert.strictEqual(truncated, true)
      assert.strictEqual(bytes, new TextEncoder().encode(whole).length)
      assert.isTrue(typeof beginning === "string" && whole.startsWith(beginning) && beginning.isWellFormed())
      const next =
        typeof beginning === "string" ? Array.from(whole.slice(beginning.length, beginning.length + 2))[0] : ""
      assert.isAbove(
        bytesOf({ truncated: true, bytes: bytes ?? 0, beginning: `${String(beginning)}${next}` }),
        maxLoggedBytes
      )
    }
  )

  it.prop(
    "returns a beginning of the whole redacted body for a body that is cut before redaction",
    {
      before: Schema.Array(Schema.Json),
      hidden: Schema.Literals(["password", "session_id", "image", "text"]),
      after: Schema.Json,
      fill: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12_000 })),
      filler: Schema.Literals(["x", '\\"', "{[,", "漢", "data:", "😀", "]}"])
    },
    ({ after: generatedAfter, before: generatedBefore, fill, filler, hidden }) => {
      const [after, before] = [withPlainKeys(generatedAfter), generatedBefore.map(withPlainKeys)]
      const secret = { password: ["needle", { x: "needle" }] }
      const value = { password: secret, session_id: "needle", image: ["needle"], text: JSON.stringify(secret) }[hidden]
      const entry = { [hidden]: value, before, filled: filler.repeat(fill) }
      const body = { entries: [...Array.from({ length: 6 }, () => [entry]), after], more: before }
      const text = JSON.stringify(body)
      const logged = loggedBody(text)
      assert.notInclude(logged, "needle")
      const { beginning, bytes, truncated } = read(logged)
      if (truncated !== true) return
      assert.strictEqual(bytes, new TextEncoder().encode(text).length)
      const shown = String(beginning).replace(/[\]}]*$/, "")
      assert.isTrue(JSON.stringify(redact(body)).startsWith(shown))
    }
  )

  it("reads only the beginning of a body", () => {
    const body = { secret: 1, entries: Array.from({ length: 40_000 }, (_, place) => place), text: "x" }
    const { beginning, bytes, truncated } = kept(body)
    assert.deepStrictEqual({ bytes, truncated }, { bytes: bytesOf(body), truncated: true })
    assert.isTrue(String(beginning).startsWith('{"secret":"[redacted]","entries":[0,1,2,'))
    assert.deepStrictEqual(kept({ to: "1", text: "x".repeat(maxExamined) }), {
      truncated: true,
      bytes: maxExamined + bytesOf({ to: "1", text: "" }),
      beginning: '{"to":"1"}'
    })
  })

  it.each([
    ["more than 100 brackets in a text", "[".repeat(101)],
    ["a fourth level of JSON text", JSON.stringify(JSON.stringify(JSON.stringify("[1]")))]
  ])("redacts %s, also in a body without a suspicious name", (_, text) => {
    assert.notDeepEqual(kept({ text, more: 1 }), { text, more: 1 })
    assert.strictEqual(loggedAnswer(JSON.stringify({ text }), true), loggedBody(JSON.stringify({ text })))
  })

  it("wraps values that are not objects, and returns nothing for an absent body", () => {
    assert.strictEqual(loggedBody(null), "{}")
    assert.strictEqual(loggedBody(""), "{}")
    assert.strictEqual(loggedAnswer(null), "{}")
    assert.deepStrictEqual(kept(null), { body: null })
    assert.deepStrictEqual(kept([1, { token: "t" }]), { body: [1, { token: redacted }] })
    assert.deepStrictEqual(kept("text"), { body: "text" })
  })

  it("includes a body up to the last byte of the limit, and nothing beyond it", () => {
    const frame = bytesOf({ text: "" })
    const fits = { text: "x".repeat(maxLoggedBytes - frame) }
    assert.deepStrictEqual(kept(fits), fits)
    const { bytes, truncated } = kept({ text: `${fits.text}x` })
    assert.deepStrictEqual({ bytes, truncated }, { bytes: maxLoggedBytes + 1, truncated: true })
  })

  it("cuts only after secrets are removed", () => {
    const secret = "s".repeat(maxLoggedBytes)
    assert.deepStrictEqual(kept({ signing_secret: secret }), { signing_secret: redacted })
    const { beginning } = kept({ a: { password: "hunter2" }, text: "x".repeat(maxLoggedBytes) })
    assert.isTrue(typeof beginning === "string" && beginning.startsWith('{"a":{"password":"[redacted]"},"text":"xxx'))
  })

  it.each(["{", "{}}", '{"to":1,}', "not JSON", '{"a":1}x', "{a:1}"])(
    "omits the text %j, which is not JSON",
    (text) => {
      assert.deepStrictEqual(read(loggedBody(text)), { body: "[not JSON]" })
    }
  )

  it.each(['{"a":1e400}', '{"a":[-1E999]}', `{"a":${"9".repeat(400)}}`, '{ "a" : 2.5e308 }'])(
    "omits numbers of %j that cannot be read again",
    (text) => {
      assert.doesNotThrow(() => read(loggedBody(text)))
    }
  )

  it("redacts a secret whose name has escapes", () => {
    assert.deepStrictEqual(read(loggedBody(String.raw`{"p\u0061ssword":"hunter2"}`)), { password: redacted })
  })

  it("returns the text of a body without secrets unchanged", () => {
    const text = '{ "to": "15551234567", "text": "See you at eight" }'
    assert.strictEqual(loggedBody(text), text)
    assert.strictEqual(loggedAnswer('{"success":true,"data":[]}'), '{"success":true,"data":[]}')
  })
})
