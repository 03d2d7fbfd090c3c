import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Ref } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { DeveloperApi } from "../../src/adapters/http/interfaces/developer/Api.ts"
import * as Routes from "../../src/adapters/http/routes.ts"
import { streamPath } from "../../src/adapters/http/server/admission.ts"
import { SessionApi } from "../../src/adapters/http/interfaces/session/Api.ts"
import { Receivers } from "../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import * as LocalShards from "../../src/adapters/shards/LocalShards.ts"
import { deliveryWorker } from "../../src/adapters/worker/workers.ts"
import { askOf, type Asked } from "../support/http/requests.ts"
import { outsideWorld } from "../support/http/httpWorld.ts"
import { serverStores } from "../support/database/postgresStores.ts"
import { kindsOfIds, rowsOfAll } from "./identifiers.ts"
import { bodiesOf, type Contract, type Place, placesOf } from "./places.ts"
import { type Ask, canariesIn, givenTenant, type Tenant, templateOf } from "./tenants.ts"
import { cases } from "../support/effort.ts"

/** Calls with an id of another organization; `npm run tenancy` makes 100 000. */
const calls = Number(process.env["TENANCY_CALLS"] ?? cases(2_000, 6_000))

const organizations = 20

/** Requests under way at the same time. */
const concurrency = 16

const world = Layer.mergeAll(outsideWorld, LocalShards.layer).pipe(Layer.provideMerge(serverStores))
const routes = HttpRouter.toHttpEffect(Routes.layer.pipe(Layer.provide(HttpServer.layerServices)))

type Side = keyof Tenant["headers"]
const contracts: ReadonlyArray<readonly [Side, Contract, ReadonlyArray<string>]> = [
  ["developer", DeveloperApi, ["x-api-key"]],
  ["session", SessionApi, ["x-org-id", "authorization"]]
]
const endpoints = contracts.flatMap(([side, { groups }, headers]) =>
  Object.entries(groups).flatMap(([group, { endpoints }]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      side,
      name: `${side} ${group}.${name}`,
      endpoint,
      headers: endpoint.path === streamPath ? [...headers, "last-event-id"] : headers
    }))
  )
)

/** The kind of the caller's own ids that a parameter takes, so that the rest of a request is right. */
const ownKinds: ReadonlyArray<readonly [RegExp, string]> = [
  [/\/contacts\/:\w+|\bcontactId\b/, "contacts.id"],
  [/\/labels\/:\w+/, "labels.id"],
  [/\/teams\/:\w+|\bteamId\b|\bteam\b/, "teams.id"],
  [/\/saved-replies\/:\w+/, "saved_replies.id"],
  [/\/members\/:\w+/, "memberships.user_id"],
  [/\bconversationId\b/, "conversations.id"],
  [/\bmediaId\b/, "media.id"],
  [/\/messages\/:\w+/, "messages.id"],
  [/\/deliveries\/:\w+/, "events.id"],
  [/\/endpoints\/:\w+|\bendpointId\b/, "webhooks.id"],
  [/\/api-keys\/:\w+/, "api_keys.id"],
  [/\/notes\/:\w+/, "conversation_notes.id"],
  [/\/logs\/:\w+/, "request_logs.id"],
  [/\/scheduled-messages\/:\w+/, "pending_sends.id"],
  [/\/campaigns\/:\w+/, "campaigns.id"],
  [/\/templates\/:\w+/, "templates.id"]
]

const aUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const isUuid = (text: string): boolean => new RegExp(`^${aUuid.source}$`).test(text)

/** An unknown id of the same form. */
const unknownLike = (id: string): string => {
  const other = randomUUID()
  // A text around an id keeps its length, which limits of fields depend on.
  if (id.match(aUuid) !== null) return id.replaceAll(aUuid, other).replaceAll(/cnry\d\dx/g, "cnry00z")
  const digits = other.replaceAll(/\D/g, "").padEnd(8, "7")
  return /^\+?\d+$/.test(id) ? `${id.slice(0, -6)}${digits.slice(0, 6)}` : `${id.replaceAll(/cnry\d\dx/g, "")}${other}`
}

/** Calls that a second one differs from: names are taken or known then, and conversations have another status. */
const once =
  /templates\.create|labels\.(?:create|set)|teams\.create|endpoints\.(?:create|rotateSecret|remove)|savedReplies\.create|handling\./

