import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { claimCampaignTurn, runCampaignTurn } from "../../../src/app/campaigns/runCampaigns.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { eventsOf } from "../../../testing/given/seen.ts"
import { ask, type Asked, askText } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"

const template = { name: "spring_offer", language: { code: "en_US" } }
const values = { "1": { field: "name", fallback: "there" } }
const draft = { name: "Spring", template, values, audience: { tags: ["news"] } }

const Answer = Schema.Struct({ data: Schema.Record(Schema.String, Schema.Json) })

/** An organization, and calls of both interfaces. */
const givenBoth = Effect.gen(function* () {
  const { headers, id } = yield* givenDashboard()
  const { key } = yield* (yield* ApiKeys).create(id, "campaigns")
  const own = { session: headers, developer: { "x-api-key": Redacted.value(key) } }
  const bases = { session: "/api/whatsapp", developer: "/api/developer/v1" }
  const callIn =
    (side: keyof typeof own) =>
    (path: string, asked: Asked = {}) =>
      ask(`${bases[side]}/campaigns${path}`, { ...asked, headers: { ...own[side], ...asked.headers } })
  const dataOf = ({ body }: { readonly body: unknown }) =>
    Effect.map(Effect.orDie(Schema.decodeUnknownEffect(Answer)(body)), ({ data }) => data)
  const added = Effect.fnUntraced(function* (body: unknown) {
    const answer = yield* ask(`${bases.developer}/contacts`, { method: "POST", headers: own.developer, body })
    return (yield* dataOf(answer))["id"]
  })
  const fileIn = (side: keyof typeof own, path: string) =>
    askText(`${bases[side]}/campaigns${path}`, { headers: own[side] })
  return { id, added, callIn, dataOf, fileIn }
})

/** Turns of the worker until none is due, a second apart. */
const run = Effect.gen(function* () {
  for (let second = 0; second < 20; second++) {
    const turns = yield* claimCampaignTurn()
    yield* Effect.forEach(turns, runCampaignTurn)
    yield* TestClock.adjust("1 second")
  }
})

const sides = [["developer"], ["session"]] as const

