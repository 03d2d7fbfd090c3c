import * as ApiKeyToken from "../../identity/ApiKeyToken.ts"
import { Array, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { SqlClient } from "effect/sql"
import { Sealer } from "./Sealer.ts"

/** Bytes of a hash key. */
const keyLength = 32

/**
 * Most hash keys that are read, the newest. One is usual; another one is made only when none can be opened because a
 * `SECRETS_KEY` was lost.
 */
const maxHashKeys = 8

const HashKeyRow = Schema.Struct({ number: Schema.Int, sealed_key: Schema.String })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(HashKeyRow))

/** A hash key opens only in its own row. It belongs to no organization. */
export const hashKeyOwner = (number: number) => ["hash_keys.sealed_key", "", String(number)]

/**
 * Reads and makes the keys that API keys and erased people are hashed with. A hash key is random, and its row is sealed: a rotation of
 * `SECRETS_KEY` seals it again and does not change it, so API keys survive the rotation (decision 16, Secrets).
 */
export const makeHashKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sealer = yield* Sealer
  const random = yield* SecureRandom.SecureRandom

  const rows = Effect.flatMap(
    sql`select number, sealed_key from hash_keys order by number desc limit ${maxHashKeys}::int`,
    decodeRows
  )

  /** Opened keys by number and sealed text: deriving takes longer than the query. */
  const opened = new Map<string, ApiKeyToken.HashKeys>()

  const open = Effect.fnUntraced(function* ({ number, sealed_key }: typeof HashKeyRow.Type) {
    const row = `${number} ${sealed_key}`
    const known = opened.get(row)
    if (known !== undefined) return known
    const text = yield* sealer.open(hashKeyOwner(number), sealed_key)
    const keys = ApiKeyToken.deriveHashKeys(yield* Effect.fromResult(Base64Url.decode(Redacted.value(text))))
    if (opened.size >= maxHashKeys) opened.clear()
    opened.set(row, keys)
    return keys
  })

  /** The hash keys that can be opened, the newest first. The sealer logs the others. */
  const readable = Effect.flatMap(rows, (found) =>
    Effect.map(
      Effect.forEach(found, (row) => Effect.option(open(row))),
      Array.getSomes
    )
  ).pipe(Effect.orDie)

  /** Two processes that do this at once make one key. */
  const add = Effect.gen(function* () {
    const number = ((yield* rows)[0]?.number ?? 0) + 1
    const bytes = yield* random.randomBytes(keyLength)
    const sealed = yield* sealer.seal(hashKeyOwner(number), Redacted.make(Base64Url.encode(bytes)))
    yield* sql`
      insert into hash_keys (number, sealed_key, created_at)
      values (${number}::int, ${sealed}, ${DateTime.formatIso(yield* DateTime.now)}::timestamptz)
      on conflict (number) do nothing`
  }).pipe(Effect.orDie)

  return {
    readable,
    /** The key that hashes new API keys. It is made when there is none that can be opened. */
    current: Effect.gen(function* () {
      const found = Array.head(yield* readable)
      if (Option.isSome(found)) return found.value
      yield* add
      return yield* Effect.orDie(Effect.fromOption(Array.head(yield* readable)))
    })
  }
})
