import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Random, type Schema } from "effect"
import { readDelivery } from "../../src/adapters/meta/inbound/readDelivery.ts"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { areHere, deliveries } from "../meta/inbound/fixtures.ts"
import { receivedAt } from "../meta/inbound/deliveries.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { appSecrets, escaped, signedBy, webhookAnswer, webhookApp } from "../support/http/metaPost.ts"
import { serverStores } from "../support/database/postgresStores.ts"
import { withHandClock } from "./HandClock.ts"
import { cases } from "../support/effort.ts"
import * as StoredInbox from "./StoredInbox.ts"
import { differences, pictureOf } from "./picture.ts"
import { processAll, retryAll, today } from "./run.ts"
import { beside, memoryWorld } from "./world.ts"

/** How often everything comes. */
const times = cases(2, 3)

interface Account {
  readonly channel: Channel
  readonly externalId: string
  readonly businessAccountId: string | null
  /** No number, so that a change of any number of the business account may be of this one. */
  readonly displayName: "Shop"
}

/** A delivery that others have collected, of accounts that no other delivery is of. */
interface Fixture {
  readonly name: string
  readonly body: string
  readonly accounts: ReadonlyArray<Account>
}

/** The same with every name of an account replaced: what was collected repeats them, and message ids beside them. */
const renamed = (json: Schema.Json, ids: ReadonlySet<string>, suffix: string): Schema.Json => {
  if ((typeof json === "string" || typeof json === "number") && ids.has(String(json))) return `${json}${suffix}`
  if (Array.isArray(json)) return json.map((part: Schema.Json) => renamed(part, ids, suffix))
  if (typeof json !== "object" || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([key, part]) => [key, renamed(part, ids, suffix)] as const))
}

const accountsIn = (delivery: Schema.Json): ReadonlyArray<Account> => {
  const named = readDelivery(delivery, receivedAt).flatMap((item): ReadonlyArray<Account> => {
    if (item._tag === "TemplateChanged" || (item._tag === "AccountChanged" && item.accountExternalId === null)) {
      const { businessAccountId, channel } = item
      return [{ channel, externalId: `number of ${businessAccountId}`, businessAccountId, displayName: "Shop" }]
    }
    const { accountExternalId: externalId, channel } = item
    return externalId === null || channel === null
      ? []
      : [{ channel, externalId, businessAccountId: null, displayName: "Shop" }]
  })
  return [...new Map(named.map((account) => [`${account.channel} ${account.externalId}`, account])).values()]
}

const fixtures = deliveries.map(([name, delivery], place): Fixture => {
  const ids = new Set(accountsIn(delivery).map(({ businessAccountId, externalId }) => businessAccountId ?? externalId))
  const own = renamed(delivery, ids, String(1_000 + place))
  return { name, body: JSON.stringify(own), accounts: accountsIn(own) }
})

const connected = Effect.fnUntraced(function* ({ accounts }: Fixture) {
  const { id } = yield* givenOrganization()
  yield* Effect.forEach(accounts, (account) => givenAccount(id, account))
  return id
})

/** Posts the delivery as the platform does: signed by one of the apps, over one of the forms. */
const post = Effect.fnUntraced(function* ({ body }: Fixture, time: number) {
  const secret = appSecrets[time % appSecrets.length] ?? appSecrets[0]
  const headers = signedBy(secret, time % 3 === 0 ? escaped(body) : body)
  assert.strictEqual((yield* webhookAnswer(webhookApp(), { body, headers })).status, 200)
})

const work = Effect.andThen(processAll, retryAll)

/** What the delivery comes to by itself, when it comes once. */
const alone = (fixture: Fixture) =>
  Effect.gen(function* () {
    const id = yield* connected(fixture)
    yield* post(fixture, 0)
    yield* work
    const kept = yield* (yield* StoredInbox.StoredInbox).all
    assert.isEmpty(kept.problems, fixture.name)
    return pictureOf(kept, id, false)
  }).pipe((run) => withHandClock(today, run), Effect.provide(Layer.fresh(memoryWorld)))

/** All of them in one world, each several times, in whatever order. */
const comeToTheSame = Effect.gen(function* () {
  const expected = yield* Effect.forEach(fixtures, alone)
  const ids = yield* Effect.forEach(fixtures, connected)
  const all = yield* Random.shuffle(Array.from({ length: times }, () => fixtures).flat())
  yield* withHandClock(today, Effect.andThen(Effect.forEach(all, post), work))
  const kept = yield* (yield* StoredInbox.StoredInbox).all
  for (const [place, id] of ids.entries()) {
    const [wants, { name } = { name: "" }] = [expected[place], fixtures[place]]
    const different = wants === undefined ? ["nothing"] : differences(pictureOf(kept, id, false), wants)
    assert.isEmpty(different, [name, ...different].join("\n"))
  }
  assert.isEmpty(kept.undone)
  assert.isEmpty(kept.problems)
  // Something came of them.
  assert.isAbove(kept.messages.length, 60)
}).pipe(Random.withSeed("what others have collected"))

describe.skipIf(!areHere)("recorded deliveries, signed and posted repeatedly in any order", () => {
  it.effect("have the same result as posted once, in memory", () =>
    Effect.provide(comeToTheSame, Layer.fresh(memoryWorld))
  )

  layer(Layer.merge(beside, StoredInbox.postgres.pipe(Layer.provideMerge(serverStores))))((onServer) => {
    onServer.effect("have the same result on a Postgres server", () => comeToTheSame)
  })
})
