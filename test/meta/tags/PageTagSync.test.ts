import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spoilToken } from "../../../src/adapters/memory/access/MemoryChannelAccounts.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { refuses, says } from "../cannedAgent.ts"
import { asUsual, edge, givenKnown, givenPerson, listing, offer, pageId, take, world } from "./tagSync.ts"

const onMessenger = { kind: "messenger", scope: pageId, value: "PSID" } as const
const onInstagram = { kind: "instagram", scope: "17841400000000001", value: "IGSID" } as const
const byPhone = { kind: "phone", scope: "", value: "15551234567" } as const

const vip = 'POST /v23.0/11/label {"user":"PSID"}'

describe("synchronizing tags", () => {
  it.effect("tag sync: tags become labels of the Page, which are created if missing", () =>
    Effect.gen(function* () {
      const { calls, layer, next } = yield* world()
      yield* Effect.gen(function* () {
        const { accountId, contactId, id } = yield* givenPerson()
        yield* offer(id, contactId, { added: ["vip", "new", "new"], removed: ["old", "unknown"] })
        yield* offer(id, contactId, { added: ["vip"] })
        assert.deepStrictEqual(yield* take(7, next), [
          listing,
          "DELETE /v23.0/12/label?user=PSID",
          vip,
          `POST ${edge} {"page_label_name":"new"}`,
          'POST /v23.0/99/label {"user":"PSID"}',
          listing,
          vip
        ])
        assert.deepStrictEqual(
          new Set(calls.map(({ headers }) => headers["authorization"])),
          new Set([`Bearer token of ${accountId}`])
        )
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync: a change applies to all ids of the contact on the Page", () =>
    Effect.gen(function* () {
      const { layer, next } = yield* world()
      yield* Effect.gen(function* () {
        const { id } = yield* givenPerson()
        const other = { ...onMessenger, value: "PSID 2" }
        const contactId = yield* givenKnown(id, byPhone, onInstagram, { ...onMessenger, value: "PSID 1" }, other)
        yield* offer(id, contactId, { added: ["vip"] })
        assert.deepStrictEqual(yield* take(4, next), [
          listing,
          'POST /v23.0/11/label {"user":"PSID 1"}',
          listing,
          'POST /v23.0/11/label {"user":"PSID 2"}'
        ])
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync: an empty change makes no call", () =>
    Effect.gen(function* () {
      const { layer, next } = yield* world()
      yield* Effect.gen(function* () {
        const { contactId, id } = yield* givenPerson()
        yield* offer(id, contactId, {})
        yield* offer(id, contactId, { added: ["vip"] })
        assert.deepStrictEqual(yield* take(2, next), [listing, vip])
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync: no label is created if the Page has more than the maximum", () =>
    Effect.gen(function* () {
      const endless = (ordinal: number) => ({
        data: Array.from({ length: 100 }, (_, index) => ({ id: index + 1, page_label_name: `${ordinal}.${index}` })),
        paging: { cursors: { after: `A${ordinal}` }, next: "https://graph.facebook.com/next" }
      })
      const { layer, next } = yield* world((call, ordinal) =>
        call.method === "GET" ? says(endless(ordinal)) : asUsual(call)
      )
      yield* Effect.gen(function* () {
        const { contactId, id } = yield* givenPerson()
        yield* offer(id, contactId, { added: ["new", "20.7"] })
        yield* take(20, next)
        assert.deepStrictEqual(yield* take(3, next), [
          "Warn listing cut short",
          "Warn label not created: there are too many",
          'POST /v23.0/8/label {"user":"PSID"}'
        ])
      }).pipe(Effect.provide(layer))
    })
  )
})

describe("changes without labels", () => {
  it.effect.each([
    ["a contact without a Messenger id", [byPhone, onInstagram], "not known on Messenger"],
    ["a contact without any id", [], "not known on Messenger"],
    ["a contact of another Page", [{ ...onMessenger, scope: "31" }], "known to another Page only"]
  ] as const)("tag sync: no call is made for %s", ([, identities, reason]) =>
    Effect.gen(function* () {
      const { calls, layer, next } = yield* world()
      yield* Effect.gen(function* () {
        const { id } = yield* givenPerson()
        yield* offer(id, yield* givenKnown(id, ...identities), { added: ["vip"] })
        assert.strictEqual(yield* next, `Debug no labels: ${reason}`)
        assert.strictEqual(calls.length, 0)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync: no call is made for a contact of another organization", () =>
    Effect.gen(function* () {
      const { layer, next } = yield* world()
      yield* Effect.gen(function* () {
        const { contactId } = yield* givenPerson()
        yield* offer((yield* givenPerson("31")).id, contactId, { added: ["vip"] })
        assert.strictEqual(yield* next, "Debug no labels: not known on Messenger")
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync: no call is made without Messenger, and no warning is logged", () =>
    Effect.gen(function* () {
      const { layer, next } = yield* world()
      yield* Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        yield* offer(id, yield* givenKnown(id, onMessenger), { added: ["vip"] })
        assert.strictEqual(yield* next, "Debug no labels: Messenger is not connected")
      }).pipe(Effect.provide(layer))
    })
  )
})

describe("failures of the tag sync", () => {
  const failed = "Warn tags could not be synchronized to labels"
  const refused = "Warn the platform refuses the account's token; reconnect the account"

  it.effect("tag sync: an unreadable token is logged, and the next change is applied", () =>
    Effect.gen(function* () {
      const { layer, next } = yield* world()
      yield* Effect.gen(function* () {
        const { accountId, contactId, id } = yield* givenPerson()
        yield* spoilToken(accountId)
        yield* offer(id, contactId, { added: ["vip"] })
        assert.strictEqual(yield* next, failed)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync: a failed store is logged, and the next change is applied", () =>
    Effect.gen(function* () {
      const { layer, next } = yield* world()
      yield* Effect.gen(function* () {
        const { contactId, id } = yield* givenPerson()
        yield* (yield* World).failNext("ContactStore.identities")
        yield* offer(id, contactId, { added: ["vip"] })
        yield* offer(id, contactId, { added: ["vip"] })
        assert.deepStrictEqual(yield* take(3, next), [failed, listing, vip])
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync: a failed listing of labels is logged, and the next change is applied", () =>
    Effect.gen(function* () {
      const { layer, next } = yield* world((call, ordinal) => (ordinal === 1 ? refuses(190) : asUsual(call)))
      yield* Effect.gen(function* () {
        const { contactId, id } = yield* givenPerson()
        yield* offer(id, contactId, { added: ["vip"] })
        yield* offer(id, contactId, { added: ["vip"] })
        assert.deepStrictEqual(yield* take(5, next), [listing, refused, failed, listing, vip])
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync: a refused label is logged, and the other labels are applied", () =>
    Effect.gen(function* () {
      const { layer, next } = yield* world((call, ordinal) =>
        ordinal === 2 || ordinal === 3 ? refuses(100) : asUsual(call)
      )
      yield* Effect.gen(function* () {
        const { contactId, id } = yield* givenPerson()
        yield* offer(id, contactId, { added: ["new", "vip"], removed: ["old"] })
        const refusal = "Warn a label could not be synchronized"
        assert.deepStrictEqual(yield* take(5, next), [
          listing,
          "DELETE /v23.0/12/label?user=PSID",
          refusal,
          `POST ${edge} {"page_label_name":"new"}`,
          vip
        ])
      }).pipe(Effect.provide(layer))
    })
  )
})
