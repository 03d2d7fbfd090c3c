import { DateTime, Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { type OrganizationId, RequestLogId } from "../../../src/domain/Ids.ts"
import {
  everyRequest,
  maxCountedRequests,
  maxLoggedBytes,
  type RequestLog,
  type RequestLogFilter
} from "../../../src/domain/access/RequestLog.ts"
import { RequestLogs } from "../../../src/ports/access/ApiKeys.ts"
import { nextEra, seconds } from "../../given/era.ts"
import { givenOrganization, uuid } from "../../given/given.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const readBody = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const everything = { page: 1, limit: 100 }

const someLog = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  createdAt: DateTime.Utc,
  changes: Partial<RequestLog> = {}
) {
  const log: RequestLog = {
    id: RequestLogId.make(yield* uuid),
    organizationId,
    requestId: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10",
    method: "POST",
    path: "/v1/send-message",
    status: 201,
    requestBody: { to: "15551234567" },
    responseBody: { success: true, data: null },
    ipAddress: "203.0.113.7",
    userAgent: "test/1.0",
    durationMillis: 12,
    createdAt,
    ...changes
  }
  return log
})

const recordAll = Effect.fnUntraced(function* (logs: ReadonlyArray<RequestLog>) {
  const { record } = yield* RequestLogs
  for (const { requestBody, responseBody, ...log } of logs) {
    const bodies = { requestBody: JSON.stringify(requestBody), responseBody: JSON.stringify(responseBody) }
    yield* record({ ...log, ...bodies })
  }
})

/** Waits until this number of rows exists: a store may write them late and in batches. */
const waitForRows = Effect.fnUntraced(function* (organizationId: OrganizationId, count: number) {
  const { list } = yield* RequestLogs
  const look = Effect.andThen(TestClock.adjust("1 second"), list(organizationId, everything))
  return yield* Effect.repeat(look, { until: ({ total }) => total === count })
})

/** An organization with this number of requests, a second apart, newest first. */
const givenLogs = Effect.fnUntraced(function* (count: number, at: DateTime.Utc) {
  const { id } = yield* givenOrganization()
  const logs = yield* Effect.forEach(Array.from({ length: count }), (_, index) => someLog(id, seconds(at, index)))
  yield* recordAll(logs)
  if (count > 0) yield* waitForRows(id, count)
  return { id, logs: logs.toReversed() }
})

