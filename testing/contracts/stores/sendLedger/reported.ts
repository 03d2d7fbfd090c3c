import { DateTime, Effect, Option } from "effect"
import { withMessage, withParked } from "../../../../src/domain/inbound/InboxState.ts"
import { type ChannelAccountId, type OrganizationId, PlatformMessageId } from "../../../../src/domain/Ids.ts"
import { type Message, expiredFailure } from "../../../../src/domain/messages/Message.ts"
import { unstarted } from "../../../../src/domain/messages/unread.ts"
import { pendingMedia } from "../../../../src/domain/media/Media.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { Inbox } from "../../../../src/ports/inbound/Inbox.ts"
import { MediaLibrary } from "../../../../src/ports/media/MediaLibrary.ts"
import { MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { seconds } from "../../../given/era.ts"
import { accepted } from "../../../given/accepted.ts"
import { givenAccount, givenOrganization, givenSender, uuid } from "../../../given/given.ts"
import { found, someMedia } from "../../../given/givenMedia.ts"
import { changed, loaded, messageKey, readUpTo, saidIn, comparable } from "../../../given/inbox.ts"
import {
  eventTypesOf,
  idsOf,
  messageOf,
  outstandingOf,
  pendingMessage,
  recorded,
  eventsOf
} from "../../../given/seen.ts"
import { sendOff } from "../../../given/sendOff.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const failedAt = DateTime.makeUnsafe("2026-11-20T12:00:00.123Z")

/** A reserved send, and the later platform report. */
const givenReserved = Effect.gen(function* () {
  const sender = yield* givenSender({ webhook: { events: ["message.sent"] } })
  yield* sendOff(sender.id, yield* sender.intent({}, -60))
  const intent = yield* sender.intent()
  const reservation = yield* (yield* SendLedger).reserve(sender.id, intent)
  const outcome = yield* accepted(intent, reservation, { at: seconds(sender.at, 9) })
  return { ...sender, send: intent, reservation, outcome, pending: pendingMessage(intent, reservation) }
})

/** Stores the platform's report of the message before the outcome of the send. */
const givenEcho = Effect.fnUntraced(function* (
  {
    at,
    id,
    outcome,
    pending,
    send
  }: Pick<Effect.Success<typeof givenReserved>, "at" | "id" | "outcome" | "pending" | "send">,
  changes: Partial<Message> = {}
) {
  const conversation = { ...send.conversation, id: pending.conversationId, contactId: pending.contactId }
  const echo = yield* saidIn({ conversation, ...unstarted, isRecounted: false }, seconds(at, 1), "outbound", {
    platformMessageId: outcome.platformMessageId,
    type: "text",
    content: { text: "as the platform tells it" },
    ...changes
  })
  yield* changed(id, at, {}, (state) => withMessage(state, { ...echo, raw: { told: true } }))
  return echo
})

/** Parks reports of the account for a message, or for all messages up to a time. */
const givenParked = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  channelAccountId: ChannelAccountId,
  at: DateTime.Utc,
  ...reports: ReadonlyArray<readonly [key: string, platformMessageId: PlatformMessageId | null, person?: string]>
) {
  const account = { ...(yield* givenAccount(organizationId)), channel: "messenger" as const, externalId: "1" }
  const about = (person: string) => readUpTo(account, { kind: "messenger", value: person }, at)
  yield* changed(organizationId, at, {}, (state) =>
    reports.reduce(
      (before, [key, platformMessageId, person = "7"]) =>
        withParked(before, { channelAccountId, platformMessageId, item: { ...about(person), key } }),
      state
    )
  )
})

const dueKeys = Effect.fnUntraced(function* (organizationId: OrganizationId, now: DateTime.Utc) {
  const due = yield* (yield* Inbox).claimParked(now, 10_000)
  return due.flatMap(({ item, organizationId: id }) => (id === organizationId ? [item.key] : [])).toSorted()
})