describe("campaigns over HTTP", () => {
  it.effect.each(sides)("campaigns, %s: a draft is created, changed, started, finished, listed and deleted", ([side]) =>
    Effect.gen(function* () {
      const { added, callIn, dataOf, fileIn, id } = yield* givenBoth
      const call = callIn(side)
      const ada = yield* added({ phone: "+15551234567", name: "Ada", tags: ["news"] })
      yield* added({ phone: "+15551234568", name: "", tags: ["news"] })
      yield* added({ phone: "+15551234569", name: "Eve", tags: ["other"] })
      const created = yield* call("", { method: "POST", body: draft })
      assert.strictEqual(created.status, 201, JSON.stringify(created.body))
      const campaign = yield* dataOf(created)
      const createdBy = campaign["createdBy"] ?? null
      assert.strictEqual(createdBy === null, side === "developer")
      const expected = {
        id: campaign["id"] ?? null,
        name: "Spring",
        status: "draft",
        reason: null,
        from: null,
        template: { ...template, components: null },
        audience: { all: false, tags: ["news"], attributes: {}, search: null, contactIds: null },
        values,
        sendAt: null,
        pace: null,
        stopOn: [],
        audienceComplete: false,
        counts: {
          recipients: 0,
          queued: 0,
          sent: 0,
          delivered: 0,
          read: 0,
          failed: 0,
          leftOut: 0,
          replied: 0,
          optedOut: 0,
          failedByCode: {},
          leftOutByReason: {},
          priced: {},
          billable: {}
        },
        createdBy,
        createdAt: "2026-11-20T12:00:00.000Z",
        updatedAt: "2026-11-20T12:00:00.000Z",
        startedAt: null,
        endedAt: null
      }
      assert.deepStrictEqual(campaign, expected)
      const path = `/${campaign["id"]}`
      const changed = yield* call(path, { method: "PATCH", body: { name: " Spring 2 ", pace: 20, stopOn: ["reply"] } })
      const change = { name: "Spring 2", pace: 20, stopOn: ["reply"] }
      assert.deepStrictEqual(yield* dataOf(changed), { ...expected, ...change })
      const back = yield* call(path, { method: "PATCH", body: { pace: null, stopOn: null, name: "Spring" } })
      assert.deepStrictEqual(yield* dataOf(back), expected)
      const started = yield* dataOf(yield* call(`${path}/start`, { method: "POST" }))
      assert.strictEqual(started["status"], "running")
      yield* run
      const finished = yield* dataOf(yield* call(path))
      assert.deepInclude(finished, { status: "finished", audienceComplete: true })
      assert.deepInclude(finished["counts"], { recipients: 2, queued: 0, sent: 2, failed: 0, leftOut: 0 })
      const texts = (yield* (yield* WhatsAppPlatform).requests).map(({ content }) => JSON.stringify(content))
      assert.lengthOf(texts, 2)
      assert.isTrue(texts.some((text) => text.includes('"text":"Ada"')))
      assert.isTrue(texts.some((text) => text.includes('"text":"there"')))
      const recipients = yield* dataOf(yield* call(`${path}/recipients?limit=1`))
      assert.deepInclude(recipients, { hasMore: true, nextAfter: 1 })
      const rest = yield* dataOf(yield* call(`${path}/recipients?after=1`))
      assert.deepInclude(rest, { hasMore: false, nextAfter: null })
      const all = [...Object.values(recipients), ...Object.values(rest)].flat()
      assert.isTrue(JSON.stringify(all).includes(`"contactId":"${ada}"`))
      const none = yield* dataOf(yield* call(`${path}/recipients?status=failed`))
      assert.deepStrictEqual(none, { recipients: [], nextAfter: null, hasMore: false })
      const csv = yield* fileIn(side, `${path}/recipients/export`)
      assert.strictEqual(csv.headers.get("content-type"), "text/csv; charset=utf-8")
      const lines = csv.text.trim().split("\r\n")
      assert.lengthOf(lines, 3)
      assert.match(lines[1] ?? "", /^1,1555123456[78],.*,sent,/)
      const list = yield* dataOf(yield* call("?status=finished"))
      assert.deepInclude(list, { meta: { page: 1, limit: 20, total: 1 } })
      const statuses = (yield* eventsOf(id)).flatMap(({ data, type }) => (type === "campaign.updated" ? [data] : []))
      assert.deepStrictEqual(
        statuses.map((data) => (typeof data === "object" && data !== null && "status" in data ? data.status : null)),
        ["running", "finished"]
      )
      const removed = yield* call(path, { method: "DELETE" })
      assert.deepStrictEqual(yield* dataOf(removed), { id: campaign["id"] ?? null, deleted: true })
      assert.strictEqual((yield* call(path)).status, 404)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(sides)("campaigns, %s: a wrong request names its field and leaves nothing", ([side]) =>
    Effect.gen(function* () {
      const { callIn, dataOf } = yield* givenBoth
      const call = callIn(side)
      const textOf = (body: unknown) => {
        const { error, message } = Object.assign({ error: "", message: "" }, body)
        return `${error}${message}`
      }
      const refusedWith = Effect.fnUntraced(function* (changes: object, text: string) {
        const { body, status } = yield* call("", { method: "POST", body: { ...draft, ...changes } })
        assert.strictEqual(status, 400, text)
        assert.include(textOf(body), text)
      })
      yield* refusedWith({ name: undefined }, "name")
      yield* refusedWith({ name: "x".repeat(201) }, "Invalid field name: Expected at most 200 characters")
      yield* refusedWith({ template: { name: "a" } }, "template.language")
      yield* refusedWith({ audience: {} }, "Invalid field audience: Expected a condition, or all: true")
      yield* refusedWith({ audience: { tags: [""] } }, "audience.tags")
      yield* refusedWith({ audience: { contactIds: ["nobody"] } }, "audience.contactIds")
      yield* refusedWith({ values: { "2": { field: "age" } } }, "Invalid field values.2.field: Expected name")
      yield* refusedWith({ values: { "2": { fallback: "x" } } }, "values.2")
      yield* refusedWith({ values: { "2": 7 } }, "values.2")
      yield* refusedWith({ pace: 0 }, "pace")
      yield* refusedWith({ pace: 1.5 }, "pace")
      yield* refusedWith({ sendAt: "tomorrow" }, "sendAt")
      yield* refusedWith({ stopOn: ["never"] }, "stopOn")
      assert.deepInclude(yield* dataOf(yield* call("")), { meta: { page: 1, limit: 20, total: 0 } })
      const { id } = yield* dataOf(yield* call("", { method: "POST", body: { ...draft, audience: null } }))
      const path = `/${id}`
      const empty = yield* call(path, { method: "PATCH", body: {} })
      assert.strictEqual(empty.status, 400)
      assert.include(textOf(empty.body), "No valid fields to update")
      const paused = yield* call(`${path}/pause`, { method: "POST" })
      assert.strictEqual(paused.status, 409)
      assert.include(textOf(paused.body), "draft")
      const started = yield* call(`${path}/start`, { method: "POST" })
      assert.strictEqual(started.status, 400)
      assert.include(textOf(started.body), "Invalid field audience")
      const past = yield* call(path, {
        method: "PATCH",
        body: { sendAt: "2020-01-01T00:00:00Z", audience: { all: true } }
      })
      assert.strictEqual(past.status, 200)
      const late = yield* call(`${path}/start`, { method: "POST" })
      assert.strictEqual(late.status, 400)
      assert.include(textOf(late.body), "Invalid field sendAt: Expected a time in the future")
      const tests = yield* call(`${path}/test`, { method: "POST", body: { to: [] } })
      assert.strictEqual(tests.status, 400)
      assert.include(textOf(tests.body), "Invalid field to")
      const many = yield* call(`${path}/test`, { method: "POST", body: { to: Array.from({ length: 11 }, () => "1") } })
      assert.include(textOf(many.body), "Invalid field to")
      for (const other of ["0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0b10", "7", "drafts"]) {
        assert.strictEqual((yield* call(`/${other}`)).status, 404)
        assert.strictEqual((yield* call(`/${other}/start`, { method: "POST" })).status, 404)
        assert.strictEqual((yield* call(`/${other}/recipients`)).status, 404)
        assert.strictEqual((yield* call(`/${other}/recipients/export`)).status, 404)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(sides)("campaigns, %s: a file replaces the recipients, and a refused file leaves none", ([side]) =>
    Effect.gen(function* () {
      const { callIn, dataOf } = yield* givenBoth
      const call = callIn(side)
      const body = { name: "Times", template, values: { "1": { field: "columns.time" }, "2": { field: "name" } } }
      const { id } = yield* dataOf(yield* call("", { method: "POST", body }))
      const path = `/${id}/recipients`
      const upload = (file: string, type = "text/csv") =>
        call(path, { method: "PUT", body: file, headers: { "content-type": type } })
      const rows = "phone,name,time\r\n+15551234567,Ada,10:30\r\n+1 (555) 123-4567,Ada,10:45\r\nnobody,Eve,11:00\r\n"
      const uploaded = yield* upload(rows)
      assert.strictEqual(uploaded.status, 200, JSON.stringify(uploaded.body))
      assert.deepInclude((yield* dataOf(uploaded))["counts"], { recipients: 3 })
      assert.deepInclude((yield* dataOf(yield* upload(rows)))["counts"], { recipients: 3 })
      const refusals = [
        ["name,time\nAda,10:30\n", "Missing column: phone"],
        ["phone,time,time\n1,2,3\n", "Duplicate column: time"],
        ["phone,,time\n1,2,3\n", "Column 2 has no name"],
        ["phone,time\n+15551234567,10:30\n+15551234568\n", "Row 2: expected 2 fields, got 1"],
        ["phone,time\n+15551234567,10:30\n+15551234568,a\0b\n", "Row 2, column time"],
        ["", "The file is empty"]
      ] as const
      for (const [file, text] of refusals) {
        const { body, status } = yield* upload(file)
        assert.strictEqual(status, 400, text)
        assert.include(JSON.stringify(body), text)
        assert.deepInclude((yield* dataOf(yield* call(`/${id}`)))["counts"], { recipients: 0 }, text)
      }
      assert.strictEqual((yield* upload(rows, "application/json")).status, 400)
      yield* upload(rows)
      yield* call(`/${id}/start`, { method: "POST" })
      assert.strictEqual((yield* upload(rows)).status, 409)
      yield* run
      const finished = yield* dataOf(yield* call(`/${id}`))
      assert.deepInclude(finished["counts"], {
        recipients: 3,
        sent: 1,
        leftOut: 2,
        leftOutByReason: { duplicate: 1, invalid_number: 1 }
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(sides)("campaigns, %s: a test send goes to its recipients at once, and counts for nobody", ([side]) =>
    Effect.gen(function* () {
      const { added, callIn, dataOf } = yield* givenBoth
      const call = callIn(side)
      yield* added({ phone: "+15551234567", name: "Ada" })
      const { id } = yield* dataOf(
        yield* call("", { method: "POST", body: { ...draft, values: { "1": { field: "name" } } } })
      )
      const tested = yield* call(`/${id}/test`, { method: "POST", body: { to: ["15551234567", "15551234568", "x"] } })
      const { results } = yield* dataOf(tested)
      const statuses = (Array.isArray(results) ? results : []).map((result) =>
        typeof result === "object" && result !== null && "to" in result ? [result["to"], result["status"]] : []
      )
      assert.deepStrictEqual(statuses, [
        ["15551234567", "sent"],
        ["15551234568", "failed"],
        ["x", "failed"]
      ])
      assert.lengthOf(yield* (yield* WhatsAppPlatform).requests, 1)
      assert.deepInclude((yield* dataOf(yield* call(`/${id}`)))["counts"], { recipients: 0, sent: 0 })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("campaigns: one with a time waits for it, and is paused, resumed and cancelled", () =>
    Effect.gen(function* () {
      const { added, callIn, dataOf } = yield* givenBoth
      const call = callIn("developer")
      yield* added({ phone: "+15551234567", name: "Ada", tags: ["news"] })
      const body = { ...draft, sendAt: "2026-11-20T12:01:00Z" }
      const { id } = yield* dataOf(yield* call("", { method: "POST", body }))
      const act = (action: string) => call(`/${id}/${action}`, { method: "POST" })
      assert.strictEqual((yield* dataOf(yield* act("start")))["status"], "scheduled")
      assert.deepStrictEqual(Option.getOrNull(DateTime.make("2026-11-20T12:00:00.000Z")), yield* DateTime.now)
      yield* run
      assert.strictEqual((yield* dataOf(yield* call(`/${id}`)))["status"], "scheduled")
      yield* TestClock.setTime(Date.parse("2026-11-20T12:01:00.000Z"))
      yield* Effect.forEach(yield* claimCampaignTurn(), runCampaignTurn)
      const paused = yield* dataOf(yield* act("pause"))
      assert.deepInclude(paused, { status: "paused", reason: { reason: "requested", code: null, detail: "" } })
      yield* run
      assert.lengthOf(yield* (yield* WhatsAppPlatform).requests, 0)
      assert.deepInclude(yield* dataOf(yield* act("resume")), { status: "running", reason: null })
      assert.strictEqual((yield* dataOf(yield* act("cancel")))["status"], "cancelled")
      assert.strictEqual((yield* act("resume")).status, 409)
      yield* run
      assert.lengthOf(yield* (yield* WhatsAppPlatform).requests, 0)
    }).pipe(Effect.provide(httpWorld))
  )
})
