import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { actingFor } from "../../src/adapters/postgres/rowsecurity/Acting.ts"
import { maxExaminedMessages } from "../../src/domain/messages/messageSearch.ts"
import { assertUnharmed, besideHostile, statusesOf } from "./besideHostile.ts"
import { type Backend, type Business, startService } from "./businesses.ts"
import { conversationOf, givenLargeRows } from "./largeRows.ts"

const backends: ReadonlyArray<Backend> = ["server", "embedded"]
const searches = 60

/** As many messages as a search examines, none of which has what is searched for. */
const givenMessages = Effect.fnUntraced(function* (business: Business) {
  yield* givenLargeRows(business, { people: 1, messages: 0, megabytes: 0 })
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
      peer, type, content, preview, status, created_at, settled_at, learned_at, listed_at)
    select ${business.organizationId}::uuid, ('01a1fe08-0005-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      c.id, c.contact_id, 'whatsapp', c.channel_account_id, 'outbound', '15553000000', 'text',
      jsonb_build_object('text', t), t, 'sent', now(), now(), now(), now() + n * interval '1 second'
    from conversations c, generate_series(1, ${maxExaminedMessages}::integer) n,
      lateral (select md5(n::text) || ' is what the customer said, and ' || md5((n + 1)::text) as t) said
    where c.organization_id = ${business.organizationId}::uuid and c.id = ${conversationOf(0)}::uuid`
}, actingFor("owner"))

const contents = [
  { what: `${maxExaminedMessages} messages`, prepare: givenMessages },
  {
    what: "messages of a megabyte",
    prepare: (business: Business) => givenLargeRows(business, { people: 1, messages: 20, megabytes: 1 })
  }
]

describe.each(backends)("a service during searches of one organization, on %s", (backend) => {
  it.live.each(contents)(
    "responds to other organizations in time during a search without a match, in $what",
    ({ prepare }) =>
      Effect.gen(function* () {
        const service = yield* startService({ backend, prepare: ({ hostile }) => prepare(hostile) })
        const { session } = service.hostile
        const report = yield* besideHostile(service, (ask) =>
          Effect.forEach(
            Array.from({ length: searches }, (_, ordinal) => ordinal),
            (n) => ask({ path: `/api/whatsapp/messages/search?q=nobody+said+${n}`, headers: session }),
            { concurrency: "unbounded" }
          ).pipe(Effect.map(statusesOf))
        )
        yield* Effect.log(report)
        assertUnharmed(report)
        const { 200: found = 0, 503: refused = 0 } = report.hostile
        assert.isAbove(found, 0)
        assert.strictEqual(found + refused, searches)
      }).pipe(Effect.scoped),
    120_000
  )
})
