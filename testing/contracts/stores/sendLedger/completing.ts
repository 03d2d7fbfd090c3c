import { Effect, Option } from "effect"
import { withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { type ConversationId, MessageId, type OrganizationId, PlatformMessageId } from "../../../../src/domain/Ids.ts"
import {
  type Message,
  type MessageFailure,
  expiredFailure,
  isUnanswered
} from "../../../../src/domain/messages/Message.ts"
import { unstarted } from "../../../../src/domain/messages/unread.ts"
import type { PhoneNumber } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { SendLedger, type SendOutcome } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, phoneOf, someone, uuid } from "../../../given/given.ts"
import { changed, saidIn } from "../../../given/inbox.ts"
import {
  contactKnownBy,
  eventsOf,
  eventTypesOf,
  messageOf,
  pendingMessage,
  recorded,
  usedBy
} from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const lost: MessageFailure = { _tag: "OutcomeUnknown", detail: "connection lost: after 3 s" }
const rejected: MessageFailure = { _tag: "Rejected", code: 100, title: "Invalid parameter", message: "no" }

const aPlatformId = Effect.map(uuid, (id) => PlatformMessageId.make(`wamid.${id}`))

/** A reserved send to an unknown person. */
const givenReserved = Effect.fnUntraced(function* () {
  const sender = yield* givenSender({ webhook: { events: ["message.sent"] } })
  const send = yield* sender.intent()
  const reservation = yield* (yield* SendLedger).reserve(sender.id, send)
  const outcome = yield* accepted(send, reservation, { at: seconds(sender.at, 9) })
  return { ...sender, send, reservation, outcome, pending: pendingMessage(send, reservation) }
})

const givenConversation = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ConversationId) {
  return Option.getOrThrow(yield* (yield* ConversationStore).find(organizationId, id))
})

const unknown: SendOutcome = { _tag: "Unknown", failure: lost }

