import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  type AttemptEnd,
  type SignInRecord,
  TooManySignInFailures,
  accountLimit,
  familiarMillis,
  originLimit,
  pairLimit,
  secondsUntilNextAttempt,
  withAttempt,
  withEnd
} from "../../../domain/access/SignIn.ts"
import { type AttemptKeys, SignInAttempts } from "../../../ports/access/SignIns.ts"
import { doubles, texts } from "../database/ArrayParameter.ts"
import { retryTransaction } from "../database/sqlFaults.ts"

/** Most rows that one attempt deletes once they say nothing any more. An attempt adds at most three. */
const maxPurged = 100

/** Failures in milliseconds since 1970, by the database's clock, as the time of the row is. */
const Row = Schema.Struct({
  key: Schema.String,
  failures: Schema.Array(Schema.Finite),
  isFamiliar: Schema.Boolean,
  now: Schema.Finite
}).pipe(Schema.encodeKeys({ isFamiliar: "is_familiar" }))
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const keyList = ({ account, origin, pair }: AttemptKeys): ReadonlyArray<string> => [pair, account, origin].toSorted()

/** The record of an attempt, and the time at which the last of its rows was read. */
const recordOf = ({ account, origin, pair }: AttemptKeys, rows: ReadonlyArray<typeof Row.Type>) => {
  const row = (key: string) => rows.find((candidate) => candidate.key === key)
  const record: SignInRecord = {
    pair: row(pair)?.failures ?? [],
    account: row(account)?.failures ?? [],
    origin: row(origin)?.failures ?? [],
    isFamiliar: row(pair)?.isFamiliar === true
  }
  return { record, now: Math.max(0, ...rows.map(({ now }) => now)) }
}

const makeStatements = (sql: SqlClient.SqlClient) => {
  const fields = sql.literal(`encode(r.key, 'hex') as key, r.failures,
    coalesce(r.familiar_until > clock_timestamp(), false) as is_familiar,
    floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`)

  const read = (keys: AttemptKeys) =>
    Effect.flatMap(
      sql`
        select ${fields} from sign_in_attempts r
        where r.key = any(array(select decode(k, 'hex') from unnest(${texts(keyList(keys))}::text[]) as t(k)))`,
      decodeRows
    )

  /** Adds rows that are missing, and locks all three, in one order, until the transaction ends. */
  const lock = (keys: AttemptKeys) =>
    Effect.flatMap(
      sql`
        insert into sign_in_attempts as r (key, failures, expires_at)
        select decode(k, 'hex'), '{}', now() from unnest(${texts(keyList(keys))}::text[]) as t(k) order by k
        on conflict (key) do update set key = excluded.key
        returning ${fields}`,
      decodeRows
    )

  const save = ({ account, origin, pair }: AttemptKeys, record: SignInRecord, isSignIn: boolean) => {
    const update = (key: string, failures: ReadonlyArray<number>, windowMillis: number) => sql`
      update sign_in_attempts set failures = ${doubles(failures)}::float8[],
        expires_at = greatest(familiar_until, now() + ${windowMillis} * interval '1 millisecond')
      where key = decode(${key}, 'hex')`
    const familiar = sql`
      update sign_in_attempts set familiar_until = now() + ${familiarMillis} * interval '1 millisecond'
      where key = decode(${pair}, 'hex')`
    return Effect.all([
      isSignIn ? familiar : Effect.void,
      update(pair, record.pair, pairLimit.windowMillis),
      update(account, record.account, accountLimit.windowMillis),
      update(origin, record.origin, originLimit.windowMillis)
    ])
  }

  const purge = sql`
    delete from sign_in_attempts where key = any(array(
      select key from sign_in_attempts where expires_at < now() order by expires_at limit ${maxPurged}
      for update skip locked))`

  return { read, lock, save, purge }
}

export const layer = Layer.effect(
  SignInAttempts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { lock, purge, read, save } = makeStatements(sql)

    const beginAttempt = Effect.fnUntraced(function* (keys: AttemptKeys) {
      const { now, record } = recordOf(keys, yield* Effect.orDie(lock(keys)))
      const seconds = secondsUntilNextAttempt(record, now)
      // The failure ends the transaction, so a refused attempt leaves no row behind.
      if (seconds > 0) return yield* new TooManySignInFailures({ retryAfterSeconds: seconds })
      yield* Effect.orDie(save(keys, withAttempt(record, now), false))
      return now
    })

    const endAttempt = Effect.fnUntraced(function* (keys: AttemptKeys, begunAt: number, end: AttemptEnd) {
      const { record } = recordOf(keys, yield* lock(keys))
      yield* save(keys, withEnd(record, begunAt, end), end === "right")
    })

    return SignInAttempts.of({
      waitFor: Effect.fn("PgSignInAttempts.waitFor")(function* (keys) {
        const { now, record } = recordOf(keys, yield* read(keys))
        return secondsUntilNextAttempt(record, now)
      }, Effect.orDie),
      begin: Effect.fn("PgSignInAttempts.begin")(function* (keys) {
        const begunAt = yield* retryTransaction(
          sql.withTransaction(beginAttempt(keys)).pipe(Effect.catchTag("SqlError", Effect.die))
        )
        yield* Effect.ignore(purge)
        return begunAt
      }),
      end: Effect.fn("PgSignInAttempts.end")((keys, begunAt, end) =>
        retryTransaction(Effect.orDie(sql.withTransaction(endAttempt(keys, begunAt, end))))
      )
    })
  })
)
