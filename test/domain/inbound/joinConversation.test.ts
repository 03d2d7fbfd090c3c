import { assert, describe, it } from "@effect/vitest"
import { DateTime, HashMap, Schema } from "effect"
import {
  type InboxConversation,
  conversationKey,
  emptyInbox,
  withContact
} from "../../../src/domain/inbound/InboxState.ts"
import { joinConversation, withEcho, withInbound } from "../../../src/domain/inbound/joinConversation.ts"
import { learnedAfter } from "../../../src/domain/messages/messageOrder.ts"
import { conversationsIn, knownByPhone, only, messageReport, person, phone } from "../../../testing/inbound/given.ts"
import { announced, contextOf, minute, number, otherNumber, today } from "../../../testing/inbound/world.ts"

const ada = knownByPhone("Ada", "16505550000")
const report = messageReport(number, "m1", person([phone("16505550000")]), 1)
const context = contextOf(report, today)
const [opened, held] = joinConversation(withContact(emptyInbox, ada), ada, context)

describe("joinConversation", () => {
  it("opens a conversation if there is none, and announces it", () => {
    assert.deepStrictEqual(held, {
      conversation: {
        id: context.ids.conversationId,
        organizationId: number.organizationId,
        contactId: ada.contact.id,
        channel: "whatsapp",
        channelAccountId: number.id,
        status: "open",
        assigneeId: null,
        priority: "none",
        snoozedAt: null,
        snoozedUntil: null,
        warnedAt: null,
        queuedAt: null,
        teamId: null,
        labels: [],
        unreadCount: 0,
        source: "whatsapp",
        closedAt: null,
        closedBy: null,
        resolution: null,
        createdAt: today,
        updatedAt: today
      },
      lastLearnedAt: null,
      lastSentAt: null,
      lastWrittenAt: null,
      lastEchoAt: null,
      isRecounted: false
    })
    const { data, type } = only(announced(opened))
    assert.strictEqual(type, "conversation.opened")
    assert.deepStrictEqual(data, {
      conversation: { id: held.conversation.id, contact_id: ada.contact.id, channel: "whatsapp", status: "open" }
    })
  })

  it("joins the open conversation, on the same account only", () => {
    const again = joinConversation(opened, ada, { ...context, ids: { ...context.ids } })
    assert.strictEqual(again[0], opened)
    assert.strictEqual(again[1], held)
    const [both, other] = joinConversation(opened, ada, contextOf({ ...report, account: otherNumber }, today))
    assert.notStrictEqual(other.conversation.id, held.conversation.id)
    assert.strictEqual(conversationsIn(both).length, 2)
    assert.isTrue(HashMap.has(both.conversations, conversationKey(ada.contact.id, otherNumber.id)))
  })
})

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const Said = Schema.Struct({ isOurs: Schema.Boolean, at: upTo(9), isUnread: Schema.Boolean })

/** What was said at the minute, and is learned of now. */
const learned = (talk: InboxConversation, at: number) => ({
  createdAt: minute(at),
  learnedAt: learnedAfter(talk, today)
})
const after = (talk: InboxConversation, { at, isOurs, isUnread }: typeof Said.Type, now = today) =>
  isOurs
    ? withEcho(talk, learned(talk, at), now)
    : withInbound(talk, learned(talk, at), isUnread, { hasAssignment: false, now })

describe("the unread count of a conversation", () => {
  it("counts messages after the latest one that the business sent elsewhere", () => {
    const wrote: InboxConversation = { ...held, lastEchoAt: minute(5) }
    const unread = (at: number, isUnread = true) =>
      after(wrote, { at, isOurs: false, isUnread }).conversation.unreadCount
    assert.deepStrictEqual([unread(4), unread(5), unread(6), unread(6, false)], [0, 1, 1, 0])
  })

  it("includes a message that arrives after the latest send, whatever its own time", () => {
    const wrote: InboxConversation = { ...held, lastLearnedAt: today, lastSentAt: today }
    const { conversation, lastLearnedAt } = after(wrote, { at: 1, isOurs: false, isUnread: true })
    assert.strictEqual(conversation.unreadCount, 1)
    assert.deepStrictEqual(lastLearnedAt, DateTime.add(today, { milliseconds: 1 }))
  })

  it.prop("is correct or marked to be counted again", { all: Schema.Array(Said) }, ({ all }) => {
    const talk = all.reduce((before, messageReport) => after(before, messageReport), held)
    const ours = all.filter(({ isOurs }) => isOurs).map(({ at }) => at)
    const last = Math.max(-1, ...ours)
    const unread = all.filter(({ at, isOurs, isUnread }) => !isOurs && isUnread && at >= last).length
    assert.deepStrictEqual(talk.lastEchoAt, last === -1 ? null : minute(last))
    assert.isNull(talk.lastSentAt)
    if (!talk.isRecounted) assert.strictEqual(talk.conversation.unreadCount, unread)
    assert.strictEqual(talk.isRecounted, ours.length > 0)
  })

  it("is marked to be counted again only if the business wrote later than before", () => {
    const wrote: InboxConversation = { ...held, lastEchoAt: minute(5) }
    const echo = (at: number) => withEcho(wrote, learned(wrote, at), today)
    assert.deepStrictEqual([echo(5).isRecounted, echo(5).lastEchoAt], [false, minute(5)])
    assert.deepStrictEqual([echo(6).isRecounted, echo(6).lastEchoAt], [true, minute(6)])
  })

  it("a new message moves the time of the last change only forwards", () => {
    const before = DateTime.subtract(today, { minutes: 1 })
    for (const isOurs of [true, false]) {
      const messageReport = { isOurs, at: 1, isUnread: true }
      const later = { ...held, conversation: { ...held.conversation, updatedAt: before } }
      assert.deepStrictEqual(after(later, messageReport).conversation.updatedAt, today)
      assert.deepStrictEqual(after(held, messageReport, before).conversation.updatedAt, today)
    }
  })
})
