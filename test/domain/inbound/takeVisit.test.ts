import { assert, describe, it } from "@effect/vitest"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import { type InboxState, emptyInbox } from "../../../src/domain/inbound/InboxState.ts"
import {
  contactsIn,
  conversationsIn,
  messagesIn,
  only,
  person,
  pmid,
  reported
} from "../../../testing/inbound/given.ts"
import { announced, page, take } from "../../../testing/inbound/world.ts"

const ada = person([{ kind: "messenger", value: "1" }], "Ada")
const types = (state: InboxState) => announced(state).map(({ type }) => type)
const tap = { person: ada, title: "Yes", payload: "YES", referral: { ref: "r" }, standby: false }
const tapped = (platformMessageId: string | null, standby = false) => ({
  account: page,
  item: Inbound.cases.PostbackTapped.make({
    ...reported(page, "tap", 1),
    ...tap,
    standby,
    platformMessageId: platformMessageId === null ? null : pmid(platformMessageId)
  })
})

describe("a tap on a button", () => {
  it.each(["m1", null])("is a message, with or without an id: %s", (id) => {
    const after = take(emptyInbox, tapped(id))
    const { countsUnread, message, raw } = only(messagesIn(after))
    assert.deepStrictEqual(
      [message.platformMessageId, message.type, message.direction, message.content, countsUnread, raw],
      [
        id ?? "tap",
        "text",
        "inbound",
        { text: "Yes", postback: { title: "Yes", payload: "YES" }, referral: { ref: "r" } },
        true,
        null
      ]
    )
    const event = announced(after).at(-1)
    assert.deepStrictEqual(types(after), ["contact.created", "conversation.opened", "postback"])
    assert.strictEqual(event?.type === "postback" ? event.data.message_id : "none", id ?? undefined)
    assert.strictEqual(only(conversationsIn(after)).conversation.unreadCount, 1)
    assert.strictEqual(take(after, tapped(id)), after)
  })

  it("is not unread while another app owns the conversation", () => {
    const after = take(emptyInbox, tapped("m1", true))
    assert.strictEqual(only(conversationsIn(after)).conversation.unreadCount, 0)
    assert.strictEqual(only(messagesIn(after)).message.content["standby"], true)
  })
})

describe("a visit", () => {
  const base = { ...reported(page, "visit", 1), person: ada }

  it("is stored with the referral, without a message event", () => {
    const report = { account: page, item: Inbound.cases.Referred.make({ ...base, referral: { ref: "r" } }) }
    const after = take(emptyInbox, report)
    const { countsUnread, message } = only(messagesIn(after))
    assert.deepStrictEqual(
      [message.platformMessageId, message.content, countsUnread],
      ["visit", { text: "Came by a link or an ad", referral: { ref: "r" } }, false]
    )
    assert.deepStrictEqual(types(after), ["contact.created", "conversation.opened"])
    assert.isNull(only(contactsIn(after)).contact.optedIn)
    assert.strictEqual(only(conversationsIn(after)).conversation.unreadCount, 0)
    assert.strictEqual(take(after, report), after)
  })

  it("with an opt-in is stored with the consent", () => {
    const report = { account: page, item: Inbound.cases.OptedIn.make({ ...base, optIn: { topic: "t" } }) }
    const after = take(emptyInbox, report)
    assert.deepStrictEqual(only(messagesIn(after)).message.content, {
      text: "Agreed to receive messages",
      opt_in: { topic: "t" }
    })
    const { consents, contact } = only(contactsIn(after))
    assert.deepStrictEqual(
      consents.map(({ channel, source, state }) => [channel, state, source]),
      [["messenger", "opted_in", "platform"]]
    )
    assert.isNull(contact.optedIn)
    assert.strictEqual(take(after, report), after)
  })
})
