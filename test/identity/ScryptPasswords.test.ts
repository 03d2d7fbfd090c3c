import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { scryptSync } from "node:crypto"
import * as ScryptPasswords from "../../src/adapters/identity/ScryptPasswords.ts"
import { Passwords } from "../../src/ports/access/SignIns.ts"

const password = Redacted.make("correct horse battery staple")

/** A hash as another program would write it, with the parameters given. */
const written = (ln: number, r: number, p: number, text: string) => {
  const salt = Buffer.from("sixteen bytes ok")
  const hash = scryptSync(text, salt, 32, { N: 2 ** ln, r, p, maxmem: 2 ** 28 })
  const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "")
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`
}

layer(ScryptPasswords.layer)("scrypt hashes of passwords", (it) => {
  it.effect("match the password, and no other", () =>
    Effect.gen(function* () {
      const { hash, verify } = yield* Passwords
      const kept = yield* hash(password)
      assert.match(kept, /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
      assert.isTrue(yield* verify(password, kept))
      assert.isFalse(yield* verify(Redacted.make("correct horse battery stapl"), kept))
      assert.isFalse(yield* verify(Redacted.make(""), kept))
    })
  )

  it.effect("differ each time for the same password", () =>
    Effect.gen(function* () {
      const { hash } = yield* Passwords
      assert.notStrictEqual(yield* hash(password), yield* hash(password))
    })
  )

  it.effect("match a password whose accents are composed in another way", () =>
    Effect.gen(function* () {
      const { hash, verify } = yield* Passwords
      assert.isTrue(yield* verify(Redacted.make("cafe\u0301"), yield* hash(Redacted.make("caf\u00e9"))))
    })
  )

  it.effect("contain their parameters, so that a later change keeps passwords valid", () =>
    Effect.gen(function* () {
      const { verify } = yield* Passwords
      assert.isTrue(yield* verify(Redacted.make("old"), written(10, 8, 1, "old")))
      assert.isFalse(yield* verify(Redacted.make("new"), written(10, 8, 1, "old")))
      assert.isTrue(yield* verify(Redacted.make("old"), written(11, 4, 2, "old")))
    })
  )

  it.effect.each([
    "",
    "correct horse battery staple",
    "$scrypt$ln=15,r=8,p=3$$",
    "$scrypt$ln=30,r=8,p=1$c2l4dGVlbiBieXRlcyBvaw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=0,r=8,p=1$c2l4dGVlbiBieXRlcyBvaw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=65536,t=3,p=4$c2l4dGVlbiBieXRlcyBvaw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  ])("reject %j", (kept) =>
    Effect.gen(function* () {
      const { verify } = yield* Passwords
      assert.isFalse(yield* verify(password, kept))
      assert.isFalse(yield* verify(Redacted.make(kept), kept))
    })
  )

  it.effect("reject an unknown user", () =>
    Effect.gen(function* () {
      const { verify } = yield* Passwords
      assert.isFalse(yield* verify(password, null))
      assert.isFalse(yield* verify(Redacted.make(""), null))
    })
  )

  it.effect("are computed correctly for many passwords at once", () =>
    Effect.gen(function* () {
      const { verify } = yield* Passwords
      const kept = written(12, 8, 1, "7")
      const answers = yield* Effect.forEach(
        Array.from({ length: 16 }, (_, i) => Redacted.make(String(i))),
        (guess) => verify(guess, kept),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers,
        answers.map((_, i) => i === 7)
      )
    })
  )
})
