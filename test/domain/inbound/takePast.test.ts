import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Schema, Struct } from "effect"
import { isPast } from "../../../src/domain/inbound/Inbound.ts"
import type { RoutedInbound } from "../../../src/domain/inbound/InboxNeeds.ts"
import { emptyInbox, type InboxState, withClosed } from "../../../src/domain/inbound/InboxState.ts"
import { inConversation } from "../../../src/domain/messages/messageOrder.ts"
import { inboundHistoryOf } from "../../../testing/arbitraries/inboundHistory.ts"
import {
  conversationsIn,
  messageReport,
  messagesIn,
  only,
  person,
  phone,
  reported
} from "../../../testing/inbound/given.ts"
import { announced, minute, number, run, take, today } from "../../../testing/inbound/world.ts"
import { permutations } from "./permutations.ts"

const ada = person([phone("16505550000")])

type Past = { readonly status: "sent" | "delivered" | "read" | "failed" | null; readonly author: string | null }

/** The report as a history has it. */
const past = ({ account, item }: RoutedInbound, facts: Past = { status: null, author: null }): RoutedInbound => {
  if (item._tag !== "MessageReceived") return { account, item }
  return { account, item: { ...item, past: facts } }
}

const types = (state: InboxState) => announced(state).map(({ type }) => type)

/** Messages as callers see them, without whether they were announced. */
const seen = (state: InboxState) =>
  messagesIn(state)
    .map(({ message }) => {
      const own = Struct.omit(message, ["id", "conversationId", "contactId", "annotations"])
      // Watermarks of Messenger and Instagram give a time that depends on the order.
      const { deliveredAt, readAt } = message
      const times = message.channel === "whatsapp" ? {} : { deliveredAt: deliveredAt !== null, readAt: readAt !== null }
      const annotations = Struct.omit(message.annotations, ["imported"])
      return { key: `${own.channelAccountId} ${own.platformMessageId}`, own: Object.assign(own, times), annotations }
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))

/** Places of messages, and the times and the preview of conversations. */
const order = (state: InboxState) => ({
  listed: messagesIn(state)
    .map(({ listedAt, message }) => ({ id: message.id, listedAt, message }))
    .toSorted((one, other) => DateTime.Order(one.listedAt, other.listedAt))
    .map(({ listedAt, message }) => [message.platformMessageId, DateTime.formatIso(listedAt)]),
  conversations: conversationsIn(state).map(({ conversation: { createdAt, updatedAt }, lastEchoAt }) => [
    DateTime.formatIso(createdAt),
    DateTime.formatIso(updatedAt),
    lastEchoAt && DateTime.formatIso(lastEchoAt)
  ])
})

