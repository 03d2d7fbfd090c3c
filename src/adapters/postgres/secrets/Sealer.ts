import { Array, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Aead, Digest, SecureRandom } from "effect/crypto"
import { Base64Url, Hex } from "effect/encoding"
import { makeRareLog } from "../../../telemetry/failureLog.ts"

/** The text was not sealed by this service, or with a key that it does not hold, or for another record. */
export class Unsealable extends Schema.TaggedError<Unsealable>()("Unsealable", {
  reason: Schema.Literals(["unknown form", "unknown key", "does not open"]),
  /** The key that it was sealed with, where that is known and missing. */
  keyId: Schema.optionalKey(Schema.String)
}) {}

/**
 * The record of a sealed text: table and column, organization, id of the row. The text opens for this record only, so it
 * cannot be moved to another row, column or organization.
 */
export type Owner = ReadonlyArray<string>

/**
 * Seals the secrets that have to be read again: platform tokens, signing secrets and the keys of hashes (contract:
 * Stored platform tokens). AES-256-GCM with a fresh nonce each and the owner as associated data; the form is
 * `v1.<key id>.<base64url of nonce and ciphertext>`.
 */
export class Sealer extends Context.Service<
  Sealer,
  {
    /** Ids of the keys that it holds. The first one seals. */
    readonly keyIds: Array.NonEmptyReadonlyArray<string>
    seal(owner: Owner, plaintext: Redacted.Redacted): Effect.Effect<string>
    /** Logs, rarely, which record has a secret that cannot be opened. */
    open(owner: Owner, sealed: string): Effect.Effect<Redacted.Redacted, Unsealable>
    /** Whether `open` returns the secret. Logs nothing. */
    canOpen(owner: Owner, sealed: string): Effect.Effect<boolean>
  }
>()("effect-parley/adapters/postgres/Sealer") {}

/** Bytes of a key (AES-256). */
export const keyLength = 32

const nonceLength = 12
const keyIdLength = 8
const keyIdForm = /^[0-9a-f]{8}$/

/** Position of the key id in a sealed text, after `v1.`, counted from one as in SQL. */
export const keyIdAt = { from: 4, length: keyIdLength } as const

/** Whether the text may be the id of a key. */
export const isKeyId = (text: string): boolean => keyIdForm.test(text)

/** The id of the key that sealed the text. */
export const keyIdOf = (sealed: string): string => sealed.slice(keyIdAt.from - 1, keyIdAt.from - 1 + keyIdAt.length)

const form = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The first key seals; every key opens. A key is known by the first digits of its SHA-256. */
export const layer = (keys: Array.NonEmptyReadonlyArray<Redacted.Redacted<Uint8Array>>) =>
  Layer.effect(
    Sealer,
    Effect.gen(function* () {
      const aead = yield* Aead.Aead
      const random = yield* SecureRandom.SecureRandom
      const digest = yield* Digest.Digest
      const ring = yield* Effect.forEach(keys, (bytes) =>
        Effect.all({
          id: Effect.map(digest.digest(Digest.sha256, Redacted.value(bytes)), (hash) =>
            Hex.encode(hash).slice(0, keyIdLength)
          ),
          key: Aead.key(Aead.aes256Gcm, Redacted.value(bytes))
        })
      )
      const sealing = Array.headNonEmpty(ring)
      // JSON delimits the parts, whatever characters they contain.
      const aad = (owner: Owner) => encoder.encode(JSON.stringify(owner))

      const seal = Effect.fnUntraced(function* (owner: Owner, plaintext: Redacted.Redacted) {
        const nonce = yield* random.randomBytes(nonceLength)
        const ciphertext = yield* aead.encrypt(sealing.key, encoder.encode(Redacted.value(plaintext)), {
          nonce,
          aad: aad(owner)
        })
        const bytes = new Uint8Array(nonce.length + ciphertext.length)
        bytes.set(nonce)
        bytes.set(ciphertext, nonce.length)
        return `v1.${sealing.id}.${Base64Url.encode(bytes)}`
      }, Effect.orDie)

      const unseal = Effect.fnUntraced(function* (owner: Owner, sealed: string) {
        const [, id, text] = form.exec(sealed) ?? []
        if (id === undefined || text === undefined) return yield* new Unsealable({ reason: "unknown form" })
        const known = Array.findFirst(ring, (entry) => entry.id === id)
        if (Option.isNone(known)) return yield* new Unsealable({ reason: "unknown key", keyId: id })
        const bytes = yield* Effect.mapError(
          Effect.fromResult(Base64Url.decode(text)),
          () => new Unsealable({ reason: "unknown form" })
        )
        const plaintext = yield* Effect.mapError(
          aead.decrypt(known.value.key, bytes.subarray(nonceLength), {
            nonce: bytes.subarray(0, nonceLength),
            aad: aad(owner)
          }),
          () => new Unsealable({ reason: "does not open" })
        )
        return Redacted.make(decoder.decode(plaintext))
      })

      const rarely = makeRareLog()
      const open = (owner: Owner, sealed: string) =>
        Effect.tapError(unseal(owner, sealed), ({ keyId = null, reason }) =>
          rarely(
            owner.join("\n"),
            Effect.logError("a stored secret cannot be opened: only its record is disabled", { owner, reason, keyId })
          )
        )

      return Sealer.of({
        keyIds: Array.map(ring, ({ id }) => id),
        seal,
        open,
        canOpen: (owner, sealed) => Effect.isSuccess(unseal(owner, sealed))
      })
    })
  ).pipe(Layer.provide(Aead.layerWebCrypto), Layer.provide([SecureRandom.layerWebCrypto, Digest.layerWebCrypto]))
