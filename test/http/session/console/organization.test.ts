import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { spoilToken } from "../../../../src/adapters/memory/access/MemoryChannelAccounts.ts"
import { TemplatePlatform } from "../../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { emailAddressOf } from "../../../../src/domain/access/Member.ts"
import {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../../src/domain/messages/PlatformError.ts"
import type { ListedTemplate } from "../../../../src/domain/templates/Template.ts"
import { RateLimits } from "../../../../src/ports/limits/RateLimits.ts"
import { ChannelAccounts } from "../../../../src/ports/access/ChannelAccounts.ts"
import { Memberships } from "../../../../src/ports/access/Memberships.ts"
import { givenAccount } from "../../../../testing/given/given.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, call, givenDashboard, refused, signedIn } from "../sessionDashboard.ts"

describe("GET /usage", () => {
  const tiers = {
    standard: { limit: 100, periodSeconds: 60 },
    messaging: { limit: 30, periodSeconds: 1 },
    bulk: { limit: 10, periodSeconds: 60 },
    console: { limit: 2_000, periodSeconds: 60 }
  }

  it.effect("has the month's usage, the plan's limit and the tiers", () =>
    Effect.gen(function* () {
      const { added, get, post } = yield* givenDashboard({ plan: "free" })
      const unused = { plan: "free", month: "2026-11", used: 0, limit: 1_000, remaining: 1_000, tiers }
      assert.deepStrictEqual(yield* get("/usage"), answered(200, unused))
      yield* added({ userNumber: "+15551234567" })
      yield* post("/messages/send", { to: "+15551234567", type: "text", text: "hi" })
      assert.deepStrictEqual(yield* get("/usage"), answered(200, { ...unused, used: 1, remaining: 999 }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has no limit for a plan without one", () =>
    Effect.gen(function* () {
      const { get } = yield* givenDashboard()
      assert.deepStrictEqual(
        yield* get("/usage"),
        answered(200, {
          plan: "unlimited",
          month: "2026-11",
          used: 0,
          limit: null,
          remaining: null,
          tiers: { standard: null, messaging: { limit: 5, periodSeconds: 1 }, bulk: null, console: null }
        })
      )
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          Layer.succeed(
            RateLimits,
            RateLimits.of({
              table: { standard: null, messaging: { calls: 5, perMillis: 1_000 }, bulk: null, console: null },
              take: () => Effect.succeed(null)
            })
          ),
          httpWorld
        )
      )
    )
  )
})

describe("GET /channels", () => {
  it.effect("lists the accounts of the organization with their health, and without tokens", () =>
    Effect.gen(function* () {
      const { account, get, id } = yield* givenDashboard()
      yield* givenDashboard()
      const later = (millis: number) => DateTime.makeUnsafe(`2026-11-02T09:00:01.00${millis}Z`)
      const page = yield* givenAccount(id, {
        channel: "messenger",
        displayName: "Acme",
        businessAccountId: null,
        token: null,
        createdAt: later(1)
      })
      const instagram = yield* givenAccount(id, {
        channel: "instagram",
        displayName: "@acme",
        businessAccountId: null,
        pageId: "4711",
        createdAt: later(2)
      })
      const second = yield* givenAccount(id, { createdAt: later(3) })
      const { markReconnect } = yield* ChannelAccounts
      yield* markReconnect(id, instagram.id, Redacted.make(`token of ${instagram.id}`), {
        code: 190,
        message: "Session has expired",
        at: DateTime.makeUnsafe("2026-11-16T07:08:09.123Z")
      })
      yield* spoilToken(second.id)
      const answer = yield* get("/channels")
      assert.deepStrictEqual(
        answer,
        answered(200, {
          channels: [
            {
              id: account?.id,
              channel: "whatsapp",
              accountId: account?.externalId,
              name: "+1 555-000-1111",
              businessAccountId: account?.businessAccountId,
              pageId: null,
              health: "ok",
              problem: null,
              history: null,
              createdAt: "2026-11-02T09:00:00.002Z"
            },
            {
              id: page.id,
              channel: "messenger",
              accountId: page.externalId,
              name: "Acme",
              businessAccountId: null,
              pageId: null,
              health: "missing",
              problem: null,
              history: null,
              createdAt: "2026-11-02T09:00:01.001Z"
            },
            {
              id: instagram.id,
              channel: "instagram",
              accountId: instagram.externalId,
              name: "@acme",
              businessAccountId: null,
              pageId: "4711",
              health: "reconnect",
              problem: { code: 190, message: "Session has expired", since: "2026-11-16T07:08:09.123Z" },
              history: null,
              createdAt: "2026-11-02T09:00:01.002Z"
            },
            {
              id: second.id,
              channel: "whatsapp",
              accountId: second.externalId,
              name: "+1 555-000-1111",
              businessAccountId: second.businessAccountId,
              pageId: null,
              health: "unreadable",
              problem: null,
              history: null,
              createdAt: "2026-11-02T09:00:01.003Z"
            }
          ]
        })
      )
      assert.notInclude(JSON.stringify(answer), "token of")
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("GET /members", () => {
  it.effect("lists members, and invitations for managers", () =>
    Effect.gen(function* () {
      const { get, id, user } = yield* givenDashboard()
      yield* givenDashboard()
      const { access, user: agent } = yield* givenMember(id, { name: "Zoe", conversationScope: "assigned" })
      const email = Option.getOrThrow(emailAddressOf("grace@example.com"))
      yield* (yield* Memberships).invite(id, {
        organizationId: id,
        email,
        name: "Grace",
        role: "admin",
        conversationScope: "all",
        createdAt: yield* DateTime.now
      })
      const joined = [
        {
          userId: user.id,
          name: "Olga",
          email: user.email,
          role: "owner",
          conversationScope: "all",
          status: "joined"
        },
        {
          userId: agent.id,
          name: "Zoe",
          email: agent.email,
          role: "agent",
          conversationScope: "assigned",
          status: "joined"
        }
      ]
      const invited = {
        userId: null,
        name: "Grace",
        email,
        role: "admin",
        conversationScope: "all",
        status: "invited"
      }
      assert.deepStrictEqual(yield* get("/members"), answered(200, { members: [...joined, invited] }))
      const seen = yield* call(yield* signedIn(id, access.caller), "/members")
      assert.deepStrictEqual(seen, answered(200, { members: joined }))
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("GET /templates", () => {
  const welcome: ListedTemplate = {
    id: "1192339204654487",
    name: "welcome",
    language: "en_US",
    status: "APPROVED",
    category: "MARKETING",
    components: [{ type: "BODY", text: "Hi {{1}}" }]
  }

  it.effect("lists the approved templates, also for an agent", () =>
    Effect.gen(function* () {
      const { account, get, id } = yield* givenDashboard()
      const { access } = yield* givenMember(id)
      if (account !== null) {
        const paused = { ...welcome, id: "2", status: "PAUSED" }
        yield* (yield* TemplatePlatform).setTemplates(account.id, [paused, welcome])
      }
      const listed = answered(200, { templates: [{ ...welcome }] })
      assert.deepStrictEqual(yield* get("/templates"), listed)
      assert.deepStrictEqual(yield* call(yield* signedIn(id, access.caller), "/templates"), listed)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("names the missing setup of the account", () =>
    Effect.gen(function* () {
      const without = yield* givenDashboard({ token: false })
      assert.deepStrictEqual(
        yield* without.get("/templates"),
        refused(404, "WhatsApp not connected; connect the number first")
      )
      const tokenless = yield* givenDashboard({ token: null })
      assert.deepStrictEqual(
        yield* tokenless.get("/templates"),
        refused(400, "WhatsApp token not stored, reconnect the account")
      )
      const { account, get } = yield* givenDashboard()
      if (account !== null) yield* spoilToken(account.id)
      assert.deepStrictEqual(
        yield* get("/templates"),
        refused(503, "The stored token of the WhatsApp account cannot be opened; connect the account again")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns the platform's error", () =>
    Effect.gen(function* () {
      const { get } = yield* givenDashboard()
      const { failNext } = yield* TemplatePlatform
      const failed = (error: string, details: object) => ({
        status: 502,
        body: { success: false, error: `WhatsApp API error: ${error}`, details }
      })
      yield* failNext(
        new PlatformRejected({
          code: 80008,
          title: "Too many calls",
          message: "(#80008) Too many calls",
          subcode: null,
          details: null
        })
      )
      assert.deepStrictEqual(
        yield* get("/templates"),
        failed("(#80008) Too many calls", { code: 80008, title: "Too many calls" })
      )
      yield* failNext(new PlatformNotReached({ detail: "no" }))
      assert.deepStrictEqual(
        yield* get("/templates"),
        failed("WhatsApp could not be reached", { code: -1, title: "Not reached" })
      )
      yield* failNext(new PlatformOutcomeUnknown({ reason: "answer unreadable", detail: "no" }))
      assert.deepStrictEqual(
        yield* get("/templates"),
        failed("WhatsApp gave no usable answer", { code: -2, title: "Outcome unknown" })
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