/** Numbers in a body begin contacts of the caller's own, and some calls succeed once: a second one differs from the first. */
const beginsSomething = (id: string, place: Place): boolean =>
  (!isUuid(id) && place.draft.body !== undefined) || once.test(place.name)

describe("an organization", () => {
  it("has an example for every endpoint with a body", () => {
    const withoutExample = endpoints.filter(
      ({ endpoint }) => endpoint.payload.size > 0 && bodiesOf(endpoint).length === 0
    )
    assert.deepStrictEqual(withoutExample, [])
    assert.isAbove(endpoints.length, 35)
    for (const path of new Set(endpoints.flatMap(({ endpoint }) => endpoint.path.match(/[^/]+\/:\w+/g) ?? [])))
      assert.isTrue(
        ownKinds.some(([form]) => form.test(`/${path}`)),
        `ownKinds does not say whose ids ${path} takes`
      )
  })

  it.live(
    "never reads data of another one, over both interfaces and in deliveries",
    () =>
      Effect.gen(function* () {
        const answer = yield* routes
        const ask = (path: string, asked: Asked) =>
          Effect.map(Effect.orDie(askOf(answer, path, asked)), ({ headers, status, text }) => ({
            status,
            text: `${text}\n${JSON.stringify([...headers])}`
          }))
        const tenants = yield* Effect.forEach(
          Array.from({ length: organizations }, (_, ordinal) => ordinal),
          (ordinal) => givenTenant(ordinal, ask)
        )
        yield* walk(tenants, ask)
        yield* listen(tenants)
      }).pipe(Effect.scoped, Effect.provide(world)),
    1_800_000
  )
})

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)

/**
 * A step that spreads any part of all calls over the combinations: near the golden section of their number, so that no few
 * steps come close to where they began, and prime to it.
 */
const spreadingStride = (count: number): number => {
  let stride = Math.max(1, Math.round(count * 0.618_034))
  while (greatestDivisor(stride, count) !== 1) stride++
  return stride
}