export const requestLogsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `RequestLogs: ${name}`, ports, (it) => {
    it.effect("request logs: a call is stored verbatim", () =>
      Effect.gen(function* () {
        const at = DateTime.add(yield* nextEra, { milliseconds: 7 })
        const { id } = yield* givenOrganization()
        const requestBody = yield* readBody(
          String.raw`{"zz":"漢 \ud83d\ude80 \u2028 \"\\ \u0000 \ud800","a":[null,{"y":1,"x":[0.1,1e21,-7]}],"__proto__":{}}`
        )
        const longest = { text: "x".repeat(maxLoggedBytes - JSON.stringify({ text: "" }).length) }
        const log = yield* someLog(id, at, { requestBody, responseBody: longest, userAgent: 'a\\b "c" {d,e} ü' })
        const empty = yield* someLog(id, seconds(at, -1), { requestBody: {}, ipAddress: "", userAgent: "", path: "" })
        yield* recordAll([log, empty])

        const { rows } = yield* waitForRows(id, 2)
        assert.deepStrictEqual(rows, [log, empty])
        assert.strictEqual(JSON.stringify(rows[0]?.requestBody), JSON.stringify(requestBody))
      })
    )

    it.effect("request logs: are listed in pages, newest first, then by greater id", () =>
      Effect.gen(function* () {
        const at = yield* nextEra
        const { id, logs } = yield* givenLogs(5, at)
        const { list } = yield* RequestLogs
        const twin = yield* someLog(id, seconds(at, 4))
        yield* recordAll([twin])
        yield* waitForRows(id, 6)
        const all = [twin, ...logs]
        for (const limit of [1, 2, 4, 6, 100]) {
          for (let page = 1; (page - 1) * limit < all.length + limit; page++) {
            const found = yield* list(id, { page, limit })
            const index = (page - 1) * limit
            assert.deepStrictEqual(found, { rows: all.slice(index, index + limit), total: 6 })
          }
        }
      })
    )

    it.effect("request logs: each part of a filter applies, and one is found by its id", () =>
      Effect.gen(function* () {
        const at = yield* nextEra
        const { id } = yield* givenOrganization()
        const traced = yield* someLog(id, seconds(at, 0), { requestId: "trace-1", path: "/v1/contacts", status: 200 })
        const changed = yield* someLog(id, seconds(at, 1), { method: "PATCH", path: "/v1/contacts/4711", status: 404 })
        const sent = yield* someLog(id, seconds(at, 2), { status: 201 })
        const failed = yield* someLog(id, seconds(at, 3), { status: 500, path: "/v1/contacts_%" })
        yield* recordAll([traced, changed, sent, failed])
        yield* waitForRows(id, 4)
        const { find, list } = yield* RequestLogs
        const passing = (filter: Partial<RequestLogFilter>) =>
          Effect.map(list(id, everything, { ...everyRequest, ...filter }), ({ rows, total }) => {
            assert.strictEqual(total, rows.length)
            return rows
          })
        assert.deepStrictEqual(yield* passing({}), [failed, sent, changed, traced])
        assert.deepStrictEqual(yield* passing({ method: "PATCH" }), [changed])
        assert.deepStrictEqual(yield* passing({ path: "/v1/contacts" }), [failed, changed, traced])
        // Wildcards in a filter have no special meaning.
        assert.deepStrictEqual(yield* passing({ path: "/v1/contacts_%" }), [failed])
        assert.deepStrictEqual(yield* passing({ path: "%" }), [])
        assert.deepStrictEqual(yield* passing({ status: { from: 400, to: 500 } }), [failed, changed])
        assert.deepStrictEqual(yield* passing({ status: { from: 201, to: 201 } }), [sent])
        assert.deepStrictEqual(yield* passing({ since: seconds(at, 2) }), [failed, sent])
        assert.deepStrictEqual(yield* passing({ until: seconds(at, 2) }), [changed, traced])
        assert.deepStrictEqual(yield* passing({ requestId: "trace-1" }), [traced])
        assert.deepStrictEqual(yield* passing({ requestId: "trace" }), [])
        const first = { page: 1, limit: 1 }
        const filter = { ...everyRequest, path: "/v1/contacts", since: seconds(at, 0), until: seconds(at, 9) }
        assert.deepStrictEqual(yield* list(id, first, filter), { rows: [failed], total: 3 })
        assert.deepStrictEqual(yield* list(id, { page: 3, limit: 1 }, filter), { rows: [traced], total: 3 })
        assert.deepStrictEqual(yield* list(id, { page: 4, limit: 1 }, filter), { rows: [], total: 3 })

        const other = (yield* givenOrganization()).id
        assert.deepStrictEqual(yield* find(id, changed.id), Option.some(changed))
        assert.deepStrictEqual(yield* find(other, changed.id), Option.none())
        assert.deepStrictEqual(yield* find(id, RequestLogId.make(yield* uuid)), Option.none())
        assert.deepStrictEqual(yield* list(other, everything, filter), { rows: [], total: 0 })
      })
    )

    it.effect("request logs: the count of a filter stops at its maximum, and later pages still exist", () =>
      Effect.gen(function* () {
        const { id, logs } = yield* givenLogs(maxCountedRequests + 2, yield* nextEra)
        const { list } = yield* RequestLogs
        const filter = { ...everyRequest, method: "POST" }
        const page = { page: maxCountedRequests / 100 + 1, limit: 100 }
        assert.deepStrictEqual(yield* list(id, page, filter), {
          rows: logs.slice(maxCountedRequests),
          total: maxCountedRequests
        })
        assert.strictEqual((yield* list(id, page)).total, maxCountedRequests + 2)
      })
    )

    it.effect("request logs: of another organization are not visible", () =>
      Effect.gen(function* () {
        const at = yield* nextEra
        const acme = yield* givenLogs(2, at)
        const globex = yield* givenLogs(1, at)
        const silent = yield* givenLogs(0, at)
        const { list } = yield* RequestLogs
        assert.deepStrictEqual(yield* list(acme.id, everything), { rows: acme.logs, total: 2 })
        assert.deepStrictEqual(yield* list(globex.id, everything), { rows: globex.logs, total: 1 })
        assert.deepStrictEqual(yield* list(silent.id, everything), { rows: [], total: 0 })
      })
    )

    it.effect("request logs: a purge removes older calls of all organizations, oldest first and up to a limit", () =>
      Effect.gen(function* () {
        const at = yield* nextEra
        const acme = yield* givenLogs(4, at)
        const globex = yield* givenLogs(3, seconds(at, 10))
        const { list, purge } = yield* RequestLogs
        const left = Effect.zip(list(acme.id, everything), list(globex.id, everything))

        assert.strictEqual(yield* purge(at, 10), 0)
        assert.strictEqual(yield* purge(seconds(at, 12), 3), 3)
        const [first, untouched] = yield* left
        assert.deepStrictEqual(first, { rows: acme.logs.slice(0, 1), total: 1 })
        assert.deepStrictEqual(untouched, { rows: globex.logs, total: 3 })
        assert.strictEqual(yield* purge(seconds(at, 12), 100), 3)
        assert.deepStrictEqual(yield* left, [
          { rows: [], total: 0 },
          { rows: globex.logs.slice(0, 1), total: 1 }
        ])
        assert.strictEqual(yield* purge(seconds(at, 12), 100), 0)
      })
    )

    it.effect("request logs: many concurrent calls are stored", () =>
      Effect.gen(function* () {
        const { id, logs } = yield* givenLogs(1_000, yield* nextEra)
        const { list } = yield* RequestLogs
        assert.deepStrictEqual(yield* list(id, { page: 10, limit: 100 }), { rows: logs.slice(900), total: 1_000 })
      })
    )
  })
