import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import {
  type InboxConversation,
  type InboxState,
  emptyInbox,
  withConversation
} from "../../../src/domain/inbound/InboxState.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import {
  bsuid,
  contactsIn,
  conversationsIn,
  messagesIn,
  only,
  person,
  phone,
  pmid,
  reported,
  messageReport
} from "../../../testing/inbound/given.ts"
import { announced, number, otherNumber, run, take, today, uuidOf } from "../../../testing/inbound/world.ts"

const byPhone = person([phone("16505550000")], "Ada")
const byId = person([bsuid("US.1")])
const byBoth = person([phone("16505550000"), bsuid("US.1")])

/** Two who are one: the one known by a number is older. */
const talk = [
  messageReport(number, "m1", byPhone, 1),
  messageReport(number, "m2", byId, 2),
  messageReport(otherNumber, "m3", byId, 3)
]
const apart = run(emptyInbox, talk)
const after = run(apart, [messageReport(number, "m4", byBoth, 4)])

const ofContact = (state: InboxState, kind: string) =>
  only(contactsIn(state).filter(({ identities }) => identities.some((identity) => identity.kind === kind)))

describe("a merge of two contacts", () => {
  const [older, younger] = [ofContact(apart, "phone"), ofContact(apart, "whatsapp")]

  it("leaves the older one, with the identities of both", () => {
    const { contact, identities } = only(contactsIn(after))
    assert.strictEqual(contact.id, older.contact.id)
    assert.deepStrictEqual(identities, [...older.identities, ...younger.identities])
    assert.deepStrictEqual(after.merges, [{ from: younger.contact.id, into: older.contact.id }])
    assert.deepStrictEqual(new Set(HashMap.values(after.people)), new Set([older.contact.id]))
  })

  it("leaves one conversation on each account, with every message in it", () => {
    const conversations = conversationsIn(after)
    assert.strictEqual(conversations.length, 2)
    for (const { conversation, isRecounted } of conversations) {
      assert.strictEqual(conversation.contactId, older.contact.id)
      assert.strictEqual(isRecounted, conversation.channelAccountId === number.id)
    }
    for (const { message } of messagesIn(after)) {
      const own = only(conversations.filter(({ conversation }) => conversation.id === message.conversationId))
      assert.deepStrictEqual(
        [message.contactId, message.channelAccountId],
        [older.contact.id, own.conversation.channelAccountId]
      )
    }
    assert.strictEqual(messagesIn(after).length, 4)
  })

  it("has an event of the remaining contact", () => {
    const events = announced(after).slice(apart.events.length)
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["contact.updated", "message.received"]
    )
    assert.deepStrictEqual(only(contactsIn(after)).contact.name, "Ada")
    assert.isTrue(JSON.stringify(only(contactsIn(after)).contact.updatedAt) >= JSON.stringify(today))
  })

  it("preserves the assignee of either conversation", () => {
    const [into, from] = [older, younger].map(({ contact }) =>
      only(
        conversationsIn(apart).filter(
          ({ conversation }) => conversation.contactId === contact.id && conversation.channelAccountId === number.id
        )
      )
    )
    const ada = UserId.make(uuidOf("a member"))
    const given = (held: InboxConversation | undefined, change: Partial<InboxConversation["conversation"]>) => {
      if (held === undefined) throw new Error("there is none")
      return { ...held, conversation: { ...held.conversation, ...change } }
    }
    const merged = (one: InboxConversation, other: InboxConversation) => {
      const state = [one, other].reduce(withConversation, apart)
      const joined = take(state, messageReport(number, "m4", byBoth, 4))
      const all = conversationsIn(joined)
      const { conversation } = only(all.filter((held) => held.conversation.channelAccountId === number.id))
      const types = announced(joined)
        .slice(apart.events.length)
        .map(({ type }): string => type)
      return [conversation.assigneeId, conversation.status, types]
    }
    const types = ["contact.updated", "message.received"]
    const handedOver = ["conversation.assigned", ...types]
    assert.deepStrictEqual(merged(given(into, {}), given(from, { assigneeId: ada })), [ada, "open", handedOver])
    assert.deepStrictEqual(merged(given(into, { assigneeId: ada }), given(from, {})), [ada, "open", types])
    const escalated = merged(given(into, {}), given(from, { status: "escalated" }))
    assert.deepStrictEqual(escalated, [null, "escalated", types])
    const handling = merged(given(into, { status: "ai_handling" }), given(from, {}))
    assert.deepStrictEqual(handling, [null, "ai_handling", types])
  })
})

describe("a merge of three contacts", () => {
  it("leaves the oldest", () => {
    const third = person([bsuid("US.2")])
    const three = run(emptyInbox, [...talk, messageReport(number, "m5", third, 5)])
    const change = { ...reported(number, "change", 6), previous: [bsuid("US.1"), bsuid("US.2")], person: byPhone }
    const merged = take(three, { account: number, item: Inbound.cases.PersonChanged.make(change) })
    assert.deepStrictEqual(
      [only(contactsIn(merged)).contact.id, merged.merges.length, messagesIn(merged).length],
      [ofContact(apart, "phone").contact.id, 2, 4]
    )
  })
})

describe("a person with a new number", () => {
  const change = (previous: boolean) => ({
    account: number,
    item: Inbound.cases.PersonChanged.make({
      ...reported(number, "change", 6),
      previous: previous ? [phone("16505550000")] : [],
      person: person([phone("16505550001"), bsuid("US.1")], null)
    })
  })

  it("is known by the former number and by the new one", () => {
    const met = run(emptyInbox, [
      messageReport(number, "m1", byPhone, 1),
      change(true),
      messageReport(number, "m2", byPhone, 2)
    ])
    const { contact, identities } = only(contactsIn(met))
    assert.deepStrictEqual([contact.phone, identities.length], ["16505550001", 3])
    assert.deepStrictEqual(
      announced(met).map(({ type }) => type),
      ["contact.created", "conversation.opened", "message.received", "contact.updated", "message.received"]
    )
  })

  it("has a contact at once if the change names the former number, and is deferred otherwise", () => {
    assert.strictEqual(only(contactsIn(run(emptyInbox, [change(true)]))).contact.phone, "16505550001")
    const awaited = run(emptyInbox, [change(false)])
    assert.deepStrictEqual([contactsIn(awaited).length, HashMap.size(awaited.parked)], [0, 1])
    const met = run(awaited, [messageReport(number, "m1", byBoth, 1)])
    assert.deepStrictEqual(
      [only(contactsIn(met)).contact.phone, HashMap.size(met.parked), messagesIn(met)[0]?.message.platformMessageId],
      ["16505550001", 0, pmid("m1")]
    )
  })
})
