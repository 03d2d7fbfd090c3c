import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { loggedBody, maxLoggedBytes } from "../../src/domain/loggedBody.ts"
import { redact, redacted } from "../../src/domain/redact.ts"

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

describe("loggedBody", () => {
  it.prop(
    "keeps an object without its secrets when it is short",
    { body: Schema.Record(Schema.String, Schema.Json) },
    ({ body }) => {
      const kept = redact(body)
      if (bytesOf(kept) <= maxLoggedBytes) assert.deepStrictEqual(loggedBody(body), kept)
    }
  )

  it.prop("never takes more than the limit, whatever the body", { long: Long }, ({ long: { more, piece, times } }) => {
    for (const body of [piece.repeat(times), { text: piece.repeat(times), more }, [more, piece.repeat(times)]]) {
      assert.isAtMost(bytesOf(loggedBody(body)), maxLoggedBytes)
    }
  })

  it.prop("cuts as late as it can, and says how long the whole was", { long: Long }, ({ long: { piece, times } }) => {
    const body = { text: piece.repeat(times) }
    const whole = JSON.stringify(redact(body))
    const { beginning, bytes, truncated } = loggedBody(body)
    if (truncated === undefined) return
    assert.strictEqual(truncated, true)
    assert.strictEqual(bytes, new TextEncoder().encode(whole).length)
    assert.isTrue(typeof beginning === "string" && whole.startsWith(beginning) && beginning.isWellFormed())
    const next = typeof beginning === "string" ? Array.from(whole.slice(beginning.length, beginning.length + 2))[0] : ""
    assert.isAbove(
      bytesOf({ truncated: true, bytes: bytes ?? 0, beginning: `${String(beginning)}${next}` }),
      maxLoggedBytes
    )
  })

  it("wraps what is no object, and has nothing for no body", () => {
    assert.deepStrictEqual(loggedBody(undefined), {})
    assert.deepStrictEqual(loggedBody(null), { body: null })
    assert.deepStrictEqual(loggedBody([1, { token: "t" }]), { body: [1, { token: redacted }] })
    assert.deepStrictEqual(loggedBody("text"), { body: "text" })
  })

  it("takes a body to the last byte of the limit, and none beyond it", () => {
    const frame = bytesOf({ text: "" })
    const fits = { text: "x".repeat(maxLoggedBytes - frame) }
    assert.deepStrictEqual(loggedBody(fits), fits)
    const { bytes, truncated } = loggedBody({ text: `${fits.text}x` })
    assert.deepStrictEqual({ bytes, truncated }, { bytes: maxLoggedBytes + 1, truncated: true })
  })

  it("cuts only after the secrets are gone", () => {
    const secret = "s".repeat(maxLoggedBytes)
    assert.deepStrictEqual(loggedBody({ signing_secret: secret }), { signing_secret: redacted })
    const { beginning } = loggedBody({ a: { password: "hunter2" }, text: "x".repeat(maxLoggedBytes) })
    assert.isTrue(typeof beginning === "string" && beginning.startsWith('{"a":{"password":"[redacted]"},"text":"xxx'))
  })
})
