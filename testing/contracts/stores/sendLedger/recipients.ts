import { Effect } from "effect"
import type { Contact } from "../../../../src/domain/contacts/Contact.ts"
import { type RecipientCheck, refusalOf } from "../../../../src/domain/contacts/RecipientCheck.ts"
import { monthlyLimit } from "../../../../src/domain/limits/MonthlyLimit.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { givenSender, phoneOf } from "../../../given/given.ts"
import { givenPage } from "../../../given/givenPage.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { contactOf, conversationOf, eventsOf, messageOf, usedBy } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const checks: ReadonlyArray<RecipientCheck> = ["none", "blocked", "blockedOrOptedOut"]

/** Every contact state that a check distinguishes. */
const states = [false, true].flatMap((isBlocked) =>
  [null, false, true].map((optedIn): Pick<Contact, "isBlocked" | "optedIn"> => ({ isBlocked, optedIn }))
)

const allowed = monthlyLimit.free ?? 0

/** Refused recipients (contract: Blocked and opted-out recipients). */
export const recipients = (it: Tests<StorePorts>) => {
  it.effect("refused recipients: exactly those of many that the domain refuses, without a trace", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const { save } = yield* ContactStore
      const cases = states.flatMap((state) => checks.map((check) => ({ state, check })))
      const known = yield* Effect.forEach(cases, (_, count) => sender.intent({ phone: phoneOf(count) }))
      yield* Effect.forEach(known, (intent) => sendOff(id, intent), { concurrency: "unbounded" })
      yield* Effect.forEach(cases, ({ state }, index) =>
        save({ ...(known[index]?.contact ?? assert.fail()), ...state, updatedAt: at })
      )
      const events = (yield* eventsOf(id)).length
      const sends = yield* Effect.forEach(cases, ({ check }, count) =>
        sender.intent({ phone: phoneOf(count), check }, 1)
      )

      const answers = yield* Effect.forEach(
        sends,
        (intent) => Effect.match(reserve(id, intent), { onSuccess: () => null, onFailure: ({ _tag }) => _tag }),
        { concurrency: "unbounded" }
      )

      const expected = cases.map(
        ({ check, state }, index) =>
          refusalOf(check, { ...(known[index]?.contact ?? assert.fail()), ...state })?._tag ?? null
      )
      assert.deepStrictEqual(answers, expected)
      assert.includeMembers(expected, [null, "RecipientBlocked", "RecipientOptedOut"])
      const reserved = expected.filter((refusal) => refusal === null).length
      assert.strictEqual(yield* usedBy(id, at), cases.length + reserved)
      for (const [index, { messageId }] of sends.entries()) {
        assert.strictEqual((yield* messageOf(id, messageId)) === null, expected[index] !== null)
      }
      assert.strictEqual((yield* eventsOf(id)).length, events)
    })
  )

  it.effect("refused recipients: a refusal consumes no unit", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender({ plan: "free" })
      const { reserve } = yield* SendLedger
      const blocked = yield* sender.intent({ phone: phoneOf(0), contact: { isBlocked: true } })
      yield* sendOff(id, blocked)
      yield* Effect.forEach(
        yield* Effect.replicateEffect(sender.intent({ phone: phoneOf(1) }), allowed - 11),
        (intent) => reserve(id, intent),
        { concurrency: "unbounded" }
      )
      const refused = yield* Effect.replicateEffect(sender.intent({ phone: phoneOf(0) }, 1), 15)
      const others = yield* Effect.replicateEffect(sender.intent({ phone: phoneOf(1) }, 1), 10)

      const answers = yield* Effect.forEach(
        [...refused.slice(0, 8), ...others, ...refused.slice(8)],
        (intent) => Effect.match(reserve(id, intent), { onSuccess: () => "reserved", onFailure: ({ _tag }) => _tag }),
        { concurrency: "unbounded" }
      )

      assert.strictEqual(answers.filter((answer) => answer === "reserved").length, 10)
      assert.strictEqual(answers.filter((answer) => answer === "RecipientBlocked").length, 15)
      assert.strictEqual(yield* usedBy(id, at), allowed)
      // A blocked recipient is refused as such even when the month's units are spent.
      const last = yield* Effect.flip(reserve(id, yield* sender.intent({ phone: phoneOf(0) })))
      assert.strictEqual(last._tag, "RecipientBlocked")
    })
  )

  it.effect("refused recipients: a blocked person of a Page is refused, and the conversation stays", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender()
      const page = yield* givenPage(id, at)
      const { reserve } = yield* SendLedger
      const first = yield* page.intentTo("psid")
      yield* sendOff(id, first)
      const contact = { ...first.contact, isBlocked: true }
      yield* (yield* ContactStore).save(contact)

      const refusal = yield* Effect.flip(reserve(id, yield* page.intentTo("psid", {}, 5)))

      assert.strictEqual(refusal._tag, "RecipientBlocked")
      assert.deepStrictEqual(yield* conversationOf(id, first.conversation.id), first.conversation)
      assert.deepStrictEqual(yield* contactOf(id, contact.id), contact)
      yield* (yield* ContactStore).save(first.contact)
      yield* reserve(id, yield* page.intentTo("psid", {}, 6))
    })
  )

  it.effect("refused recipients: an unknown recipient is accepted", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const send = yield* intent({ check: "blockedOrOptedOut" })
      assert.strictEqual((yield* reserve(id, send)).contactId, send.contact.id)
      yield* reserve(id, yield* intent({ check: "blockedOrOptedOut" }, 1))
    })
  )
}
