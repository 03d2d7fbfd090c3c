import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as MemoryDirectMessages from "../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { inTransaction } from "../../../src/app/inTransaction.ts"
import { createContact } from "../../../src/app/contacts/contacts.ts"
import { expireSends } from "../../../src/app/sends/reserveSend.ts"
import { claimPendingSends, pendingSend, sendAfterCommit, sendPending } from "../../../src/app/sends/pendingSends.ts"
import { sendWhatsApp } from "../../../src/app/sends/sendWhatsApp.ts"
import { type OrganizationId, PendingSendId } from "../../../src/domain/Ids.ts"
import { PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { IdSource } from "../../../src/ports/process/IdSource.ts"
import { eventTypesOf } from "../../../testing/given/seen.ts"
import { teamWorld, givenTeam } from "../conversations/supportTeam.ts"

const world = Layer.mergeAll(MemoryTagSync.layer, MemoryDirectMessages.layer).pipe(Layer.provideMerge(teamWorld))

const to = "+1 555 123 4567"
const hello = { channel: "whatsapp", content: WhatsAppContent.cases.Text.make({ text: "Hello" }) } as const

/** Runs a pass of the worker; a defect ends the attempt as a crash does. */
const pass = Effect.gen(function* () {
  const claimed = yield* claimPendingSends(10)
  yield* Effect.forEach(claimed, (pending) => Effect.exit(sendPending(pending)))
  return claimed.length
})

const outcomeOf = (id: OrganizationId, send: PendingSendId) =>
  Effect.map(pendingSend(id, send), ({ outcome }) => outcome)

const given = Effect.gen(function* () {
  const { id } = yield* givenTeam
  const { answerNext, requests } = yield* WhatsAppPlatform
  return { id, answerNext, sent: Effect.map(requests, (all) => all.length) }
})

describe("recorded sends", () => {
  it.effect("recorded sends: a send starts after the commit, once, and becomes a regular message", () =>
    Effect.gen(function* () {
      const { id, sent } = yield* given
      const { contact, send } = yield* inTransaction(
        Effect.gen(function* () {
          const contact = yield* createContact(id, to, { name: "Ada", tags: ["new"] })
          const send = yield* sendAfterCommit(id, to, hello, { key: "welcome" })
          assert.strictEqual(yield* sent, 0)
          return { contact, send }
        })
      )
      assert.isNull(yield* outcomeOf(id, send.id))
      assert.strictEqual(yield* pass, 1)
      assert.strictEqual(yield* pass, 0)
      assert.strictEqual(yield* sent, 1)
      const { state } = yield* World
      const { messages } = yield* state
      const message = messages.find(({ contactId }) => contactId === contact.id)
      const outcome = yield* outcomeOf(id, send.id)
      assert.strictEqual(outcome?._tag, "Sent")
      if (outcome?._tag === "Sent") {
        assert.strictEqual(outcome.messageId, message?.id)
        assert.strictEqual(outcome.platformMessageId, message?.platformMessageId)
      }
      assert.include(yield* eventTypesOf(id), "message.sent")
      assert.strictEqual((yield* sendAfterCommit(id, to, hello, { key: "welcome" })).id, send.id)
      assert.strictEqual(yield* pass, 0)
    }).pipe(Effect.provide(world))
  )

  it.effect("recorded sends: a send is removed by a rollback of its transaction", () =>
    Effect.gen(function* () {
      const { id, sent } = yield* given
      const recording = Effect.andThen(sendAfterCommit(id, to, hello), Effect.fail("no"))
      assert.strictEqual(yield* Effect.flip(inTransaction(recording)), "no")
      assert.deepStrictEqual([yield* pass, yield* sent], [0, 0])
    }).pipe(Effect.provide(world))
  )

  it.effect("recorded sends: the outcome of a send refused by the platform or the service is the failure", () =>
    Effect.gen(function* () {
      const { answerNext, id } = yield* given
      const rejected = { code: 131047, title: "Re-engagement", message: "window closed", subcode: null, details: null }
      yield* answerNext(Effect.fail(new PlatformRejected(rejected)))
      const closed = yield* sendAfterCommit(id, to, hello)
      const nobody = yield* sendAfterCommit(id, "nobody", hello)
      const empty = yield* sendAfterCommit(id, "4711", { channel: "messenger", content: { type: "text" } })
      const foreign = yield* (yield* PendingSends).add({
        ...empty,
        id: PendingSendId.make(yield* (yield* IdSource).uuid),
        channel: "whatsapp",
        content: { text: "no tag" },
        key: null
      })
      yield* pass
      yield* pass
      const reasonOf = (send: PendingSendId) =>
        Effect.map(outcomeOf(id, send), (outcome) => (outcome?._tag === "NotSent" ? outcome.reason : outcome))
      assert.deepInclude(yield* outcomeOf(id, closed.id), { reason: "PlatformRejected", detail: "window closed" })
      assert.strictEqual(yield* reasonOf(nobody.id), "InvalidPhoneNumber")
      assert.strictEqual(yield* reasonOf(empty.id), "MessagePartMissing")
      assert.strictEqual(yield* reasonOf(foreign.id), "PendingContentRefused")
    }).pipe(Effect.provide(world))
  )

  it.effect("recorded sends: a send is sent once if the process dies between the call and its record", () =>
    Effect.gen(function* () {
      const { id, sent } = yield* given
      const { failNext } = yield* World
      const send = yield* sendAfterCommit(id, to, hello)
      yield* failNext("SendLedger.recordOutcome")
      yield* pass
      assert.strictEqual(yield* sent, 1)
      // The lease ends, and the first attempt may still run: its key is taken.
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* pass, 1)
      assert.isNull(yield* outcomeOf(id, send.id))
      yield* TestClock.adjust("10 minutes")
      yield* expireSends()
      yield* pass
      assert.deepInclude(yield* outcomeOf(id, send.id), { _tag: "NotSent", reason: "PlatformOutcomeUnknown" })
      assert.strictEqual(yield* sent, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("recorded sends: a send has no second attempt after its key may have expired", () =>
    Effect.gen(function* () {
      const { id, sent } = yield* given
      const { failNext } = yield* World
      const send = yield* sendAfterCommit(id, to, hello)
      yield* failNext("SendLedger.recordOutcome")
      yield* pass
      yield* TestClock.adjust("25 hours")
      yield* pass
      assert.deepInclude(yield* outcomeOf(id, send.id), { reason: "PlatformOutcomeUnknown" })
      assert.strictEqual(yield* sent, 1)
      assert.isTrue(DateTime.isDateTime((yield* pendingSend(id, send.id)).endedAt))
    }).pipe(Effect.provide(world))
  )

  it.effect(
    "recorded sends: a send is sent by a later attempt if the first one died before the platform was called",
    () =>
      Effect.gen(function* () {
        const { id, sent } = yield* given
        const { failNext } = yield* World
        const send = yield* sendAfterCommit(id, to, hello)
        yield* failNext("SendLedger.reserve")
        yield* pass
        assert.strictEqual(yield* sent, 0)
        yield* TestClock.adjust("2 minutes")
        yield* pass
        assert.strictEqual((yield* outcomeOf(id, send.id))?._tag, "Sent")
      }).pipe(Effect.provide(world))
  )

  it.effect("recorded sends: sendAfterCommit refuses a key, a recipient or content that cannot be stored", () =>
    Effect.gen(function* () {
      const { id } = yield* given
      const large = { ...hello, content: WhatsAppContent.cases.Text.make({ text: "a".repeat(70_000) }) }
      assert.strictEqual((yield* Effect.flip(sendAfterCommit(id, to, hello, { key: "ключ" })))._tag, "KeyRefused")
      assert.strictEqual((yield* Effect.flip(sendAfterCommit(id, "", hello)))._tag, "PendingContentRefused")
      assert.strictEqual((yield* Effect.flip(sendAfterCommit(id, to, large)))._tag, "PendingContentRefused")
      assert.strictEqual(yield* pass, 0)
    }).pipe(Effect.provide(world))
  )
})

describe("a send in an open transaction", () => {
  it.effect("transactions: a send fails with a typed refusal, and stores nothing", () =>
    Effect.gen(function* () {
      const { id, sent } = yield* given
      const refused = yield* Effect.flip(
        inTransaction(Effect.andThen(createContact(id, to, {}), sendWhatsApp(id, to, hello.content)))
      )
      assert.strictEqual(refused._tag, "CannotJoinTransaction")
      assert.strictEqual(yield* sent, 0)
      yield* createContact(id, to, {})
    }).pipe(Effect.provide(world))
  )
})
