import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isEndedKey } from "../../src/adapters/postgres/access/PgApiKeys.ts"
import { instants, texts, uuids } from "../../src/adapters/postgres/database/ArrayParameter.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { isUnansweredRow } from "../../src/adapters/postgres/messages/MessageRow.ts"
import { answeredId } from "../../src/adapters/postgres/messages/SettledMessageRow.ts"
import { isOpen } from "../../src/adapters/postgres/sends/recordOutcomes.ts"
import { shardColumn } from "../../src/adapters/postgres/webhooks/deferredDeliveries.ts"
import { monthOfColumn } from "../../src/adapters/postgres/webhooks/recordAttempts.ts"
import { isUsableKey } from "../../src/domain/access/apiKeyExpiry.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { monthOf } from "../../src/domain/limits/MonthlyLimit.ts"
import { answeredBy } from "../../src/domain/messages/messageContext.ts"
import { isUnanswered, Message } from "../../src/domain/messages/Message.ts"
import { shardOf } from "../../src/domain/webhooks/DeliveryShard.ts"
import { embeddedDatabase } from "../support/database/embeddedDatabase.ts"

/** Instants whose months are neighbours, so that many are at an end of one. */
const Instant = Schema.Struct({
  month: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })),
  millis: Schema.Literals([-1, 0, 1, 86_400_000])
})
const instantOf = ({ millis, month }: typeof Instant.Type): DateTime.Utc =>
  DateTime.makeUnsafe(Date.UTC(2025, month) + millis)

/** Replies in every form that the domain or the database may read differently. */
const Reply = Schema.Union([
  Schema.Struct({ message_id: Schema.Union([Schema.Literals(["wamid.1", "7", "", " "]), Schema.Json]) }),
  Schema.Struct({ story: Schema.Struct({ url: Schema.Literals(["https://example.com", ""]) }) }),
  Schema.Json
])
/** Whether the database stores the value: neither the character zero nor half of a pair, at any depth. */
const isStored = (json: unknown): boolean => !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(json))

const failures = Schema.Struct({ status: Message.fields.status, failure: Message.fields.failure })

/** What the condition is for each row of the table `rows`. */
const valuesOf = Effect.fnUntraced(function* (value: Statement.Fragment, rows: Statement.Fragment) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ readonly value: unknown }>`select ${value} as value from ${rows} order by place`
  return found.map((row) => row.value)
})

const database = Layer.unwrap(Effect.map(embeddedDatabase, ({ stream }) => Database.embedded(stream)))

layer(database)("rules that SQL restates", (it) => {
  it.effect.prop(
    "restated rules: the month of an instant equals that of the domain",
    { months: Schema.NonEmptyArray(Instant) },
    Effect.fnUntraced(function* ({ months }) {
      const sql = yield* SqlClient.SqlClient
      const all = months.map(instantOf)
      const rows = sql`unnest(${instants(all)}::timestamptz[]) with ordinality as t(at, place)`
      assert.deepStrictEqual(yield* valuesOf(sql.literal(`${monthOfColumn("at")}::text`), rows), all.map(monthOf))
    })
  )

  it.effect.prop(
    "restated rules: the shard of an organization equals that of the domain",
    { ids: Schema.NonEmptyArray(OrganizationId) },
    Effect.fnUntraced(function* ({ ids }) {
      const sql = yield* SqlClient.SqlClient
      const rows = sql`unnest(${uuids(ids)}::uuid[]) with ordinality as t(organization_id, place)`
      assert.deepStrictEqual(yield* valuesOf(sql.literal(shardColumn), rows), ids.map(shardOf))
    })
  )

  it.effect.prop(
    "restated rules: the quoted message of a message equals that of the domain",
    { replies: Schema.NonEmptyArray(Reply) },
    Effect.fnUntraced(function* ({ replies }) {
      const sql = yield* SqlClient.SqlClient
      const contents = replies.filter(isStored).map((reply_to) => ({ text: "Yes", reply_to }))
      const rows = sql`(select place, content::jsonb as content
        from unnest(${texts(contents.map((content) => JSON.stringify(content)))}::text[]) with ordinality as t(content, place)) m`
      assert.deepStrictEqual(
        yield* valuesOf(sql.literal(`nullif(${answeredId}, '')`), rows),
        contents.map((content) => answeredBy({ content })?.platformMessageId ?? null)
      )
    })
  )

  it.effect.prop(
    "restated rules: a message is unanswered, and allows a late acceptance, exactly as in the domain",
    { messages: Schema.NonEmptyArray(failures) },
    Effect.fnUntraced(function* ({ messages }) {
      const sql = yield* SqlClient.SqlClient
      const stored = messages.filter(isStored)
      const failureTexts = stored.map(({ failure }) => (failure === null ? null : JSON.stringify(failure)))
      const rows = sql`(select place, status, failure::jsonb as failure from unnest(
          ${texts(stored.map(({ status }) => status))}::text[], ${texts(failureTexts)}::text[]
        ) with ordinality as t(status, failure, place)) m cross join (select 'Accepted' as tag) o`
      const expected = stored.map(isUnanswered)
      assert.deepStrictEqual(yield* valuesOf(sql`coalesce(${sql.literal(isUnansweredRow)}, false)`, rows), expected)
      assert.deepStrictEqual(yield* valuesOf(sql`coalesce(${isOpen(sql)}, false)`, rows), expected)
    })
  )

  it.effect.prop(
    "restated rules: an API key has ended exactly if it is unusable in the domain",
    {
      now: Instant,
      keys: Schema.NonEmptyArray(
        Schema.Struct({ revokedAt: Schema.NullOr(Instant), expiresAt: Schema.NullOr(Instant) })
      )
    },
    Effect.fnUntraced(function* ({ keys, now }) {
      const sql = yield* SqlClient.SqlClient
      const at = instantOf(now)
      const all = keys.map(({ expiresAt, revokedAt }) => ({
        expiresAt: expiresAt && instantOf(expiresAt),
        revokedAt: revokedAt && instantOf(revokedAt)
      }))
      const rows = sql`unnest(${instants(all.map(({ revokedAt }) => revokedAt))}::timestamptz[],
        ${instants(all.map(({ expiresAt }) => expiresAt))}::timestamptz[]) with ordinality as t(revoked_at, expires_at, place)`
      assert.deepStrictEqual(
        yield* valuesOf(sql`coalesce(${isEndedKey(sql, DateTime.formatIso(at))}, false)`, rows),
        all.map((key) => !isUsableKey(key, at))
      )
    })
  )
})
