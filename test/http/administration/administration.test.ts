import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { Headers } from "effect/http"
import { TestClock } from "effect/testing"
import { withoutQueryValues } from "../../../src/service/listener.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { createApiKey } from "../../../src/app/access/apiKeys.ts"
import { listAuditLog } from "../../../src/app/access/auditLog.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import { Day, type MessageCount } from "../../../src/domain/limits/MessageCount.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { ask, askText } from "../../support/http/requests.ts"
import { signedIn } from "../session/sessionDashboard.ts"
import { adminKey, administer, adminWorld, creation, done, nextKey, noon } from "./administrator.ts"

const unknown = "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e99"

const Created = Schema.Struct({
  data: Schema.Struct({
    organization: Schema.Struct({ id: OrganizationId }),
    created: Schema.Boolean,
    apiKey: Schema.NullOr(Schema.String)
  })
})

const create = Effect.fnUntraced(function* (reference: string, more: object = {}) {
  const body = yield* done("/organizations", { body: creation(reference, more) })
  const { data } = yield* Schema.decodeUnknownEffect(Created)(body)
  return { id: data.organization.id, apiKey: data.apiKey, created: data.created, body }
})

const noFilter = { action: null, actor: null, actorId: null, subjectId: null, since: null, until: null } as const

