import { assert, describe, it } from "@effect/vitest"
import { Redacted, Schema } from "effect"
import * as RefreshToken from "../../src/adapters/identity/RefreshToken.ts"

const secret = Redacted.make("a secret that both sides know well")
const successor = (text: string, by = secret) => Redacted.value(RefreshToken.successor(by, Redacted.make(text)))

describe("RefreshToken", () => {
  it("consists of the low five bits of each byte", () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, i) => i * 33)
    assert.strictEqual(Redacted.value(RefreshToken.make(bytes)), "abcdefghijklmnopqrstuvwxyz234567")
  })

  it.prop("has one successor in the same format, which depends on the secret", { text: Schema.String }, ({ text }) => {
    assert.match(successor(text), /^[a-z2-7]{32}$/)
    assert.strictEqual(successor(text), successor(text))
    assert.notStrictEqual(successor(text), successor(text, Redacted.make("another secret")))
    assert.notStrictEqual(successor(text), successor(`${text}x`))
  })

  it("does not repeat in a long chain of successors", () => {
    const line = new Set<string>()
    for (let token = "first", n = 0; n < 1_000; n++, token = successor(token)) line.add(token)
    assert.strictEqual(line.size, 1_000)
  })

  it("is stored as its SHA-256", () => {
    assert.strictEqual(
      Buffer.from(RefreshToken.hash(Redacted.make("abc"))).toString("hex"),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
  })
})