describe("messages of the past", () => {
  const question = messageReport(number, "m1", ada, 1)
  const answer = messageReport(number, "m2", ada, 2, { echo: true })

  it("past: a message is read, and only its contact is announced", () => {
    const after = run(emptyInbox, [past(question), past(answer, { status: "read", author: "Grace" })])
    assert.deepStrictEqual(types(after), ["contact.created"])
    const { conversation } = only(conversationsIn(after))
    assert.deepStrictEqual(
      [conversation.status, conversation.unreadCount, conversation.createdAt, conversation.updatedAt],
      ["open", 0, minute(1), minute(2)]
    )
    const [first, second] = messagesIn(after).toSorted(inConversationOfIds)
    assert.deepStrictEqual(first?.message.annotations, { imported: true })
    assert.deepStrictEqual(second?.message.annotations, { agent: "Grace", imported: true })
    assert.deepStrictEqual([second?.message.status, second?.message.readAt], ["read", minute(2)])
  })

  it("past: a stop word is no opt-out", () => {
    const after = take(emptyInbox, past(messageReport(number, "m1", ada, 1, { content: { text: "STOP" } })))
    assert.deepStrictEqual(types(after), ["contact.created"])
  })

  it("past: reactions, edits and deletions are not announced", () => {
    const reaction: RoutedInbound = {
      account: number,
      item: {
        _tag: "Reacted",
        ...reported(number, "reaction", 3),
        person: ada,
        byBusiness: false,
        platformMessageId: messagesIdOf(question),
        reaction: "👍",
        past: { status: null, author: null }
      }
    }
    for (const reports of permutations([past(question), reaction])) {
      const after = run(emptyInbox, reports)
      assert.deepStrictEqual(types(after), ["contact.created"])
      assert.strictEqual(only(messagesIn(after)).message.annotations.reactions?.length, 1)
    }
  })

  it("past: history and live reports of the same messages are equal in each order", () => {
    const later = messageReport(number, "m3", ada, 5)
    const reports = [question, past(question), past(answer, { status: "delivered", author: null }), answer, later]
    const expected = run(emptyInbox, reports, 0)
    for (const permuted of permutations(reports)) {
      const after = run(emptyInbox, permuted, 0)
      assert.deepStrictEqual(seen(after), seen(expected))
      assert.deepStrictEqual(order(after), order(expected))
    }
  })

  it("past: a placeholder gets its file, and a file no placeholder", () => {
    const placeholder = past(messageReport(number, "m1", ada, 1, { type: "media_placeholder", content: {} }))
    const file = { platformMediaId: "7", url: null, mimeType: "image/png", filename: null, sha256: null, index: 0 }
    const image = past(messageReport(number, "m1", ada, 1, { type: "image", content: { id: "7" }, media: [file] }))
    for (const reports of permutations([placeholder, image])) {
      const after = run(emptyInbox, reports, 0)
      const { message } = only(messagesIn(after))
      assert.strictEqual(message.type, "image")
      assert.property(message.content, "url")
      assert.lengthOf(after.media, 1)
    }
  })

  it("past: the status of a live message is announced", () => {
    const after = run(emptyInbox, [answer, past(answer, { status: "read", author: null })])
    assert.deepStrictEqual(types(after).slice(-2), ["message.delivered", "message.read"])
  })

  it("past: the conversation that was closed last takes it and stays closed", () => {
    const opened = take(emptyInbox, question)
    const { conversation, ...clock } = only(conversationsIn(opened))
    const closed = { ...clock, conversation: { ...conversation, status: "closed" as const, closedAt: today } }
    const state = withClosed({ ...opened, conversations: emptyInbox.conversations, events: [] }, closed)
    const after = take(state, past(messageReport(number, "m0", ada, -5)))
    assert.lengthOf(conversationsIn(after), 0)
    assert.deepStrictEqual(
      messagesIn(after).map(({ message }) => message.conversationId),
      [conversation.id, conversation.id]
    )
    assert.deepStrictEqual(types(after), [])
  })

  const twins = Arbitrary.all({
    history: inboundHistoryOf({ isLoose: false, isContradictory: false }),
    picks: Arbitrary.schema(Schema.Array(Schema.Boolean).check(Schema.isMinLength(40), Schema.isMaxLength(40)))
  })

  it.prop(
    "past: twins of live messages change nothing that callers see of messages",
    [twins],
    ([{ history, picks }]) => {
      const added = history.reports.filter(
        ({ item }, index) => item._tag === "MessageReceived" && picks[index % picks.length] === true
      )
      const reports = [...added.map((report) => past(report)), ...history.arrived]
      const before = run(history.before, history.arrived, 0)
      const after = run(history.before, reports, 0)
      assert.deepStrictEqual(seen(after), seen(before))
      assert.isTrue(reports.filter(({ item }) => isPast(item)).length === added.length)
    }
  )
})

const inConversationOfIds = (
  one: ReturnType<typeof messagesIn>[number],
  other: ReturnType<typeof messagesIn>[number]
) => inConversation({ id: one.message.id, listedAt: one.listedAt }, { id: other.message.id, listedAt: other.listedAt })

const messagesIdOf = ({ item }: RoutedInbound) => {
  if (item._tag !== "MessageReceived") throw new Error("no message")
  return item.platformMessageId
}