/** Sends without an answer that the platform reports later (contract: A report that names its send). */
export const completing = (it: Tests<StorePorts>) => {
  it.effect("unanswered sends: a reported acceptance completes an unknown outcome, and is announced once", () =>
    Effect.gen(function* () {
      for (const first of ["unknown", "expired", "expired, then unknown"] as const) {
        const { at, id, outcome, pending, reservation, send } = yield* givenReserved()
        const { expire, recordOutcome } = yield* SendLedger
        if (first !== "unknown") yield* expire(seconds(at, 1), seconds(at, 2), 10_000)
        if (first !== "expired") yield* recordOutcome(id, pending.id, unknown, seconds(at, 3))
        const before = yield* eventsOf(id)

        assert.deepStrictEqual(yield* recordOutcome(id, pending.id, outcome, seconds(at, 9)), reservation)
        yield* recordOutcome(id, pending.id, yield* accepted(send, reservation), seconds(at, 10))
        yield* recordOutcome(id, pending.id, unknown, seconds(at, 11))
        yield* expire(seconds(at, 20), seconds(at, 20), 10_000)

        const { event, platformMessageId } = outcome
        assert.deepStrictEqual(yield* messageOf(id, pending.id), { ...pending, status: "sent", platformMessageId })
        assert.deepStrictEqual(yield* eventsOf(id), [...before, recorded(event)])
        assert.strictEqual(yield* usedBy(id, at), 1)
        assert.strictEqual((yield* contactKnownBy(id, someone))?.id, reservation.contactId)
        const { lastMessage } = Option.getOrThrow(
          yield* (yield* ConversationStore).detail(id, reservation.conversationId)
        )
        assert.deepStrictEqual(lastMessage?.createdAt, pending.createdAt)
      }
    })
  )

  it.effect("unanswered sends: any order of answer, report and expiry leaves one sent message", () =>
    Effect.gen(function* () {
      for (const round of [1, 2, 3, 4]) {
        const { at, id, pending, reservation, send } = yield* givenReserved()
        const { expire, recordOutcome } = yield* SendLedger
        const outcomes = yield* Effect.replicateEffect(accepted(send, reservation), 6)
        const calls: ReadonlyArray<Effect.Effect<unknown>> = [
          ...outcomes.map((outcome) => recordOutcome(id, pending.id, outcome, seconds(at, 9))),
          ...Array.from({ length: 6 }, () => recordOutcome(id, pending.id, unknown, seconds(at, 9))),
          expire(seconds(at, 1), seconds(at, 9), 10_000)
        ]
        yield* Effect.all([...calls.slice(3 * round), ...calls.slice(0, 3 * round)], { concurrency: "unbounded" })

        const message = yield* messageOf(id, pending.id)
        const counted = outcomes.filter(({ platformMessageId }) => platformMessageId === message?.platformMessageId)
        assert.strictEqual(message?.status, "sent")
        assert.isNull(message?.failure ?? null)
        assert.deepStrictEqual(
          (yield* eventsOf(id)).slice(2),
          counted.map(({ event }) => recorded(event))
        )
        assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened", "message.sent"])
        assert.strictEqual(yield* usedBy(id, at), 1)
      }
    })
  )

  it.effect("unanswered sends: exactly those that the domain accepts a report for are found", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const globex = yield* givenSender()
      const { expire, recordOutcome, reserve, unanswered } = yield* SendLedger
      const reserved = Effect.fnUntraced(function* (count: number) {
        const intent = yield* sender.intent({ phone: phoneOf(count) })
        return { intent, reservation: yield* reserve(id, intent) }
      })
      const expired = yield* reserved(0)
      yield* expire(seconds(at, 1), seconds(at, 2), 10_000)
      const pending = yield* reserved(1)
      const failures = { Unknown: lost, NotSent: rejected, NoRecipient: rejected }
      const settled = yield* Effect.forEach(["Unknown", "NotSent", "NoRecipient"] as const, (_tag, index) =>
        Effect.gen(function* () {
          const one = yield* reserved(2 + index)
          yield* recordOutcome(id, one.intent.messageId, { _tag, failure: failures[_tag] }, at)
          return one
        })
      )
      const sent = yield* reserved(5)
      const outcome = yield* accepted(sent.intent, sent.reservation)
      yield* recordOutcome(id, sent.intent.messageId, outcome, at)

      const all = [expired, pending, ...settled, sent].map(({ intent }) => intent.messageId)
      const sendIds = yield* Effect.forEach([...all, MessageId.make(yield* uuid)], (sendId) =>
        Effect.map(aPlatformId, (platformMessageId) => ({ sendId, platformMessageId }))
      )
      const byId = (rows: ReadonlyArray<{ readonly id: MessageId }>) => rows.map((row) => row.id).toSorted()
      const stored = yield* Effect.forEach(all, (sendId) => messageOf(id, sendId))
      const open = stored.filter((message) => message !== null && isUnanswered(message))
      const found = yield* unanswered(id, sendIds)
      assert.strictEqual(found.length, 3)
      assert.deepStrictEqual(
        found.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
        open.flatMap((message) => message ?? []).toSorted((one, other) => (one.id < other.id ? -1 : 1))
      )
      assert.deepStrictEqual(
        byId(found),
        [expired, pending, ...settled.slice(0, 1)].map(({ intent }) => intent.messageId)
      )
      assert.deepStrictEqual(found.find(({ id }) => id === expired.intent.messageId)?.failure, expiredFailure)
      // Another organization has none of them.
      assert.deepStrictEqual(yield* unanswered(globex.id, sendIds), [])
      assert.deepStrictEqual(yield* unanswered(id, []), [])
      // The message of the report belongs to another send.
      const { platformMessageId } = outcome
      assert.deepStrictEqual(yield* unanswered(id, [{ sendId: pending.intent.messageId, platformMessageId }]), [])
    })
  )

  it.effect("unanswered sends: a send that was reported as an echo is found and merged with it", () =>
    Effect.gen(function* () {
      const { at, id, outcome, pending, reservation } = yield* givenReserved()
      const { recordOutcome, unanswered } = yield* SendLedger
      yield* recordOutcome(id, pending.id, unknown, seconds(at, 1))
      const { conversationId, contactId } = reservation
      const conversation = { ...(yield* givenConversation(id, conversationId)), contactId }
      const { platformMessageId } = outcome
      const echo = yield* saidIn({ conversation, ...unstarted, isRecounted: false }, seconds(at, 2), "outbound", {
        platformMessageId,
        status: "delivered",
        deliveredAt: seconds(at, 3)
      })
      yield* changed(id, at, {}, (state) => withMessage(state, echo))
      const events = yield* eventTypesOf(id)

      const [found] = yield* unanswered(id, [{ sendId: pending.id, platformMessageId }])
      assert.strictEqual(found?.id, pending.id)
      yield* recordOutcome(id, pending.id, outcome, seconds(at, 9))

      assert.deepStrictEqual(yield* messageOf(id, pending.id), {
        ...pending,
        status: "delivered",
        platformMessageId,
        deliveredAt: seconds(at, 3)
      })
      assert.isNull(yield* messageOf(id, echo.message.id))
      assert.deepStrictEqual(yield* eventTypesOf(id), events)
    })
  )

  it.effect("unanswered sends: those of a thread are read with its echoes within the echo's time range", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const globex = yield* givenSender()
      const { overdue, recordOutcome, reserve, unmatched } = yield* SendLedger
      const reserved = Effect.fnUntraced(function* (phone: PhoneNumber, after: number) {
        const send = yield* intent({ phone }, after)
        const reservation = yield* reserve(id, send)
        return { send, reservation, pending: pendingMessage(send, reservation) }
      })
      const first = yield* reserved(someone, 0)
      yield* recordOutcome(id, first.send.messageId, unknown, seconds(at, 1))
      const waiting = yield* reserved(someone, 2)
      const answered = yield* reserved(someone, 3)
      yield* recordOutcome(id, answered.send.messageId, yield* accepted(answered.send, answered.reservation), at)
      const other = yield* reserved(phoneOf(7), 4)
      yield* recordOutcome(id, other.send.messageId, unknown, seconds(at, 5))
      const late = yield* reserved(someone, 700)
      yield* recordOutcome(id, late.send.messageId, unknown, seconds(at, 701))
      const { conversationId, contactId } = first.reservation
      const conversation = { ...(yield* givenConversation(id, conversationId)), contactId }
      const inboxThread = { conversation, ...unstarted, isRecounted: false }
      const echo = yield* saidIn(inboxThread, seconds(at, 6), "outbound")
      const lateEcho = yield* saidIn(inboxThread, seconds(at, 800), "outbound")
      const inbound = yield* saidIn(inboxThread, seconds(at, 7), "inbound")
      yield* changed(id, at, {}, (state) => [echo, lateEcho, inbound].reduce(withMessage, state))

      const { channelAccountId, peer } = first.pending
      const thread = { contactId, channelAccountId, peer, at: seconds(at, 6) }
      const found = yield* unmatched(id, thread)
      const ids = (messages: ReadonlyArray<Message>) => messages.map((message) => message.id).toSorted()
      assert.deepStrictEqual(ids(found.sends), [first.send.messageId, waiting.send.messageId].toSorted())
      assert.deepStrictEqual(found.echoes, [echo.message])
      const nothing = { sends: [], echoes: [] }
      assert.deepStrictEqual(yield* unmatched(globex.id, thread), nothing)
      const overdueIds = Effect.map(overdue(seconds(at, 3), 10_000), (messages) =>
        ids(messages).filter((one) => [waiting, first].some(({ send }) => send.messageId === one))
      )
      assert.deepStrictEqual(yield* overdueIds, [waiting.send.messageId])
    })
  )

  it.effect("unanswered sends: an accepted send is found by its id, and others are not", () =>
    Effect.gen(function* () {
      const { at, id, outcome, pending, reservation } = yield* givenReserved()
      const globex = yield* givenSender()
      const ledger = yield* SendLedger
      assert.isNull(yield* ledger.accepted(id, pending.id))
      yield* ledger.recordOutcome(id, pending.id, unknown, at)
      assert.isNull(yield* ledger.accepted(id, pending.id))
      yield* ledger.recordOutcome(id, pending.id, outcome, at)
      const { platformMessageId } = outcome
      assert.deepStrictEqual(yield* ledger.accepted(id, pending.id), { ...reservation, platformMessageId })
      assert.isNull(yield* ledger.accepted(globex.id, pending.id))
    })
  )
}
