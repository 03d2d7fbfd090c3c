import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import { emptyInbox, type InboxState } from "../../../src/domain/inbound/InboxState.ts"
import { contactsIn, messagesIn, only, person, phone, pmid, reported, said } from "./given.ts"
import { announced, instagram, minute, number, run, take } from "./world.ts"

const ada = person([phone("16505550000")])
const known = take(emptyInbox, said(number, "m1", ada, 1))
const about = (key: string, at: number) => ({ ...reported(number, key, at), platformMessageId: pmid("m1") })
const messageIn = (state: InboxState) => only(messagesIn(state)).message
const parkedIn = ({ parked }: InboxState): ReadonlyArray<ReadonlyArray<string | null>> =>
  [...HashMap.values(parked)].map(({ item, platformMessageId }) => [platformMessageId, item._tag])

describe("what is reported of a message", () => {
  it("may be reactions, one of each side", () => {
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

  it("may be an edit", () => {
    const { annotations, content, createdAt } = messageIn(take(known, edit))
    assert.deepStrictEqual([content, createdAt], [{ text: "anew" }, minute(1)])
    assert.deepStrictEqual(annotations.edit, {
      number: 1,
      at: minute(3),
      key: "edit",
      original: { type: "text", content: { text: "text of m1" } }
    })
  })

  it("may be that it was taken back, which leaves nothing of it, the platform's words neither", () => {
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

  it("is announced of nobody, and makes no contact", () => {
    const after = run(emptyInbox, [edit])
    assert.deepStrictEqual([announced(after), contactsIn(after), parkedIn(after)], [[], [], [["m1", "MessageEdited"]]])
    assert.strictEqual(take(known, edit).events.length, known.events.length)
  })

  it("waits for itself once the message is there, when it is about the person too", () => {
    const cy = person([{ kind: "instagram", value: "1" }])
    const seen = Inbound.cases.SeenUpTo.make({
      ...reported(instagram, "seen", 9),
      person: cy,
      platformMessageId: pmid("m2")
    })
    const waiting = take(emptyInbox, { account: instagram, item: seen })
    assert.deepStrictEqual(parkedIn(waiting), [["m2", "SeenUpTo"]])
    const there = take(waiting, said(instagram, "m2", cy, 2, { echo: true }))
    assert.deepStrictEqual([parkedIn(there), messageIn(there).status], [[[null, "SeenUpTo"]], "sent"])
    const after = take(there, { account: instagram, item: seen })
    assert.deepStrictEqual([parkedIn(after), messageIn(after).status], [[], "read"])
  })
})
