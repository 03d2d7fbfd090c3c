import { assert, describe, it } from "@effect/vitest"
import { activityLines } from "../../../console/inbox/lines/activityLines.ts"
import { failureAdvice } from "../../../console/inbox/thread/failureAdvice.ts"
import { firstUnreadOf, threadEntries } from "../../../console/inbox/lines/threadEntries.ts"
import type { Activity } from "../../../console/inbox/lines/threadQueries.ts"
import { texts } from "../../../console/text/english/texts.ts"

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`
const message = (minute: number) => ({ id: `m${minute}`, timestamp: at(minute) })
const note = (minute: number) => ({ id: `n${minute}`, createdAt: at(minute) })
const activity = (minute: number, event = "conversation.closed") => ({ id: `a${minute}`, timestamp: at(minute), event })

describe("lines of a thread", () => {
  const content = { notes: [], activities: [], firstUnread: null, hasOlder: false, hasNewer: false }
  const linesOf = (input: Partial<Parameters<typeof threadEntries>[0]>) =>
    threadEntries({ ...content, messages: [], ...input }).map((entry) => {
      switch (entry.kind) {
        case "message":
          return entry.message.id
        case "note":
          return entry.note.id
        case "activity":
          return entry.activity.id
        default:
          return entry.kind
      }
    })

  it("notes and changes are before the first later message, in the order of their times", () => {
    const messages = [message(1), message(5)]
    assert.deepStrictEqual(
      linesOf({ messages, notes: [note(6), note(3)], activities: [activity(4), activity(0), activity(2)] }),
      ["day", "a0", "m1", "a2", "n3", "a4", "m5", "n6"]
    )
    assert.deepStrictEqual(linesOf({ notes: [note(1)] }), ["day", "n1"])
  })

  it("the opening is before the message that opened the conversation", () => {
    const opened = activity(1, "conversation.opened")
    assert.deepStrictEqual(linesOf({ messages: [message(1)], activities: [opened] }), ["day", "a1", "m1"])
  })

  it("lines outside of the loaded messages wait for the messages around them", () => {
    const messages = [message(2), message(4)]
    const notes = [note(1), note(3), note(5)]
    assert.deepStrictEqual(linesOf({ messages, notes, hasOlder: true }), ["day", "m2", "n3", "m4", "n5"])
    assert.deepStrictEqual(linesOf({ messages, notes, hasNewer: true }), ["day", "n1", "m2", "n3", "m4"])
  })

  it("messages keep their order, even against their times", () => {
    assert.deepStrictEqual(linesOf({ messages: [message(5), message(1)], notes: [note(3)] }), ["day", "n3", "m5", "m1"])
  })

  it("a line marks the first unread message", () => {
    assert.deepStrictEqual(linesOf({ messages: [message(1), message(2)], firstUnread: "m2" }), [
      "day",
      "m1",
      "unread",
      "m2"
    ])
    const inbound = (id: string) => ({ id, direction: "inbound" }) as const
    const all = [inbound("1"), inbound("2"), { id: "3", direction: "outbound" } as const, inbound("4")]
    assert.strictEqual(firstUnreadOf(all, 2), "2")
    assert.isNull(firstUnreadOf(all, 0))
    assert.isNull(firstUnreadOf(all, 9))
  })
})

describe("texts of activities", () => {
  const names = new Map([
    ["ann", "Ann"],
    ["bob", "Bob"]
  ])
  const linesOf = (event: string, data: object) =>
    activityLines({ id: "1", event, timestamp: at(1), data } as unknown as Activity, {
      thread: texts.inbox.thread,
      language: "en",
      names
    }).map(({ by, text }) => (by === null ? text : `${text} (${by})`))
  const conversation = { status: "open" }
  const updated = { conversation, previous_status: "open", changed_by: "ann", reason: null, details: {} }

  it("an assignment names the member and who assigned", () => {
    const assigned = { assignee_id: "bob", assigned_by: "ann" }
    assert.deepStrictEqual(linesOf("conversation.assigned", assigned), ["Assigned to Bob (Ann)"])
    assert.deepStrictEqual(linesOf("conversation.assigned", { ...assigned, assigned_by: "automatic" }), [
      "Assigned to Bob (automatically)"
    ])
    assert.deepStrictEqual(linesOf("conversation.assigned", { assignee_id: null, assigned_by: "gone" }), [
      "Assignee removed (a former member)"
    ])
  })

  it("a change of labels names those that were added and removed", () => {
    const labels = { current: ["VIP", "New"], previous: ["VIP", "Old"] }
    assert.deepStrictEqual(linesOf("conversation.updated", { ...updated, labels }), [
      "Labels added: New (Ann)",
      "Labels removed: Old (Ann)"
    ])
  })

  it("snooze, priority and status have a text each", () => {
    const snoozed = { ...updated, reason: "snoozed", details: { snoozed_until: null } }
    assert.deepStrictEqual(linesOf("conversation.updated", snoozed), ["Snoozed until the contact replies (Ann)"])
    const priority = { ...updated, reason: "priority_changed", details: { priority: "high" } }
    assert.deepStrictEqual(linesOf("conversation.updated", priority), ["Priority: high (Ann)"])
    const escalated = { ...updated, conversation: { status: "escalated" }, changed_by: "platform" }
    assert.deepStrictEqual(linesOf("conversation.updated", escalated), ["Escalated to people (the platform)"])
    assert.deepStrictEqual(linesOf("conversation.updated", updated), [])
  })

  it("a closing has its resolution", () => {
    const closed = { conversation, closed_by: "ann", resolution: "Refunded" }
    assert.deepStrictEqual(linesOf("conversation.closed", closed), ["Conversation closed: Refunded (Ann)"])
    assert.deepStrictEqual(linesOf("message.sent", {}), [])
  })
})

describe("advice on failures", () => {
  it("known codes have a sentence, unknown ones have none", () => {
    assert.strictEqual(failureAdvice(131047), "window")
    assert.strictEqual(failureAdvice(131026), "undeliverable")
    assert.strictEqual(failureAdvice(80_004), "rate")
    assert.strictEqual(failureAdvice(250), "permission")
    assert.strictEqual(failureAdvice(-1), "unreached")
    assert.isNull(failureAdvice(424_242))
    assert.isNull(failureAdvice(0.5))
  })
})
