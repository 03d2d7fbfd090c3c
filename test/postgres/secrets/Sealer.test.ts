import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import * as Sealer from "../../../src/adapters/postgres/secrets/Sealer.ts"

const keyOf = (byte: number) => Redacted.make(new Uint8Array(Sealer.keyLength).fill(byte))
const one = Sealer.layer([keyOf(1)])
const other = Sealer.layer([keyOf(2)])
const both = Sealer.layer([keyOf(2), keyOf(1)])

const { open, seal } = {
  open: (owner: Sealer.Owner, sealed: string) => Effect.flatMap(Sealer.Sealer, (sealer) => sealer.open(owner, sealed)),
  seal: (owner: Sealer.Owner, text: string) =>
    Effect.flatMap(Sealer.Sealer, (sealer) => sealer.seal(owner, Redacted.make(text)))
}
const refusal = (owner: Sealer.Owner, sealed: string) => Effect.map(Effect.flip(open(owner, sealed)), (e) => e.reason)

/** Texts as requests and rows have them: a lone surrogate cannot be stored. */
const Text = Schema.String.check(Schema.makeFilter((text) => text.isWellFormed()))
const Owner = Schema.Array(Text).check(Schema.isMinLength(1))

describe("a sealed value", () => {
  it.effect.prop("opens to the original text with its owner", { owner: Owner, text: Text }, ({ owner, text }) =>
    Effect.gen(function* () {
      const sealed = yield* seal(owner, text)
      assert.match(sealed, /^v1\.[0-9a-f]{8}\.[\w-]+$/)
      assert.strictEqual(Redacted.value(yield* open(owner, sealed)), text)
      assert.notStrictEqual(yield* seal(owner, text), sealed)
    }).pipe(Effect.provide(one))
  )

  it.effect.prop(
    "opens for no other owner, however similar",
    { owner: Owner, text: Text, parts: Owner },
    ({ owner, parts, text }) =>
      Effect.gen(function* () {
        const sealed = yield* seal(owner, text)
        const others = [
          parts,
          [...owner, ""],
          [...owner, ...parts],
          [owner.join("\n")],
          [owner.join("")],
          owner.slice(1)
        ]
        for (const wrong of others) {
          if (JSON.stringify(wrong) === JSON.stringify(owner)) continue
          assert.strictEqual(yield* refusal(wrong, sealed), "does not open", JSON.stringify(wrong))
        }
      }).pipe(Effect.provide(one))
  )

  it.effect("distinguishes where the parts of its owner end", () =>
    Effect.gen(function* () {
      const sealed = yield* seal(["table", "a\nb", "c"], "secret")
      for (const wrong of [
        ["table", "a", "b\nc"],
        ["table\na", "b", "c"],
        ["table", "a", "b", "c"],
        ["table", "a\nb\nc"]
      ]) {
        assert.strictEqual(yield* refusal(wrong, sealed), "does not open")
      }
    }).pipe(Effect.provide(one))
  )

  it.effect("is refused if any one character is changed", () =>
    Effect.gen(function* () {
      const owner = ["table", "organization", "row"]
      const sealed = yield* seal(owner, "secret")
      for (let at = 0; at < sealed.length; at++) {
        const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1)
        // The last character has bits that belong to no byte.
        if (at < sealed.length - 1) yield* Effect.flip(open(owner, changed))
      }
      for (const cut of [0, 3, 11, 12, 20, sealed.length - 4]) yield* Effect.flip(open(owner, sealed.slice(0, cut)))
    }).pipe(Effect.provide(one))
  )

  it.effect("names its key: it opens with previous keys, and reports a missing one", () =>
    Effect.gen(function* () {
      const owner = ["table", "organization", "row"]
      const sealed = yield* Effect.provide(seal(owner, "secret"), one)
      const fresh = yield* Effect.provide(seal(owner, "secret"), both)
      assert.strictEqual(Redacted.value(yield* Effect.provide(open(owner, sealed), both)), "secret")
      assert.strictEqual(Redacted.value(yield* Effect.provide(open(owner, fresh), other)), "secret")
      const [id] = (yield* Effect.provide(Sealer.Sealer, one)).keyIds
      assert.strictEqual(Sealer.keyIdOf(sealed), id)
      const missing = yield* Effect.provide(Effect.flip(open(owner, sealed)), other)
      assert.deepStrictEqual({ reason: missing.reason, keyId: missing.keyId }, { reason: "unknown key", keyId: id })
    })
  )
})