describe("administration interface: access", () => {
  it.effect("without a key every path is an unknown one", () =>
    Effect.gen(function* () {
      for (const path of ["/organizations", "/openapi.json", "/plans"]) {
        const { body, status } = yield* administer(path)
        assert.deepStrictEqual([status, body], [404, { success: false, message: "Not found" }])
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("accepts both keys, in the header and as a bearer token, and nothing else", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { access } = yield* givenMember(id, { role: "owner" })
      const { key } = yield* createApiKey(id, "Shop")
      const session = yield* signedIn(id, access.caller)
      const plans = (headers: Record<string, string>) =>
        Effect.map(ask("/api/admin/v1/plans", { headers }), ({ status }) => status)
      assert.strictEqual(yield* plans({ "x-admin-key": adminKey }), 200)
      assert.strictEqual(yield* plans({ "x-admin-key": nextKey }), 200)
      assert.strictEqual(yield* plans({ authorization: `Bearer ${adminKey}` }), 200)
      assert.strictEqual(yield* plans({}), 401)
      assert.strictEqual(yield* plans({ "x-admin-key": adminKey.slice(1) }), 401)
      assert.strictEqual(yield* plans({ "x-admin-key": Redacted.value(key) }), 401)
      assert.strictEqual(yield* plans({ "x-api-key": Redacted.value(key) }), 401)
      assert.strictEqual(yield* plans(session), 401)
      assert.strictEqual(yield* plans({ "x-api-key": adminKey }), 401)
      const refused = yield* ask("/api/admin/v1/openapi.json")
      assert.deepStrictEqual(
        [refused.status, refused.body],
        [
          401,
          {
            success: false,
            message: "Invalid or missing administration key",
            code: "INVALID_API_KEY",
            fix: "Send the key of the operator in the header x-admin-key"
          }
        ]
      )
      assert.strictEqual((yield* administer("/openapi.json")).status, 200)
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("spans do not show its key", () =>
    Effect.gen(function* () {
      const names = yield* Headers.CurrentRedactedNames
      assert.includeMembers([...names], ["x-admin-key", "authorization", "x-api-key"])
    }).pipe(Effect.provide(withoutQueryValues))
  )

  it.effect("its key opens neither of the other interfaces", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const developer = yield* ask("/api/developer/v1/contacts", {
        headers: { "x-api-key": adminKey, "x-admin-key": adminKey }
      })
      const session = yield* ask("/api/whatsapp/contacts", {
        headers: { authorization: `Bearer ${adminKey}`, "x-org-id": id, "x-admin-key": adminKey }
      })
      assert.deepStrictEqual([developer.status, session.status], [401, 401])
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("an organization that does not exist is a 404 everywhere", () =>
    Effect.gen(function* () {
      for (const id of [unknown, "nonsense"]) {
        for (const path of ["", "/members", "/api-keys", "/channels"]) {
          const { body, status } = yield* administer(`/organizations/${id}${path}`)
          assert.deepStrictEqual(
            [status, body],
            [404, { success: false, message: "Organization not found", code: "NOT_FOUND" }]
          )
        }
      }
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("answers are never cached, and HEAD works where GET does", () =>
    Effect.gen(function* () {
      const { headers, status } = yield* askText("/api/admin/v1/plans", {
        method: "HEAD",
        headers: { "x-admin-key": adminKey }
      })
      assert.deepStrictEqual([status, headers.get("cache-control")], [200, "no-store"])
      const { headers: wrong, status: refused } = yield* administer("/plans", { method: "POST", body: {} })
      assert.deepStrictEqual([refused, wrong.get("allow")], [405, "GET, HEAD"])
    }).pipe(Effect.provide(adminWorld))
  )
})

describe("administration interface: organizations", () => {
  it.effect("a reference creates one organization, also by concurrent calls", () =>
    Effect.gen(function* () {
      yield* noon
      const all = yield* Effect.all(
        Array.from({ length: 5 }, () => create("c-1")),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(all.map(({ id }) => id)).size, 1)
      assert.strictEqual(all.filter(({ created }) => created).length, 1)
      assert.strictEqual(all.filter(({ apiKey }) => apiKey !== null).length, 1)
      const again = yield* create("c-1", { name: "Other" })
      assert.deepStrictEqual(again.body, {
        success: true,
        data: {
          organization: {
            id: again.id,
            reference: "c-1",
            name: "Acme",
            plan: "free",
            state: "active",
            suspendedAt: null,
            suspensionReason: null,
            createdAt: "2026-11-20T12:00:00.000Z"
          },
          created: false,
          apiKey: null
        }
      })
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("the first key works, and the owner is invited", () =>
    Effect.gen(function* () {
      const { apiKey, id } = yield* create("c-1")
      const { status } = yield* ask("/api/developer/v1/contacts", { headers: { "x-api-key": apiKey ?? "" } })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* done(`/organizations/${id}/members`), {
        success: true,
        data: {
          members: [
            {
              userId: null,
              name: "grace@example.com",
              email: "grace@example.com",
              role: "owner",
              conversationScope: "all",
              status: "invited"
            }
          ]
        }
      })
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("pages list every organization once, the newest first", () =>
    Effect.gen(function* () {
      yield* noon
      const made: Array<string> = []
      for (const reference of ["c-1", "c-2", "c-3", "c-4", "c-5"]) {
        made.unshift((yield* create(reference)).id)
        if (reference !== "c-3") yield* TestClock.adjust("1 second")
      }
      const Listed = Schema.Struct({
        data: Schema.Struct({
          organizations: Schema.Array(Schema.Struct({ id: Schema.String })),
          nextAfter: Schema.NullOr(Schema.String)
        })
      })
      const seen: Array<string> = []
      let after: string | null = ""
      while (after !== null) {
        const query: string = after === "" ? "" : `&after=${encodeURIComponent(after)}`
        const { data } = yield* Schema.decodeUnknownEffect(Listed)(yield* done(`/organizations?limit=2${query}`))
        seen.push(...data.organizations.map(({ id }) => id))
        after = data.nextAfter
      }
      assert.deepStrictEqual(seen.toSorted(), made.toSorted())
      assert.strictEqual(seen[0], made[0])
      const one = yield* Schema.decodeUnknownEffect(Listed)(yield* done("/organizations?reference=c-2"))
      assert.deepStrictEqual(
        one.data.organizations.map(({ id }) => id),
        [made[3]]
      )
      const { body, status } = yield* administer("/organizations?after=x")
      assert.strictEqual(status, 400)
      assert.include(JSON.stringify(body), "Invalid field after")
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("changes, suspension and resumption take effect, and are recorded as the operator's", () =>
    Effect.gen(function* () {
      yield* noon
      const { apiKey, id } = yield* create("c-1")
      const path = `/organizations/${id}`
      const developer = Effect.map(
        ask("/api/developer/v1/contacts", { headers: { "x-api-key": apiKey ?? "" } }),
        ({ status }) => status
      )
      yield* done(path, { method: "PATCH", body: { name: "Globex", plan: "growth" } })
      assert.strictEqual((yield* administer(path, { method: "PATCH", body: {} })).status, 400)
      yield* done(`${path}/suspend`, { body: { reason: "Invoice 17" } })
      assert.strictEqual(yield* developer, 403)
      assert.deepStrictEqual(yield* done(path), {
        success: true,
        data: {
          id,
          reference: "c-1",
          name: "Globex",
          plan: "growth",
          state: "suspended",
          suspendedAt: "2026-11-20T12:00:00.000Z",
          suspensionReason: "Invoice 17",
          createdAt: "2026-11-20T12:00:00.000Z"
        }
      })
      yield* done(`${path}/resume`, { method: "POST" })
      assert.strictEqual(yield* developer, 200)
      const { rows: entries } = yield* listAuditLog(id, noFilter, null, 100)
      assert.deepStrictEqual(entries.map(({ action, actor }) => `${action} ${actor._tag}`).toSorted(), [
        "organization.changed Operator",
        "organization.created Operator",
        "organization.resumed Operator",
        "organization.suspended Operator"
      ])
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("a deletion is confirmed by the name, waits for work in flight, and then completes", () =>
    Effect.gen(function* () {
      yield* noon
      const { id } = yield* create("c-1")
      const path = `/organizations/${id}`
      const remove = (confirm: string) => administer(`${path}?confirm=${confirm}`, { method: "DELETE" })
      assert.strictEqual((yield* remove("Other")).status, 400)
      assert.deepStrictEqual((yield* remove("Acme")).body, {
        success: true,
        data: { isDone: false, waitUntil: "2026-11-20T12:05:00.000Z" }
      })
      assert.strictEqual((yield* administer(path)).status, 404)
      assert.strictEqual((yield* administer("/organizations", { body: creation("c-1") })).status, 409)
      yield* TestClock.adjust("6 minutes")
      assert.deepStrictEqual((yield* remove("Acme")).body, { success: true, data: { isDone: true, waitUntil: null } })
      assert.strictEqual((yield* remove("Acme")).status, 404)
      assert.isTrue((yield* create("c-1")).created)
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("each refusal names the field", () =>
    Effect.gen(function* () {
      const { id } = yield* create("c-1")
      const refused = Effect.fnUntraced(function* (path: string, body: unknown, field: string) {
        const answer = yield* administer(path, { body })
        assert.strictEqual(answer.status, 400, JSON.stringify(answer.body))
        assert.include(JSON.stringify(answer.body), field)
      })
      yield* refused("/organizations", { ...creation("c-2"), reference: undefined }, "reference")
      yield* refused("/organizations", creation("x".repeat(201)), "reference")
      yield* refused("/organizations", creation("c-2", { plan: "gold" }), "plan")
      yield* refused("/organizations", creation("c-2", { owner: { email: "nobody" } }), "owner.email")
      const withPassword = { owner: { email: "a@example.com", password: "long enough" } }
      yield* refused("/organizations", creation("c-2", withPassword), "owner.password")
      yield* refused(`/organizations/${id}/members`, { email: "a@example.com", role: "king" }, "role")
      const scoped = { email: "a@example.com", role: "admin", conversationScope: "assigned" }
      yield* refused(`/organizations/${id}/members`, scoped, "conversationScope")
      yield* refused(`/organizations/${id}/api-keys`, { name: "x", expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt")
      const number = { channel: "whatsapp", accountId: "1", name: "n", token: "t" }
      yield* refused(`/organizations/${id}/channels`, number, "businessAccountId")
      yield* refused(`/organizations/${id}/channels`, { ...number, channel: "fax" }, "channel")
    }).pipe(Effect.provide(adminWorld))
  )
})

describe("administration interface: members, keys and channels", () => {
  it.effect("members are added, changed and removed; the last owner stays", () =>
    Effect.gen(function* () {
      const { id } = yield* create("c-1")
      const path = `/organizations/${id}/members`
      const ada = { email: "ada@example.com", name: "Ada", role: "agent", subject: "ada-1" }
      const added = yield* administer(path, { body: ada, headers: { "idempotency-key": "k-1" } })
      assert.strictEqual(added.status, 201)
      const repeated = yield* administer(path, { body: ada, headers: { "idempotency-key": "k-1" } })
      assert.deepStrictEqual([repeated.status, repeated.body], [201, added.body])
      assert.strictEqual((yield* administer(path, { body: ada })).status, 409)
      yield* done(`${path}/ada@example.com`, { method: "PATCH", body: { role: "admin" } })
      const last = yield* administer(`${path}/grace@example.com`, { method: "DELETE" })
      assert.strictEqual(last.status, 409)
      assert.deepStrictEqual(yield* done(`${path}/ada@example.com`, { method: "DELETE" }), {
        success: true,
        data: { email: "ada@example.com", assignedConversations: 0 }
      })
      assert.strictEqual((yield* administer(`${path}/ada@example.com`, { method: "DELETE" })).status, 404)
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("keys are made once for an idempotency key, listed without texts, and revoked", () =>
    Effect.gen(function* () {
      const { id } = yield* create("c-1")
      const path = `/organizations/${id}/api-keys`
      const Made = Schema.Struct({ data: Schema.Struct({ id: Schema.String, key: Schema.String }) })
      const make = administer(path, { body: { name: "Shop" }, headers: { "idempotency-key": "k-1" } })
      const { data } = yield* Schema.decodeUnknownEffect(Made)((yield* make).body)
      assert.deepStrictEqual((yield* Schema.decodeUnknownEffect(Made)((yield* make).body)).data, data)
      const listed = JSON.stringify(yield* done(path))
      assert.include(listed, data.id)
      assert.notInclude(listed, data.key)
      yield* done(`${path}/${data.id}`, { method: "DELETE" })
      const { status } = yield* ask("/api/developer/v1/contacts", { headers: { "x-api-key": data.key } })
      assert.strictEqual(status, 401)
      const other = yield* create("c-2")
      const foreign = yield* administer(`/organizations/${other.id}/api-keys/${data.id}`, { method: "DELETE" })
      assert.strictEqual(foreign.status, 404)
    }).pipe(Effect.provide(adminWorld))
  )

  it.effect("channels are connected, renewed, checked and disconnected, never those of another organization", () =>
    Effect.gen(function* () {
      const { id } = yield* create("c-1")
      const other = yield* create("c-2")
      const path = `/organizations/${id}/channels`
      const number = {
        channel: "whatsapp",
        accountId: "106",
        name: "+1 555",
        businessAccountId: "waba",
        token: "EAAsecret"
      }
      const Connected = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })
      const { data } = yield* Schema.decodeUnknownEffect(Connected)(yield* done(path, { body: number }))
      const again = yield* Schema.decodeUnknownEffect(Connected)(yield* done(path, { body: number }))
      assert.strictEqual(again.data.id, data.id)
      const taken = yield* administer(`/organizations/${other.id}/channels`, { body: number })
      assert.strictEqual(taken.status, 409)
      const foreign = `/organizations/${other.id}/channels/${data.id}`
      assert.strictEqual((yield* administer(`${foreign}/token`, { body: { token: "t" } })).status, 404)
      assert.strictEqual((yield* administer(foreign, { method: "DELETE" })).status, 404)
      yield* done(`${path}/${data.id}/token`, { body: { token: "EAAnew" } })
      assert.deepStrictEqual(yield* done(`${path}/check`, { method: "POST" }), {
        success: true,
        data: { channels: [{ id: data.id, works: true, problem: null }] }
      })
      assert.notInclude(JSON.stringify(yield* done(path)), "EAA")
      yield* done(`${path}/${data.id}`, { method: "DELETE" })
      assert.deepStrictEqual(yield* done(path), { success: true, data: { channels: [] } })
    }).pipe(Effect.provide(adminWorld))
  )
})

describe("administration interface: usage of all organizations", () => {
  it.effect("equals the usage that each organization sees, in JSON and CSV", () =>
    Effect.gen(function* () {
      yield* noon
      const ids: Array<OrganizationId> = []
      for (const reference of ["c-1", "c-2", "c-3"]) {
        const { id } = yield* create(reference)
        ids.push(id)
        const account = yield* givenAccount(id)
        const count = (day: string, messages: number, category = "marketing"): MessageCount => ({
          day: Day.make(day),
          channelAccountId: account.id,
          category,
          country: "US",
          billable: true,
          campaignId: null,
          messages
        })
        const counts =
          reference === "c-3" ? [] : [count("2026-11-03", 3), count("2026-11-30", 4), count("2026-10-31", 9)]
        yield* (yield* World).update((state) => ({
          ...state,
          messageCounts: [...state.messageCounts, ...counts.map((one) => Object.assign({ organizationId: id }, one))]
        }))
        yield* TestClock.adjust("1 second")
      }
      const Exported = Schema.Struct({
        data: Schema.Struct({
          month: Schema.String,
          organizations: Schema.Array(Schema.Struct({ organizationId: OrganizationId, report: Schema.Json }))
        })
      })
      const { data } = yield* Schema.decodeUnknownEffect(Exported)(yield* done("/usage?month=2026-11"))
      assert.strictEqual(data.month, "2026-11")
      assert.deepStrictEqual(
        data.organizations.map(({ organizationId }) => organizationId),
        ids.toReversed()
      )
      for (const { organizationId, report } of data.organizations) {
        const { key } = yield* createApiKey(organizationId, "test")
        const own = yield* ask("/api/developer/v1/usage?since=2026-11-01&until=2026-11-30", {
          headers: { "x-api-key": Redacted.value(key) }
        })
        assert.deepStrictEqual(own.body, { success: true, data: report })
      }
      const csv = yield* administer("/usage?month=2026-11", { headers: { accept: "text/csv" } })
      const [third, second, first] = ids.toReversed()
      assert.deepStrictEqual(String(csv.body).split("\r\n"), [
        "month,organizationId,reference,name,plan,used,limit,category,messages,billable,unpriced,cost",
        `2026-11,${third},c-3,Acme,free,0,1000,,0,0,0,`,
        `2026-11,${second},c-2,Acme,free,0,1000,marketing,7,7,7,`,
        `2026-11,${first},c-1,Acme,free,0,1000,marketing,7,7,7,`,
        ""
      ])
      assert.strictEqual((yield* administer("/usage?month=2026-13")).status, 400)
    }).pipe(Effect.provide(adminWorld))
  )
})
