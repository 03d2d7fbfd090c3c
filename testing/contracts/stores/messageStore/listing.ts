import { Effect, HashMap, Option, Order } from "effect"
import { ConversationId, MessageId } from "../../../../src/domain/Ids.ts"
import { type Message, isSettled } from "../../../../src/domain/messages/Message.ts"
import { type PageAnchor, pageShares } from "../../../../src/domain/messages/messagePage.ts"
import { inConversation, learnedAfter, listedAt } from "../../../../src/domain/messages/messageOrder.ts"
import { type ConversationClock, unstarted } from "../../../../src/domain/messages/unread.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { type MessageSlice, MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { givenSender, phoneOf, uuid } from "../../../given/given.ts"
import { messageOf } from "../../../given/seen.ts"
import { changed, loaded, messageKey, saidIn } from "../../../given/inbox.ts"
import { seconds } from "../../../given/era.ts"
import { withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { givenConversations } from "../inbox/savingMessages.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { lostMessage, sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const text = "Ünïcödé \u{1F680} 漢 \u2028 \"'\\ \t\r\n {}[],; $1 ?"

const noQuotes: MessageSlice["quoted"] = new Map()

/** A conversation with sends at these seconds, in this order; the last one is listed first. */
const givenSaid = Effect.fnUntraced(function* (
  { id, intent }: Effect.Success<ReturnType<typeof givenSender>>,
  sentAt: ReadonlyArray<number>
) {
  let clock: ConversationClock = unstarted
  const messages = yield* Effect.forEach(sentAt, (later) =>
    Effect.gen(function* () {
      const send = yield* intent({ type: "text", content: { text, at: later } }, later)
      const message = lostMessage(send, yield* sendOff(id, send))
      clock = { ...unstarted, lastLearnedAt: learnedAfter(clock, send.at) }
      const learnedAt = clock.lastLearnedAt ?? send.at
      return { id: message.id, listedAt: listedAt({ createdAt: message.createdAt, learnedAt }), message }
    })
  )
  return messages
    .toSorted(Order.flip(inConversation))
    .map(({ message }) => message)
    .filter(isSettled)
})

const sides = ["before", "around", "after"] as const

const anchorOf = (side: PageAnchor["side"], id: MessageId | null): PageAnchor | null => id && { side, id }

const conversationIdOf = ([first]: ReadonlyArray<Message>) => first?.conversationId ?? ConversationId.make("")

/** Ranges of a conversation. */
export const listing = (it: Tests<StorePorts>) => {
  it.effect("messages, listing: pages go back from any message, for any limit, and state their position", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { list } = yield* MessageStore
      const listed = yield* givenSaid(sender, [30, 1, 22, 22, -40, 2, 35, 18])
      const conversationId = conversationIdOf(listed)
      for (let limit = 1; limit <= listed.length + 1; limit++) {
        const slice = (newer: number, before: MessageId | null) =>
          Effect.map(list(sender.id, conversationId, limit, anchorOf("before", before)), (found) =>
            assert.deepStrictEqual(
              found,
              Option.some({ rows: listed.slice(newer, newer + limit), quoted: noQuotes, newer, total: listed.length })
            )
          )
        yield* slice(0, null)
        yield* Effect.forEach(listed, ({ id }, index) => slice(index + 1, id))
      }
    })
  )

  it.effect("messages, listing: pages around and after any message, with the number of newer ones", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { list } = yield* MessageStore
      const listed = yield* givenSaid(sender, [30, 1, 22, 22, -40, 2, 35, 18])
      const conversationId = conversationIdOf(listed)
      for (const [at, { id }] of listed.entries()) {
        for (let limit = 1; limit <= listed.length + 1; limit++) {
          const { newer, older } = pageShares(limit, "around")
          const from = Math.max(0, at - newer)
          assert.deepStrictEqual(
            yield* list(sender.id, conversationId, limit, { side: "around", id }),
            Option.some({ rows: listed.slice(from, at + older), quoted: new Map(), newer: from, total: listed.length })
          )
          const first = Math.max(0, at - limit)
          assert.deepStrictEqual(
            yield* list(sender.id, conversationId, limit, { side: "after", id }),
            Option.some({ rows: listed.slice(first, at), quoted: new Map(), newer: first, total: listed.length })
          )
        }
      }
    })
  )

  it.effect("messages, listing: a page around a message is divided between both sides", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const { list } = yield* MessageStore
      const sends = yield* Effect.forEach([1.5, 1.5, 0, 1.5, 0, 1.5, 1.5, 3], (size, later) =>
        Effect.gen(function* () {
          const content = { text: "x".repeat(size * 1024 * 1024) }
          const send = yield* intent({ type: "text", content }, later)
          return { id: send.messageId, conversationId: (yield* sendOff(id, send)).conversationId }
        })
      )
      const conversationId = sends[0]?.conversationId ?? ConversationId.make("")
      const ids = sends.map((send) => send.id)
      const page = Effect.fnUntraced(function* (side: PageAnchor["side"], index: number) {
        const anchor = anchorOf(side, ids[index] ?? null)
        const { newer, rows } = Option.getOrThrow(yield* list(id, conversationId, 100, anchor))
        return [rows.map((row) => ids.indexOf(row.id)), newer]
      })
      assert.deepStrictEqual(yield* page("around", 4), [[5, 4, 3, 2], 2])
      assert.deepStrictEqual(yield* page("around", 6), [[7, 6], 0])
      assert.deepStrictEqual(yield* page("after", 1), [[5, 4, 3, 2], 2])
      assert.deepStrictEqual(yield* page("after", 6), [[7], 0])
    })
  )

  it.effect("messages, listing: every message has its current state", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const { recordOutcome, reserve } = yield* SendLedger
      const failure = { _tag: "Rejected", code: 131_047, title: "Re-engagement message", message: text } as const
      const sent = yield* intent({ content: { template: { name: text, n: [null, 1e21, -0.5] } } })
      const refused = yield* intent({}, 1)
      const waiting = yield* intent({}, 2)
      const reservation = yield* reserve(id, sent)
      yield* recordOutcome(id, sent.messageId, yield* accepted(sent, reservation), at)
      yield* Effect.forEach([refused, waiting], (send) => reserve(id, send))
      yield* recordOutcome(id, refused.messageId, { _tag: "NotSent", failure }, at)

      const messages = yield* Effect.forEach([waiting, refused, sent], (send) => messageOf(id, send.messageId))
      assert.deepStrictEqual(
        messages.map((message) => message?.status),
        ["pending", "failed", "sent"]
      )
      const { list } = yield* MessageStore
      const settled = messages.filter((message) => message !== null).filter(isSettled)
      const expected = Option.some({ rows: settled, quoted: noQuotes, newer: 0, total: 2 })
      assert.deepStrictEqual(yield* list(id, reservation.conversationId, 10, null), expected)
      // A pending message has no position in the conversation.
      assert.isTrue(
        Option.isNone(yield* list(id, reservation.conversationId, 10, { side: "before", id: waiting.messageId }))
      )
    })
  )

  it.effect(
    "messages, listing: reported messages follow the inbox order, whose last one is the conversation's last",
    () =>
      Effect.gen(function* () {
        const { at, thread, id } = yield* givenConversations
        const { list } = yield* MessageStore
        const report = (second: number, learned: number, listed: number) =>
          saidIn(
            thread,
            seconds(at, second),
            "inbound",
            { content: { text: `said at ${second}` } },
            { learnedAt: seconds(at, learned), listedAt: seconds(at, listed) }
          )
        const [last, first, middle] = [yield* report(6, 7, 6), yield* report(4, 7.1, 4), yield* report(5, 7.2, 5.5)]
        for (const one of [last, first, middle]) yield* changed(id, at, {}, (state) => withMessage(state, one))
        const rows = Effect.map(list(id, thread.conversation.id, 10, null), (slice) =>
          Option.getOrThrow(slice).rows.map((row) => row.id)
        )
        const order = [last, middle, first].map(({ message }) => message.id)
        assert.deepStrictEqual(yield* rows, order)
        // The position stays when the message changes.
        yield* changed(id, at, { messages: [messageKey(middle)] }, (state) =>
          HashMap.get(state.messages, middle.message.id).pipe(
            Option.match({
              onNone: () => state,
              onSome: (thread) => withMessage(state, { ...thread, listedAt: seconds(at, 9), countsUnread: false })
            })
          )
        )
        assert.deepStrictEqual(yield* rows, order)
        const { messages } = yield* loaded(id, { messages: [messageKey(middle)] })
        assert.deepStrictEqual(
          [...HashMap.values(messages)].map(({ listedAt }) => listedAt),
          [middle.listedAt]
        )
        const detail = Option.getOrThrow(yield* (yield* ConversationStore).detail(id, thread.conversation.id))
        assert.strictEqual(detail.lastMessage?.text, "said at 6")
        assert.deepStrictEqual(detail.firstMessageAt, first.message.createdAt)
      })
  )

  it.effect("messages, listing: no message is skipped or repeated while others arrive late", () =>
    Effect.gen(function* () {
      const { account, at, thread, id } = yield* givenConversations
      const { list } = yield* MessageStore
      const say = (second: number, learned: number) =>
        Effect.gen(function* () {
          const one = yield* saidIn(thread, seconds(at, second), "inbound", {}, { learnedAt: seconds(at, learned) })
          yield* changed(id, at, {}, (state) => withMessage(state, one))
          return one.message.id
        })
      const there = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, index) => index),
        (index) => say(index * 5, index * 5 + 1)
      )
      const seen: Array<MessageId> = []
      const late: Array<MessageId> = []
      let before: MessageId | null = null
      for (let page = 0; page < 9; page++) {
        const slice: MessageSlice = Option.getOrThrow(
          yield* list(id, thread.conversation.id, 3, anchorOf("before", before))
        )
        seen.push(...slice.rows.map((row) => row.id))
        before = slice.rows.at(-1)?.id ?? before
        // One within the current page, one among older messages, and one within the clocks' uncertainty.
        for (const second of [57, 2, 30]) late.push(yield* say(second, 70 + page))
      }
      assert.deepStrictEqual(
        seen.filter((one) => there.includes(one)),
        there.toReversed()
      )
      assert.strictEqual(new Set(seen).size, seen.length)
      assert.isTrue(seen.every((one) => there.includes(one) || late.includes(one)))
      assert.strictEqual(account.channel, "whatsapp")
    })
  )

  it.effect("messages, listing: a page ends before its size limit, but has at least one message", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const { list } = yield* MessageStore
      const conversationIds = yield* Effect.forEach([1.5, 1.5, 1.5, 5, 0, 0], (size, later) =>
        Effect.gen(function* () {
          const content = { text: "x".repeat(size * 1024 * 1024) }
          return (yield* sendOff(id, yield* intent({ type: "text", content }, later))).conversationId
        })
      )
      const conversationId = conversationIds[0] ?? ConversationId.make("")
      const pages: Array<number> = []
      let before: MessageId | null = null
      for (let newer = 0; newer < 6;) {
        const slice: MessageSlice = Option.getOrThrow(yield* list(id, conversationId, 100, anchorOf("before", before)))
        assert.deepStrictEqual([slice.newer, slice.total], [newer, 6])
        pages.push(slice.rows.length)
        newer += slice.rows.length
        before = slice.rows.at(-1)?.id ?? null
      }
      assert.deepStrictEqual(pages, [2, 1, 2, 1])
    })
  )

  it.effect("messages, listing: a message of another conversation has no surroundings", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const globex = yield* givenSender()
      const { list } = yield* MessageStore
      const listed = yield* givenSaid(sender, [0, 1])
      const theirs = yield* givenSaid(globex, [0])
      const other = yield* sender.intent({ phone: phoneOf(1) })
      yield* sendOff(sender.id, other)
      const conversationId = conversationIdOf(listed)
      for (const side of sides) {
        for (const id of [other.messageId, ...theirs.map(({ id }) => id), MessageId.make(yield* uuid)]) {
          assert.isTrue(Option.isNone(yield* list(sender.id, conversationId, 10, { side, id })))
        }
        for (const { id } of listed) {
          assert.isTrue(Option.isNone(yield* list(globex.id, conversationId, 10, { side, id })))
        }
      }
    })
  )

  it.effect("messages, listing: another organization and an unknown conversation have none", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const globex = yield* givenSender()
      const { list } = yield* MessageStore
      const listed = yield* givenSaid(sender, [0, 1])
      const empty = Option.some({ rows: [], quoted: noQuotes, newer: 0, total: 0 })
      assert.deepStrictEqual(yield* list(globex.id, conversationIdOf(listed), 10, null), empty)
      assert.deepStrictEqual(yield* list(sender.id, ConversationId.make(yield* uuid), 10, null), empty)
    })
  )

  it.effect("messages, listing: messages of a deleted contact are still listed", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { list } = yield* MessageStore
      const listed = yield* givenSaid(sender, [0, 1])
      for (const { contactId } of listed.slice(0, 1)) yield* (yield* ContactStore).remove(sender.id, contactId)
      assert.deepStrictEqual(
        yield* list(sender.id, conversationIdOf(listed), 10, null),
        Option.some({ rows: listed, quoted: noQuotes, newer: 0, total: 2 })
      )
    })
  )
}