/** Platform reports about a send before its outcome is recorded. */
export const reported = (it: Tests<StorePorts>) => {
  it.effect("early reports: a reported message becomes the sent one without an announcement", () =>
    Effect.gen(function* () {
      const scene = yield* givenReserved
      const { at, id, outcome, pending } = scene
      const echo = yield* givenEcho(scene)
      const events = yield* eventTypesOf(id)

      yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 9))

      const { platformMessageId } = outcome
      const expected = { ...pending, status: "sent" as const, platformMessageId }
      assert.deepStrictEqual(yield* messageOf(id, pending.id), expected)
      assert.isNull(yield* messageOf(id, echo.message.id))
      assert.deepStrictEqual(yield* eventTypesOf(id), events)
      assert.deepStrictEqual(idsOf(yield* outstandingOf(id, seconds(at, 100))), [])
      const list = yield* (yield* MessageStore).list(id, pending.conversationId, 10, null)
      assert.deepStrictEqual(list._tag === "Some" ? list.value.rows.slice(0, -1) : [], [expected])
      const { messages } = comparable(yield* loaded(id, { messages: [messageKey(echo)] }))
      assert.deepStrictEqual(
        messages.map(({ message }) => message),
        [expected]
      )
    })
  )

  it.effect("early reports: statuses reported before the outcome are merged into the message", () =>
    Effect.gen(function* () {
      const failure = { _tag: "Rejected", code: 131026, title: "Undeliverable", message: "é" } as const
      const reportedAs: ReadonlyArray<Partial<Message>> = [
        { status: "delivered" },
        { status: "read", annotations: { reactions: [{ by: "contact", reaction: "❤️", at: failedAt, key: "k" }] } },
        { status: "failed", failure, annotations: { failure: { at: failedAt, failure } } },
        // It failed at first and was delivered later.
        { status: "delivered", annotations: { failure: { at: failedAt, failure } } }
      ]
      for (const changes of reportedAs) {
        const scene = yield* givenReserved
        const { at, id, outcome, pending } = scene
        const arrived = changes.status === "failed" ? null : seconds(at, 2)
        const times = { deliveredAt: arrived, readAt: changes.status === "read" ? seconds(at, 3) : null }
        yield* givenEcho(scene, { ...times, ...changes })
        yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 9))
        const { platformMessageId } = outcome
        assert.deepStrictEqual(yield* messageOf(id, pending.id), {
          ...pending,
          ...times,
          ...changes,
          platformMessageId
        })
      }
    })
  )

  it.effect("early reports: an edited or deleted message has its current content", () =>
    Effect.gen(function* () {
      const original = { type: "text", content: { text: "at first" } }
      const changedTo: ReadonlyArray<Pick<Message, "type" | "content" | "annotations">> = [
        { type: "text", content: { text: "gone", deleted: true }, annotations: { deletedAt: failedAt } },
        {
          type: "text",
          content: { text: "edited" },
          annotations: { edit: { number: 1, at: failedAt, key: "k", original } }
        }
      ]
      for (const changes of changedTo) {
        const scene = yield* givenReserved
        const { at, id, outcome, pending } = scene
        yield* givenEcho(scene, { status: "sent", ...changes })
        yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 9))
        const { platformMessageId } = outcome
        assert.deepStrictEqual(yield* messageOf(id, pending.id), {
          ...pending,
          status: "sent",
          ...changes,
          platformMessageId
        })
        const detail = Option.getOrThrow(yield* (yield* ConversationStore).detail(id, pending.conversationId))
        assert.strictEqual(detail.lastMessage?.text, changes.content["text"])
      }
    })
  )

  it.effect("early reports: files of the reported message move to the sent one", () =>
    Effect.gen(function* () {
      const scene = yield* givenReserved
      const { at, id, outcome, pending } = scene
      const { addAll, discard } = yield* MediaLibrary
      const { id: other } = yield* givenOrganization()
      const { message: echo } = yield* givenEcho(scene)
      const [one, two] = [yield* someMedia(id, { messageId: echo.id }), yield* someMedia(id, { messageId: echo.id })]
      const another = yield* someMedia(id)
      const elsewhere = yield* someMedia(other, { messageId: echo.id })
      yield* addAll(id, [one, two, another])
      yield* addAll(other, [elsewhere])

      yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 9))

      for (const media of [one, two]) {
        assert.deepStrictEqual(yield* found(id, media.id), pendingMedia({ ...media, messageId: pending.id }))
      }
      assert.deepStrictEqual(yield* found(id, another.id), pendingMedia(another))
      assert.deepStrictEqual(yield* found(other, elsewhere.id), pendingMedia(elsewhere))
      yield* discard(id, [pending.id], at)
      assert.deepStrictEqual([yield* found(id, one.id), yield* found(id, two.id)], [null, null])
    })
  )

  it.effect("early reports: a refused send leaves files with the reported message", () =>
    Effect.gen(function* () {
      const scene = yield* givenReserved
      const { at, id, pending } = scene
      const media = yield* someMedia(id, { messageId: (yield* givenEcho(scene)).message.id })
      yield* (yield* MediaLibrary).addAll(id, [media])
      const failure = { _tag: "NotReached", detail: "ECONNREFUSED" } as const
      yield* (yield* SendLedger).recordOutcome(id, pending.id, { _tag: "NotSent", failure }, seconds(at, 9))
      assert.deepStrictEqual(yield* found(id, media.id), pendingMedia(media))
    })
  )

  it.effect("early reports: the reported message becomes the sent one after an expiry", () =>
    Effect.gen(function* () {
      const scene = yield* givenReserved
      const { at, id, outcome, pending } = scene
      const { expire, recordOutcome } = yield* SendLedger
      yield* expire(seconds(at, 1), seconds(at, 1), 10)
      assert.deepStrictEqual((yield* messageOf(id, pending.id))?.failure, expiredFailure)
      const echo = yield* givenEcho(scene)
      yield* recordOutcome(id, pending.id, outcome, seconds(at, 9))
      assert.strictEqual((yield* messageOf(id, pending.id))?.status, "sent")
      assert.isNull(yield* messageOf(id, echo.message.id))
    })
  )

  it.effect("early reports: other messages, and the same id on another account, are unaffected", () =>
    Effect.gen(function* () {
      const scene = yield* givenReserved
      const { at, id, outcome, pending } = scene
      const other = yield* givenAccount(id)
      const elsewhere = yield* givenEcho(scene, { channelAccountId: other.id })
      const another = yield* givenEcho(scene, { platformMessageId: PlatformMessageId.make(`wamid.${yield* uuid}`) })
      yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 9))
      assert.deepStrictEqual((yield* eventsOf(id)).slice(2), [recorded(outcome.event)])
      assert.deepStrictEqual(yield* messageOf(id, elsewhere.message.id), elsewhere.message)
      assert.deepStrictEqual(yield* messageOf(id, another.message.id), another.message)
    })
  )

  it.effect("early reports: a refused send leaves the reported message unchanged", () =>
    Effect.gen(function* () {
      const scene = yield* givenReserved
      const { at, id, pending } = scene
      const echo = yield* givenEcho(scene)
      const failure = { _tag: "NotReached", detail: "ECONNREFUSED" } as const
      yield* (yield* SendLedger).recordOutcome(id, pending.id, { _tag: "NotSent", failure }, seconds(at, 9))
      assert.deepStrictEqual(yield* messageOf(id, echo.message.id), echo.message)
    })
  )

  it.effect("early reports: an acceptance makes reports parked for the message or a time due at once", () =>
    Effect.gen(function* () {
      const { account, at, id, outcome, pending } = yield* givenReserved
      const other = yield* givenAccount(id)
      const another = PlatformMessageId.make("wamid.another")
      const { platformMessageId } = outcome
      yield* givenParked(
        id,
        account.id,
        at,
        ["its own", platformMessageId],
        ["up to an instant", null, pending.peer],
        ["up to an instant, of another person", null],
        ["another's", another]
      )
      const elsewhere = ["up to an instant, elsewhere", null, pending.peer] as const
      yield* givenParked(id, other.id, at, ["elsewhere", platformMessageId], elsewhere)
      // All of them have used their own attempts.
      for (const time of [1_000, 2_000, 3_000, 4_000, 5_000]) yield* dueKeys(id, seconds(at, time))
      assert.deepStrictEqual(yield* dueKeys(id, seconds(at, 1_000_000)), [])

      yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 9))

      assert.deepStrictEqual(yield* dueKeys(id, seconds(at, 8)), [])
      assert.deepStrictEqual(yield* dueKeys(id, seconds(at, 9)), ["its own", "up to an instant"])
    })
  )

  it.effect("early reports: without an acceptance no parked report becomes due", () =>
    Effect.gen(function* () {
      const { account, at, id, outcome, pending } = yield* givenReserved
      yield* givenParked(id, account.id, at, ["its own", outcome.platformMessageId], ["up to an instant", null])
      yield* dueKeys(id, seconds(at, 10))
      const failure = { _tag: "OutcomeUnknown", detail: "no answer" } as const
      yield* (yield* SendLedger).recordOutcome(id, pending.id, { _tag: "Unknown", failure }, seconds(at, 10))
      assert.deepStrictEqual(yield* dueKeys(id, seconds(at, 11)), [])
    })
  )

  it.effect("early reports: many outcomes are recorded at once, with and without reports", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const { reserve, recordOutcome } = yield* SendLedger
      yield* sendOff(id, yield* sender.intent({}, -60))
      const sends = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => index),
        Effect.fnUntraced(function* (index) {
          const send = yield* sender.intent({}, index)
          const reservation = yield* reserve(id, send)
          const outcome = yield* accepted(send, reservation)
          const pending = pendingMessage(send, reservation)
          const reserved = { at, id, send, outcome, pending }
          const echo = index % 2 === 0 ? yield* givenEcho(reserved, { status: "delivered", deliveredAt: at }) : null
          return { outcome, pending, echo }
        })
      )
      yield* Effect.forEach(sends, ({ outcome, pending }) => recordOutcome(id, pending.id, outcome, at), {
        concurrency: "unbounded"
      })
      for (const { echo, outcome, pending } of sends) {
        const { platformMessageId } = outcome
        const received = echo === null ? { status: "sent" as const } : { status: "delivered" as const, deliveredAt: at }
        assert.deepStrictEqual(yield* messageOf(id, pending.id), { ...pending, platformMessageId, ...received })
        if (echo !== null) assert.isNull(yield* messageOf(id, echo.message.id))
      }
      assert.strictEqual((yield* eventTypesOf(id)).filter((type) => type === "message.sent").length, 10)
    })
  )
}
