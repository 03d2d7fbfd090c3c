import { assert, describe, it } from "@effect/vitest"
import { DateTime, HashMap, Schema } from "effect"
import {
  conversationKey,
  emptyInbox,
  type InboxConversation,
  withContact
} from "../../../src/domain/inbound/InboxState.ts"
import { joinConversation, withInbound, withOutbound } from "../../../src/domain/inbound/joinConversation.ts"
import { conversationsIn, knownByPhone, only, said, person, phone } from "./given.ts"
import { announced, contextOf, minute, number, otherNumber, today } from "./world.ts"

const ada = knownByPhone("Ada", "16505550000")
const report = said(number, "m1", person([phone("16505550000")]), 1)
const context = contextOf(report, today)
const [opened, held] = joinConversation(withContact(emptyInbox, ada), ada, context)

describe("joinConversation", () => {
  it("opens one where there is none, and says so", () => {
    assert.deepStrictEqual(held, {
      conversation: {
        id: context.ids.conversationId,
        organizationId: number.organizationId,
        contactId: ada.contact.id,
        channel: "whatsapp",
        channelAccountId: number.id,
        status: "open",
        assigneeId: null,
        unreadCount: 0,
        source: "whatsapp",
        closedAt: null,
        closedBy: null,
        resolution: null,
        createdAt: today,
        updatedAt: today
      },
      lastOutboundAt: null,
      isRecounted: false
    })
    const { data, type } = only(announced(opened))
    assert.strictEqual(type, "conversation.opened")
    assert.deepStrictEqual(data, {
      conversation: { id: held.conversation.id, contact_id: ada.contact.id, channel: "whatsapp", status: "open" }
    })
  })

  it("joins the one that is not closed, on the same account only", () => {
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
const after = (talk: InboxConversation, { at, isOurs, isUnread }: typeof Said.Type) =>
  isOurs ? withOutbound(talk, minute(at), today) : withInbound(talk, minute(at), isUnread, today)

describe("what is unread", () => {
  it("is what came in after the business last wrote", () => {
    const wrote: InboxConversation = { ...held, lastOutboundAt: minute(5) }
    const unread = (at: number, isUnread = true) =>
      withInbound(wrote, minute(at), isUnread, today).conversation.unreadCount
    assert.deepStrictEqual([unread(4), unread(5), unread(6), unread(6, false)], [0, 0, 1, 0])
  })

  it.prop("is right, or has to be counted", { all: Schema.Array(Said) }, ({ all }) => {
    const talk = all.reduce(after, held)
    const ours = all.filter(({ isOurs }) => isOurs).map(({ at }) => at)
    const last = Math.max(-1, ...ours)
    const unread = all.filter(({ at, isOurs, isUnread }) => !isOurs && isUnread && at > last).length
    assert.deepStrictEqual(talk.lastOutboundAt, last === -1 ? null : minute(last))
    if (!talk.isRecounted) assert.strictEqual(talk.conversation.unreadCount, unread)
    assert.strictEqual(talk.isRecounted, ours.length > 0)
  })

  it("has to be counted only when the business wrote later than before", () => {
    const wrote: InboxConversation = { ...held, lastOutboundAt: minute(5) }
    const [earlier, later] = [withOutbound(wrote, minute(5), today), withOutbound(wrote, minute(6), today)]
    assert.deepStrictEqual([earlier.isRecounted, earlier.lastOutboundAt], [false, minute(5)])
    assert.deepStrictEqual([later.isRecounted, later.lastOutboundAt], [true, minute(6)])
  })

  it("moves the time of the last change forwards only", () => {
    const before = DateTime.subtract(today, { minutes: 1 })
    for (const isOurs of [true, false]) {
      const said = { isOurs, at: 1, isUnread: true }
      const later = { ...held, conversation: { ...held.conversation, updatedAt: before } }
      assert.deepStrictEqual(after(later, said).conversation.updatedAt, today)
      const past = isOurs ? withOutbound(held, minute(1), before) : withInbound(held, minute(1), true, before)
      assert.deepStrictEqual(past.conversation.updatedAt, today)
    }
  })
})
