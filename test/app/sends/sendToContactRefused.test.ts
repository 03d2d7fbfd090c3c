import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spoilToken } from "../../../src/adapters/memory/access/MemoryChannelAccounts.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { sendToContact } from "../../../src/app/sends/sendToContact.ts"
import { monthOf, monthlyLimit } from "../../../src/domain/limits/MonthlyLimit.ts"
import {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../src/domain/messages/PlatformError.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { givenAccount, givenOrganization, phoneOf, someone } from "../../../testing/given/given.ts"
import { givenContact } from "../../../testing/given/givenContact.ts"
import { serviceAccess } from "../../../testing/given/givenMember.ts"
import { conversationOf, usedBy } from "../../../testing/given/seen.ts"
import { teamWorld, givenConversation, givenTeam } from "../conversations/supportTeam.ts"

const hello = WhatsAppContent.cases.Text.make({ text: "Hello" })
const state = Effect.flatMap(World, (world) => world.state)

/** The refusal; nothing is kept of the send, and the platform is not asked. */
const refusal = Effect.fnUntraced(function* (...request: Parameters<typeof sendToContact>) {
  const before = yield* state
  const error = yield* Effect.flip(sendToContact(...request))
  assert.strictEqual(yield* state, before)
  assert.deepStrictEqual(yield* (yield* WhatsAppPlatform).requests, [])
  return error
})

describe("sendToContact", () => {
  it.effect("rejects recipients who are not contacts of the organization", () =>
    Effect.gen(function* () {
      const { id, service } = yield* givenTeam
      const globex = yield* givenTeam
      yield* givenContact(globex.id)
      const deleted = yield* givenContact(id, { phone: phoneOf(1) })
      yield* (yield* ContactStore).remove(id, deleted.id)
      for (const phone of [someone, phoneOf(1)]) {
        assert.strictEqual((yield* refusal(service, phone, hello))._tag, "ContactNotFoundByPhone")
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("validates the number before any query", () =>
    Effect.gen(function* () {
      const { service } = yield* givenTeam
      yield* (yield* World).failNext("ContactStore.findByPhone")
      for (const number of ["call me", "", "+", "12"]) {
        assert.strictEqual((yield* refusal(service, number, hello))._tag, "InvalidPhoneNumber")
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("refuses an agent of narrow scope while the contact is assigned to another member", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, bob, id } = team
      for (const [count, status] of (["open", "ai_handling", "escalated"] as const).entries()) {
        const running = yield* givenConversation(team, { assigneeId: bob.user.id, status }, count)
        assert.strictEqual((yield* refusal(ada.access, phoneOf(count), hello))._tag, "Forbidden")
        assert.deepStrictEqual(yield* conversationOf(id, running.id), running)
      }
      for (const access of [bob.access, team.grace.access, team.owner.access, team.service]) {
        yield* sendToContact(access, phoneOf(0), hello)
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect(
    "allows an agent of narrow scope if no member is assigned, or if the assignment is on another account",
    () =>
      Effect.gen(function* () {
        const team = yield* givenTeam
        const { ada, bob, id } = team
        const nobodys = yield* givenConversation(team)
        assert.strictEqual((yield* sendToContact(ada.access, phoneOf(0), hello)).conversationId, nobodys.id)

        const other = yield* givenAccount(id)
        const elsewhere = yield* givenConversation(team, { assigneeId: bob.user.id, channelAccountId: other.id }, 1)
        const { contactId, conversationId } = yield* sendToContact(ada.access, phoneOf(1), hello)
        assert.strictEqual(contactId, elsewhere.contactId)
        assert.notStrictEqual(conversationId, elsewhere.id)
      }).pipe(Effect.provide(teamWorld))
  )

  it.effect("requires a number of the organization, and its token", () =>
    Effect.gen(function* () {
      const reason = Effect.fnUntraced(function* (account: { readonly token?: null; readonly spoilt?: true } | null) {
        const { id } = yield* givenOrganization()
        yield* givenContact(id)
        if (account !== null) {
          const connected = yield* givenAccount(id, account.token === null ? { token: null } : {})
          if (account.spoilt) yield* spoilToken(connected.id)
        }
        return (yield* refusal(serviceAccess(id), someone, hello))._tag
      })
      assert.deepStrictEqual(
        [yield* reason(null), yield* reason({ token: null }), yield* reason({ spoilt: true })],
        ["ChannelNotConnected", "ChannelTokenMissing", "ChannelTokenUnreadable"]
      )
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("is refused at the monthly limit", () =>
    Effect.gen(function* () {
      const { id, now, service } = yield* givenTeam
      yield* givenContact(id)
      const used = monthlyLimit.free ?? 0
      yield* (yield* World).update((world) => ({
        ...world,
        organizations: world.organizations.map((kept) => ({ ...kept, plan: "free" as const })),
        usage: [{ organizationId: id, month: monthOf(now), used }]
      }))
      const error = yield* Effect.flip(sendToContact(service, someone, hello))
      assert.deepStrictEqual(error._tag === "MonthlyLimitReached" && [error.used, error.allowed], [used, used])
      assert.deepStrictEqual(yield* (yield* WhatsAppPlatform).requests, [])
      assert.deepStrictEqual((yield* state).messages, [])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect.each([
    {
      failure: new PlatformRejected({
        code: 131047,
        title: "Re-engagement message",
        message: "(#131047) Re-engagement message",
        subcode: null,
        details: null
      }),
      units: 0
    },
    { failure: new PlatformNotReached({ detail: "no route" }), units: 0 },
    { failure: new PlatformOutcomeUnknown({ reason: "connection lost", detail: "reset" }), units: 1 }
  ])("stores a message that the platform did not accept as failed: $failure._tag", ({ failure, units }) =>
    Effect.gen(function* () {
      const { id, now, service } = yield* givenTeam
      yield* givenContact(id)
      yield* (yield* WhatsAppPlatform).answerNext(Effect.fail(failure))
      const error = yield* Effect.flip(sendToContact(service, someone, hello))
      assert.strictEqual<unknown>(error, failure)
      const { events, messages } = yield* state
      assert.deepStrictEqual(
        messages.map(({ platformMessageId, status }) => [status, platformMessageId]),
        [["failed", null]]
      )
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["conversation.opened"]
      )
      assert.strictEqual(yield* usedBy(id, now), units)
    }).pipe(Effect.provide(teamWorld))
  )
})
