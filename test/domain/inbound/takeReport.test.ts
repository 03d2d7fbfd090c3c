import { assert, describe, it } from "@effect/vitest"
import { DateTime, HashMap } from "effect"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import { type InboxState, emptyInbox } from "../../../src/domain/inbound/InboxState.ts"
import {
  contactsIn,
  messagesIn,
  only,
  person,
  phone,
  pmid,
  reported,
  messageReport
} from "../../../testing/inbound/given.ts"
import { announced, instagram, minute, number, run, take } from "../../../testing/inbound/world.ts"

/** What is announced after the message itself, without our ids. */
const noticesOf = (state: InboxState) =>
  announced(state).flatMap((event) => {
    if (!("message_id" in event.data) || event.type === "message.received") return []
    const { contact_id: _, conversation_id: __, ...data } = { contact_id: "", conversation_id: "", ...event.data }
    return [{ type: event.type, data }]
  })

const ada = person([phone("16505550000")])
const known = take(emptyInbox, messageReport(number, "m1", ada, 1))
const about = (key: string, at: number) => ({ ...reported(number, key, at), platformMessageId: pmid("m1") })
const messageIn = (state: InboxState) => only(messagesIn(state)).message
const parkedIn = ({ parked }: InboxState): ReadonlyArray<ReadonlyArray<string | null>> =>
  [...HashMap.values(parked)].map(({ item, platformMessageId }) => [platformMessageId, item._tag])

describe("a report about a message", () => {
  it("stores one reaction of each side", () => {
    const reacted = (byBusiness: boolean, reaction: string) => ({
      account: number,
      item: Inbound.cases.Reacted.make({ ...about(reaction, 2), person: ada, byBusiness, reaction })
    })
    const { annotations } = messageIn(run(known, [reacted(false, "love"), reacted(true, "wow")]))
    assert.deepStrictEqual(annotations, {
      reactions: [
        { by: "business", reaction: "wow", at: minute(2), key: "wow" },
        { by: "contact", reaction: "love", at: minute(2), key: "love" }
      ]
    })
  })

  const edited = Inbound.cases.MessageEdited.make({
    ...about("edit", 3),
    editNumber: 1,
    type: "text",
    content: { text: "anew" },
    media: []
  })
  const edit = { account: number, item: edited }

  it("stores an edit", () => {
    const { annotations, content, createdAt } = messageIn(take(known, edit))
    assert.deepStrictEqual([content, createdAt], [{ text: "anew" }, minute(1)])
    assert.deepStrictEqual(annotations.edit, {
      number: 1,
      at: minute(3),
      key: "edit",
      original: { type: "text", content: { text: "text of m1" } }
    })
  })

  it("of a deletion removes all content, including the platform's record", () => {
    const deleted = { account: number, item: Inbound.cases.MessageDeleted.make(about("deletion", 4)) }
    for (const reports of [
      [edit, deleted],
      [deleted, edit]
    ]) {
      const held = only(messagesIn(run(known, reports)))
      assert.isNull(held.raw)
      assert.deepStrictEqual(held.message.content, { text: "This message was deleted", deleted: true })
      assert.deepStrictEqual(held.message.annotations, { deletedAt: minute(4) })
    }
  })

  it("waits for an unknown message, announces nothing, and creates no contact", () => {
    const after = run(emptyInbox, [edit])
    assert.deepStrictEqual([announced(after), contactsIn(after), parkedIn(after)], [[], [], [["m1", "MessageEdited"]]])
  })

  it("of a seen message is applied by the next attempt after the message is stored", () => {
    const cy = person([{ kind: "instagram", value: "1" }])
    const seen = Inbound.cases.SeenUpTo.make({
      ...reported(instagram, "seen", 9),
      person: cy,
      platformMessageId: pmid("m2")
    })
    const waiting = take(emptyInbox, { account: instagram, item: seen })
    assert.deepStrictEqual(parkedIn(waiting), [["m2", "SeenUpTo"]])
    const there = take(waiting, messageReport(instagram, "m2", cy, 2, { echo: true }))
    assert.deepStrictEqual([parkedIn(there), messageIn(there).status], [[[null, "SeenUpTo"]], "sent"])
    const after = take(there, { account: instagram, item: seen })
    assert.deepStrictEqual([parkedIn(after), messageIn(after).status], [[], "read"])
  })
})

