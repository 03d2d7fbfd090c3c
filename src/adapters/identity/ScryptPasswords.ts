import { Effect, Layer, Redacted, Semaphore } from "effect"
import { SecureRandom } from "effect/crypto"
import { scrypt, timingSafeEqual } from "node:crypto"
import { Passwords } from "../../ports/access/SignIns.ts"

/** Parameters of scrypt: `2 ** ln` blocks of `128 * r` bytes, processed `p` times. */
interface Cost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** Cost of new passwords: 32 MiB, an equivalent setting of OWASP's Password Storage Cheat Sheet. */
const cost: Cost = { ln: 15, r: 8, p: 3 }

const saltBytes = 16
const hashBytes = 32

/** Maximum cost of a stored hash. Higher ones are not from this service, and would exhaust the memory. */
const highest: Cost = { ln: 18, r: 16, p: 16 }

/** Maximum concurrency: each hash occupies memory and a thread that file and name look-ups also need. */
const concurrency = 2

/** The PHC string format: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, both in base64 without padding. */
const stored = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replaceAll("=", "")

const parse = (text: string) => {
  const [, ln, r, p, salt = "", hash = ""] = stored.exec(text) ?? []
  const read: Cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const allowed = (name: keyof Cost) => read[name] >= 1 && read[name] <= highest[name]
  return allowed("ln") && allowed("r") && allowed("p")
    ? { cost: read, salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") }
    : undefined
}

/** The hash that is checked for an unknown user, so that both cases take equally long. No password matches it. */
const dummy = { cost, salt: Buffer.alloc(saltBytes), hash: Buffer.alloc(hashBytes) }

/** Normalizes to NFC: a password typed on two systems can differ in the composition of accents (RFC 8265). */
const bytesOf = (password: Redacted.Redacted) => Buffer.from(Redacted.value(password).normalize("NFC"))

/**
 * Derives the hash without interruption, because the thread cannot be interrupted; a queued caller waits for a free
 * thread.
 */
const derive = (password: Redacted.Redacted, salt: Uint8Array, length: number, { ln, p, r }: Cost) =>
  Effect.callback<Buffer>((resume) => {
    const N = 2 ** ln
    scrypt(bytesOf(password), salt, length, { N, r, p, maxmem: 128 * r * (N + p + 2) }, (error, key) => {
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    })
  }).pipe(Effect.uninterruptible)

export const layer = Layer.effect(
  Passwords,
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const turns = yield* Semaphore.make(concurrency)
    return Passwords.of({
      hash: Effect.fn("ScryptPasswords.hash")(function* (password) {
        const salt = yield* random.randomBytes(saltBytes)
        const hash = yield* turns.withPermit(derive(password, salt, hashBytes, cost))
        return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(hash)}`
      }),
      /** Verifies a password. None matches a text that is not a hash of this kind. */
      verify: Effect.fn("ScryptPasswords.verify")(function* (password, text) {
        const parsed = text === null ? dummy : parse(text)
        if (parsed === undefined) return false
        const hash = yield* turns.withPermit(derive(password, parsed.salt, parsed.hash.length, parsed.cost))
        return timingSafeEqual(hash, parsed.hash)
      })
    })
  })
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