const walk = Effect.fnUntraced(function* <R>(tenants: ReadonlyArray<Tenant>, ask: Ask<R>) {
  // Templates are the platform's, so they have no table.
  const templates = {
    name: "templates.id",
    valuesOf: new Map(tenants.map(({ canary, id }) => [id, [templateOf(canary)]]))
  }
  const kinds = [...(yield* kindsOfIds(tenants)), templates].filter(({ valuesOf }) =>
    [...valuesOf.values()].some(({ length }) => length > 0)
  )
  const owners = new Map(
    kinds.flatMap(({ valuesOf }) =>
      [...valuesOf].flatMap(([id, values]) => values.map((value) => [value, id] as const))
    )
  )
  const places = endpoints.flatMap(({ endpoint, headers, name, side }) =>
    placesOf(name, endpoint, headers).map((place) => ({ place, side }))
  )
  // Neighbours differ by their place, and the step is prime to the number of places: each is reached after so many calls.
  const combinations = kinds.flatMap((kind) => places.map((place) => ({ ...place, kind })))
  const reached = new Set<string>()
  const statuses = new Map<string, Set<number>>()
  /** Ids of others that a caller has written into its own data, where it may read them again. */
  const said = new Set<string>()

  const own = (tenant: Tenant, name: string): string =>
    kinds.find((kind) => kind.name === name)?.valuesOf.get(tenant.id)?.[0] ?? randomUUID()

  /** The draft with the caller's own ids wherever none was put. */
  const send = (tenant: Tenant, { place, side }: (typeof places)[number], id: string) => {
    const put = place.put(place.draft, id)
    const path = put.path.replaceAll(/[^/]+\/:\w+/g, (segment) => {
      const kind = ownKinds.find(([form]) => form.test(`/${segment}`))?.[1] ?? ""
      return segment.replace(/:\w+/, own(tenant, kind))
    })
    const needed = place.name.includes("messages.list")
      ? { conversationId: own(tenant, "conversations.id") }
      : place.name.includes("messages.search")
        ? { q: "cnry" }
        : {}
    const query = new URLSearchParams({ ...needed, ...put.query }).toString()
    return ask(query === "" ? path : `${path}?${query}`, {
      method: place.method,
      headers: { ...tenant.headers[side], ...put.headers },
      ...(put.body === undefined ? {} : { body: put.body })
    })
  }

  const attack = Effect.fnUntraced(function* (tenant: Tenant, ordinal: number) {
    const chosen = combinations[ordinal % combinations.length] ?? assert.fail("there is nothing to call")
    const { kind, place } = chosen
    const others = tenants.filter(({ id }) => id !== tenant.id && (kind.valuesOf.get(id)?.length ?? 0) > 0)
    const other = others[ordinal % others.length]
    const values = other === undefined ? [] : (kind.valuesOf.get(other.id) ?? [])
    const id = values[Math.floor(ordinal / organizations) % values.length]
    if (other === undefined || id === undefined) return assert.fail(`no organization has ${kind.name}`)
    const what = `${place.name} with ${kind.name} ${id} of ${other.canary} as ${tenant.canary}`
    for (const uuid of id.match(aUuid) ?? []) said.add(`${tenant.id} ${uuid}`)
    const { status, text } = yield* send(tenant, chosen, id)
    reached.add(place.name)
    assert.deepStrictEqual(
      [...canariesIn(text)].filter((canary) => canary !== tenant.canary),
      [],
      `${what}: ${text}`
    )
    const foreign = (text.match(aUuid) ?? []).filter(
      (uuid) => (owners.get(uuid) ?? tenant.id) !== tenant.id && !said.has(`${tenant.id} ${uuid}`)
    )
    assert.deepStrictEqual(foreign, [], `${what}: ${text}`)
    assert.isBelow(status, 500 + (place.name.includes("send") ? 100 : 0), `${what}: ${text}`)
    if (beginsSomething(id, place)) return
    const key = `${place.name} ${isUuid(id)}`
    const seen = statuses.get(key) ?? new Set()
    statuses.set(key, seen)
    if (seen.has(status)) return
    seen.add((yield* send(tenant, chosen, unknownLike(id))).status)
    assert.isTrue(seen.has(status), `${what}: ${status}, and an unknown id ${[...seen].join()}: ${text}`)
  })

  const share = Math.ceil(calls / tenants.length)
  const stride = spreadingStride(combinations.length)
  let before = yield* rowsOfAll
  for (const [turn, tenant] of tenants.entries()) {
    const ordinals = Array.from({ length: share }, (_, n) => (turn * share + n) * stride)
    yield* Effect.forEach(ordinals, (ordinal) => attack(tenant, ordinal), { concurrency, discard: true })
    const after = yield* rowsOfAll
    // The log of requests is written a second after them, so it may still grow.
    const isSettled = (key: string) => !key.endsWith(tenant.id) && !key.startsWith("request_log")
    for (const key of new Set([...before.keys(), ...after.keys()]))
      if (isSettled(key)) assert.strictEqual(after.get(key), before.get(key), `${tenant.canary} changed ${key}`)
    before = after
  }
  assert.strictEqual(reached.size, new Set(places.map(({ place }) => place.name)).size)
})

/** Delivers everything: each receiver gets what is its organization's. */
const listen = Effect.fnUntraced(function* (tenants: ReadonlyArray<Tenant>) {
  const sql = yield* SqlClient.SqlClient
  const [{ count = 0 } = {}] = yield* sql<{ readonly count: number }>`
    select count(*)::int as count from events e join webhooks w on w.id = e.webhook_id where w.status = 'active'`
  assert.isAbove(count, organizations)
  const { answerWith, received } = yield* Receivers
  const all = yield* Deferred.make<void>()
  const seen = yield* Ref.make(0)
  yield* answerWith(() =>
    Effect.gen(function* () {
      const number = yield* Ref.updateAndGet(seen, (former) => former + 1)
      if (number === count) yield* Deferred.succeed(all, undefined)
      return { status: 204, durationMillis: 0, response: "" }
    })
  )
  yield* Layer.build(deliveryWorker)
  yield* Deferred.await(all)
  for (const { delivery } of yield* received) {
    const tenant = tenants.find(({ id }) => id === delivery.webhook.organizationId)
    assert.strictEqual(delivery.organizationId, delivery.webhook.organizationId)
    const { dataJson } = delivery.event
    const canaries = [...canariesIn(dataJson)].filter((canary) => canary !== tenant?.canary)
    assert.deepStrictEqual(canaries, [], dataJson)
  }
})