describe("a report about a known message", () => {
  const reacted = (key: string, at: number, reaction: string | null, byBusiness = false) => ({
    account: number,
    item: Inbound.cases.Reacted.make({ ...about(key, at), person: ada, byBusiness, reaction })
  })
  const reaction = { channel: "whatsapp", message_id: "m1", from: "16505550000" }
  const told = (emoji: string | null, at: number, latest: boolean) => ({
    type: "message.reaction",
    data: { ...reaction, emoji, latest, timestamp: DateTime.formatIso(minute(at)) }
  })

  it("announces each reaction and each removal of one, once", () => {
    const [liked, none] = [reacted("r1", 2, "👍"), reacted("r2", 3, null)]
    const after = run(known, [liked, liked, none, liked, none])
    assert.deepStrictEqual<unknown>(noticesOf(after), [told("👍", 2, true), told(null, 3, true)])
  })

  it("announces a reaction that arrives after a later one, and the later one still counts", () => {
    const after = run(known, [reacted("r2", 3, "❤️"), reacted("r1", 2, "👍"), reacted("r1", 2, "👍")])
    assert.deepStrictEqual<unknown>(noticesOf(after), [told("❤️", 3, true), told("👍", 2, false)])
    assert.strictEqual(messageIn(after).annotations.reactions?.[0]?.reaction, "❤️")
  })

  it("announces a reaction that arrived before its message, after the message and in order", () => {
    const waiting = run(emptyInbox, [reacted("r2", 3, null), reacted("r1", 2, "👍")])
    assert.deepStrictEqual(noticesOf(waiting), [])
    const after = take(waiting, messageReport(number, "m1", ada, 1))
    assert.deepStrictEqual<unknown>(noticesOf(after), [told("👍", 2, true), told(null, 3, true)])
    assert.deepStrictEqual(
      announced(after).map(({ type }) => type),
      ["contact.created", "conversation.opened", "message.received", "message.reaction", "message.reaction"]
    )
  })

  it("announces a reaction of the business, without a sender", () => {
    const [only] = noticesOf(run(known, [reacted("r1", 2, "👍", true)]))
    assert.deepStrictEqual<unknown>(only?.data, { ...told("👍", 2, true).data, from: null })
  })

  const edited = (key: string, at: number, text: string) => ({
    account: number,
    item: Inbound.cases.MessageEdited.make({
      ...about(key, at),
      editNumber: null,
      type: "text",
      content: { text },
      media: []
    })
  })

  it("announces each edit once, with the new content", () => {
    const [first, second] = [edited("e1", 2, "one"), edited("e2", 3, "two")]
    const say = (text: string, at: number, latest: boolean) => ({
      type: "message.edited",
      data: { ...reaction, type: "text", content: { text }, latest, timestamp: DateTime.formatIso(minute(at)) }
    })
    assert.deepStrictEqual<unknown>(noticesOf(run(known, [first, second, first])), [
      say("one", 2, true),
      say("two", 3, true)
    ])
    assert.deepStrictEqual<unknown>(noticesOf(run(known, [second, first, second])), [
      say("two", 3, true),
      say("one", 2, false)
    ])
  })

  it("announces a deletion once, and no edit after it", () => {
    const deletion = { account: number, item: Inbound.cases.MessageDeleted.make(about("deletion", 4)) }
    const after = run(known, [deletion, edited("e1", 2, "secret"), deletion])
    assert.deepStrictEqual<unknown>(noticesOf(after), [
      { type: "message.deleted", data: { ...reaction, timestamp: DateTime.formatIso(minute(4)) } }
    ])
  })
})
