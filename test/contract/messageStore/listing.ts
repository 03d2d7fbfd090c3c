import { assert, type Vitest } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ConversationId, MessageId } from "../../../src/domain/Ids.ts"
import type { Message } from "../../../src/domain/message/Message.ts"
import { ContactStore } from "../../../src/ports/stores/ContactStore.ts"
import { type MessageSlice, MessageStore } from "../../../src/ports/stores/MessageStore.ts"
import { SendLedger } from "../../../src/ports/stores/SendLedger.ts"
import { accepted } from "../../support/accepted.ts"
import { givenSender, phoneOf, uuid } from "../../support/given.ts"
import { messageOf, pendingMessage } from "../../support/seen.ts"
import type { StorePorts } from "../../support/StorePorts.ts"

const text = "Ünïcödé \u{1F680} 漢 \u2028 \"'\\ \t\r\n {}[],; $1 ?"

/** A conversation in which something was said at these seconds; the newest first, of one instant the greater id. */
const givenSaid = Effect.fnUntraced(function* (
  { id, intent }: Effect.Success<ReturnType<typeof givenSender>>,
  seconds: ReadonlyArray<number>
) {
  const { reserve } = yield* SendLedger
  const messages = yield* Effect.forEach(seconds, (later) =>
    Effect.gen(function* () {
      const send = yield* intent({ type: "text", content: { text, at: later } }, later)
      return pendingMessage(send, yield* reserve(id, send))
    })
  )
  const key = ({ createdAt, id }: Message) => `${createdAt.epochMilliseconds} ${id}`
  return messages.toSorted((one, other) => (key(one) < key(other) ? 1 : -1))
})

const conversationIdOf = ([first]: ReadonlyArray<Message>) => first?.conversationId ?? ConversationId.make("")

/** Parts of a conversation. */
export const listing = (it: Vitest.MethodsNonLive<StorePorts>) => {
  it.effect("goes back through a conversation from any message, whatever the limit, and says where it is", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { list } = yield* MessageStore
      const said = yield* givenSaid(sender, [3, 1, 2, 2, 0, 2, 5, 1])
      const conversationId = conversationIdOf(said)
      for (let limit = 1; limit <= said.length + 1; limit++) {
        const slice = (newer: number, before: MessageId | null) =>
          Effect.map(list(sender.id, conversationId, limit, before), (found) =>
            assert.deepStrictEqual(
              found,
              Option.some({ rows: said.slice(newer, newer + limit), newer, total: said.length })
            )
          )
        yield* slice(0, null)
        yield* Effect.forEach(said, ({ id }, place) => slice(place + 1, id))
      }
    })
  )

  it.effect("shows every message as it is now", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const { reserve, recordOutcome } = yield* SendLedger
      const failure = { _tag: "Rejected", code: 131_047, title: "Re-engagement message", message: text } as const
      const sent = yield* intent({ content: { template: { name: text, n: [null, 1e21, -0.5] } } })
      const refused = yield* intent({}, 1)
      const waiting = yield* intent({}, 2)
      const reservation = yield* reserve(id, sent)
      yield* Effect.forEach([refused, waiting], (send) => reserve(id, send))
      yield* recordOutcome(id, sent.messageId, yield* accepted(sent, reservation), at)
      yield* recordOutcome(id, refused.messageId, { _tag: "NotSent", failure }, at)

      const messages = yield* Effect.forEach([waiting, refused, sent], (send) => messageOf(id, send.messageId))
      assert.deepStrictEqual(
        messages.map((message) => message?.status),
        ["pending", "failed", "sent"]
      )
      const { list } = yield* MessageStore
      const { rows } = Option.getOrThrow(yield* list(id, reservation.conversationId, 10, null))
      assert.deepStrictEqual(
        rows,
        messages.filter((message) => message !== null)
      )
    })
  )

  it.effect("ends a page before the message with which it would exceed its size, but not before the first", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const { list } = yield* MessageStore
      const conversationIds = yield* Effect.forEach([1.5, 1.5, 1.5, 5, 0, 0], (size, later) =>
        Effect.gen(function* () {
          const content = { text: "x".repeat(size * 1024 * 1024) }
          return (yield* reserve(id, yield* intent({ type: "text", content }, later))).conversationId
        })
      )
      const conversationId = conversationIds[0] ?? ConversationId.make("")
      const pages: Array<number> = []
      let before: MessageId | null = null
      for (let newer = 0; newer < 6;) {
        const slice: MessageSlice = Option.getOrThrow(yield* list(id, conversationId, 100, before))
        assert.deepStrictEqual([slice.newer, slice.total], [newer, 6])
        pages.push(slice.rows.length)
        newer += slice.rows.length
        before = slice.rows.at(-1)?.id ?? null
      }
      assert.deepStrictEqual(pages, [2, 1, 2, 1])
    })
  )

  it.effect("shows nothing before a message that is not of the conversation", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const globex = yield* givenSender()
      const { list } = yield* MessageStore
      const said = yield* givenSaid(sender, [0, 1])
      const theirs = yield* givenSaid(globex, [0])
      const other = yield* sender.intent({ phone: phoneOf(1) })
      yield* (yield* SendLedger).reserve(sender.id, other)
      const conversationId = conversationIdOf(said)
      for (const before of [other.messageId, ...theirs.map(({ id }) => id), MessageId.make(yield* uuid)]) {
        assert.isTrue(Option.isNone(yield* list(sender.id, conversationId, 10, before)))
      }
      for (const { id } of said) assert.isTrue(Option.isNone(yield* list(globex.id, conversationId, 10, id)))
    })
  )

  it.effect("shows nothing of another organization, nor of a conversation that nobody has", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const globex = yield* givenSender()
      const { list } = yield* MessageStore
      const said = yield* givenSaid(sender, [0, 1])
      const empty = Option.some({ rows: [], newer: 0, total: 0 })
      assert.deepStrictEqual(yield* list(globex.id, conversationIdOf(said), 10, null), empty)
      assert.deepStrictEqual(yield* list(sender.id, ConversationId.make(yield* uuid), 10, null), empty)
    })
  )

  it.effect("still shows what was said with a contact who was deleted", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { list } = yield* MessageStore
      const said = yield* givenSaid(sender, [0, 1])
      for (const { contactId } of said.slice(0, 1)) yield* (yield* ContactStore).remove(sender.id, contactId)
      assert.deepStrictEqual(
        yield* list(sender.id, conversationIdOf(said), 10, null),
        Option.some({ rows: said, newer: 0, total: 2 })
      )
    })
  )
}
