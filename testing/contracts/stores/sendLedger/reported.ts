import { DateTime, Effect, Option } from "effect"
import { withMessage, withParked } from "../../../../src/domain/inbound/InboxState.ts"
import { type ChannelAccountId, type OrganizationId, PlatformMessageId } from "../../../../src/domain/Ids.ts"
import { expiredFailure, type Message } from "../../../../src/domain/messages/Message.ts"
import { unstarted } from "../../../../src/domain/messages/messageOrder.ts"
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
import { changed, loaded, named, readUpTo, saidIn, shown } from "../../../given/inbox.ts"
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

/** A send that was reserved, and what the platform will say of it. */
const givenReserved = Effect.gen(function* () {
  const sender = yield* givenSender({ webhook: { events: ["message.sent"] } })
  yield* sendOff(sender.id, yield* sender.intent({}, -60))
  const intent = yield* sender.intent()
  const reservation = yield* (yield* SendLedger).reserve(sender.id, intent)
  const outcome = yield* accepted(intent, reservation, { at: seconds(sender.at, 9) })
  return { ...sender, send: intent, reservation, outcome, pending: pendingMessage(intent, reservation) }
})

/** The message as the platform tells of it, before the outcome of the send is recorded. */
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

/** Parks reports of the account for a message, or for whatever was sent up to some instant. */
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

/** What platforms tell of a send before its outcome is recorded. */
export const reported = (it: Tests<StorePorts>) => {
  it.effect("takes the message that the platform told of before for the one that was sent, and announces nothing", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { at, id, outcome, pending } = given
      const echo = yield* givenEcho(given)
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
      const { messages } = shown(yield* loaded(id, { messages: [named(echo)] }))
      assert.deepStrictEqual(
        messages.map(({ message }) => message),
        [expected]
      )
    })
  )

  it.effect("keeps its reports that came meanwhile, and what follows from that", () =>
    Effect.gen(function* () {
      const failure = { _tag: "Rejected", code: 131026, title: "Undeliverable", message: "é" } as const
      const reportedAs: ReadonlyArray<Partial<Message>> = [
        { status: "delivered" },
        { status: "read", annotations: { reactions: [{ by: "contact", reaction: "❤️", at: failedAt, key: "k" }] } },
        { status: "failed", failure, annotations: { failure: { at: failedAt, failure } } },
        // It failed at first and arrived all the same.
        { status: "delivered", annotations: { failure: { at: failedAt, failure } } }
      ]
      for (const changes of reportedAs) {
        const given = yield* givenReserved
        const { at, id, outcome, pending } = given
        const arrived = changes.status === "failed" ? null : seconds(at, 2)
        const times = { deliveredAt: arrived, readAt: changes.status === "read" ? seconds(at, 3) : null }
        yield* givenEcho(given, { ...times, ...changes })
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

  it.effect("says what it says since it was edited or taken back", () =>
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
        const given = yield* givenReserved
        const { at, id, outcome, pending } = given
        yield* givenEcho(given, { status: "sent", ...changes })
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

  it.effect("gives the files that the platform told of to the message that was sent", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { at, id, outcome, pending } = given
      const { addAll, discard } = yield* MediaLibrary
      const { id: other } = yield* givenOrganization()
      const { message: echo } = yield* givenEcho(given)
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

  it.effect("leaves files with the message that the platform told of when the send was refused", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { at, id, pending } = given
      const media = yield* someMedia(id, { messageId: (yield* givenEcho(given)).message.id })
      yield* (yield* MediaLibrary).addAll(id, [media])
      const failure = { _tag: "NotReached", detail: "ECONNREFUSED" } as const
      yield* (yield* SendLedger).recordOutcome(id, pending.id, { _tag: "NotSent", failure }, seconds(at, 9))
      assert.deepStrictEqual(yield* found(id, media.id), pendingMedia(media))
    })
  )

  it.effect("takes it for the one that was sent when that had been given up", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { at, id, outcome, pending } = given
      const { expire, recordOutcome } = yield* SendLedger
      yield* expire(seconds(at, 1), seconds(at, 1), 10)
      assert.deepStrictEqual((yield* messageOf(id, pending.id))?.failure, expiredFailure)
      const echo = yield* givenEcho(given)
      yield* recordOutcome(id, pending.id, outcome, seconds(at, 9))
      assert.strictEqual((yield* messageOf(id, pending.id))?.status, "sent")
      assert.isNull(yield* messageOf(id, echo.message.id))
    })
  )

  it.effect("goes on for the other messages of the account, and of another account with the same id", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { at, id, outcome, pending } = given
      const other = yield* givenAccount(id)
      const elsewhere = yield* givenEcho(given, { channelAccountId: other.id })
      const another = yield* givenEcho(given, { platformMessageId: PlatformMessageId.make(`wamid.${yield* uuid}`) })
      yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 9))
      assert.deepStrictEqual((yield* eventsOf(id)).slice(2), [recorded(outcome.event)])
      assert.deepStrictEqual(yield* messageOf(id, elsewhere.message.id), elsewhere.message)
      assert.deepStrictEqual(yield* messageOf(id, another.message.id), another.message)
    })
  )

  it.effect("leaves the message that the platform told of as it is when the send was refused", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { at, id, pending } = given
      const echo = yield* givenEcho(given)
      const failure = { _tag: "NotReached", detail: "ECONNREFUSED" } as const
      yield* (yield* SendLedger).recordOutcome(id, pending.id, { _tag: "NotSent", failure }, seconds(at, 9))
      assert.deepStrictEqual(yield* messageOf(id, echo.message.id), echo.message)
    })
  )

  it.effect("has reports that wait for the message tried at once, and those up to an instant", () =>
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
      // All of them have been tried as often as they are tried on their own.
      for (const time of [1_000, 2_000, 3_000, 4_000, 5_000]) yield* dueKeys(id, seconds(at, time))
      assert.deepStrictEqual(yield* dueKeys(id, seconds(at, 1_000_000)), [])

      yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 9))

      assert.deepStrictEqual(yield* dueKeys(id, seconds(at, 8)), [])
      assert.deepStrictEqual(yield* dueKeys(id, seconds(at, 9)), ["its own", "up to an instant"])
    })
  )

  it.effect("has nothing tried when the platform accepted nothing", () =>
    Effect.gen(function* () {
      const { account, at, id, outcome, pending } = yield* givenReserved
      yield* givenParked(id, account.id, at, ["its own", outcome.platformMessageId], ["up to an instant", null])
      yield* dueKeys(id, seconds(at, 10))
      const failure = { _tag: "OutcomeUnknown", detail: "no answer" } as const
      yield* (yield* SendLedger).recordOutcome(id, pending.id, { _tag: "Unknown", failure }, seconds(at, 10))
      assert.deepStrictEqual(yield* dueKeys(id, seconds(at, 11)), [])
    })
  )

  it.effect("records many outcomes at once, with and without reports", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const { reserve, recordOutcome } = yield* SendLedger
      yield* sendOff(id, yield* sender.intent({}, -60))
      const sends = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, place) => place),
        Effect.fnUntraced(function* (place) {
          const send = yield* sender.intent({}, place)
          const reservation = yield* reserve(id, send)
          const outcome = yield* accepted(send, reservation)
          const pending = pendingMessage(send, reservation)
          const reserved = { at, id, send, outcome, pending }
          const echo = place % 2 === 0 ? yield* givenEcho(reserved, { status: "delivered", deliveredAt: at }) : null
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
