import { assert, describe, it } from "@effect/vitest"
import type { ParleySession } from "../../../client/promise/createParley.ts"
import { phoneIn } from "../../../console/inbox/begin/phoneIn.ts"
import { isWorkView, listInput, viewOf, views } from "../../../console/inbox/inboxFilters.ts"
import { labelsAfter, perform, type Target, undoOf } from "../../../console/inbox/triage/Change.ts"
import { snoozeTimes } from "../../../console/inbox/triage/snoozeTimes.ts"
import { rangeOf } from "../../../console/inbox/views/selection.ts"

const me = "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"

describe("views of the inbox", () => {
  it("views: an address without one shows open conversations, and a search or a status shows all", () => {
    assert.strictEqual(viewOf({}), "open")
    assert.strictEqual(viewOf({ view: "lost", channel: "whatsapp" }), "open")
    assert.strictEqual(viewOf({ search: "Ann" }), "all")
    assert.strictEqual(viewOf({ status: "closed" }), "all")
    assert.strictEqual(viewOf({ search: "Ann", view: "closed" }), "closed")
  })

  it("views: each has the filters of its name", () => {
    const filters = views.map((view) => {
      const { assigned, assignee, closed, mentioned, snoozed } = listInput({ view }, me)
      return [view, assignee, assigned, closed, snoozed, mentioned]
    })
    assert.deepStrictEqual(filters, [
      ["mine", me, undefined, false, false, undefined],
      ["unassigned", undefined, false, false, false, undefined],
      ["open", undefined, undefined, false, false, undefined],
      ["mentions", undefined, undefined, undefined, undefined, "true"],
      ["snoozed", undefined, undefined, undefined, true, undefined],
      ["closed", undefined, undefined, true, undefined, undefined],
      ["all", undefined, undefined, undefined, undefined, undefined]
    ])
    assert.deepStrictEqual(views.filter(isWorkView), ["mine", "unassigned", "open"])
  })
})

describe("selected conversations", () => {
  it("selection: a range goes in both directions, and is one conversation without a beginning", () => {
    const ids = ["1", "2", "3", "4"]
    assert.deepStrictEqual(rangeOf(ids, "2", "4"), ["2", "3", "4"])
    assert.deepStrictEqual(rangeOf(ids, "4", "2"), ["2", "3", "4"])
    assert.deepStrictEqual(rangeOf(ids, null, "2"), ["2"])
    assert.deepStrictEqual(rangeOf(ids, "9", "2"), ["2"])
  })
})

describe("changes of conversations", () => {
  const target = (id: string, labels?: ReadonlyArray<string>): Target => ({
    id,
    status: "open",
    assigneeId: null,
    unreadCount: 0,
    ...(labels === undefined ? {} : { labels })
  })

  const parley = (calls: Array<unknown>): ParleySession => {
    const methods = {
      conversations: { close: async (id: string) => void calls.push(["close", id]) },
      labels: {
        setOfConversation: async (id: string, body: unknown) => {
          calls.push([id, body])
          if (id === "2") throw new Error("Forbidden")
        }
      },
      triage: {
        change: async (body: { readonly ids: ReadonlyArray<string> }) => {
          calls.push(body)
          return {
            results: body.ids.map((id) =>
              id === "2" ? { id, success: false, error: "Forbidden" } : { id, success: true }
            )
          }
        }
      }
    }
    // Only these methods are called.
    return methods as unknown as ParleySession
  }

  it("changes: one conversation has its own call, and many have a bulk action with their refusals", async () => {
    const calls: Array<unknown> = []
    const client = parley(calls)
    assert.deepStrictEqual(await perform(client, [target("1")], { kind: "close" }), { ids: [], reason: "" })
    const both = [target("1"), target("2")]
    assert.deepStrictEqual(await perform(client, both, { kind: "snooze", until: null }), {
      ids: ["2"],
      reason: "Forbidden"
    })
    assert.deepStrictEqual(await perform(client, both, { kind: "assign", userId: null }), {
      ids: ["2"],
      reason: "Forbidden"
    })
    assert.deepStrictEqual(calls, [
      ["close", "1"],
      { ids: ["1", "2"], action: "snooze", until: null },
      { ids: ["1", "2"], action: "unassign" }
    ])
  })

  it("changes: a label is added to each conversation beside its own, and refusals do not stop the others", async () => {
    const calls: Array<unknown> = []
    const targets = [target("1", ["a", "b"]), target("2"), target("3", ["c"])]
    const outcome = await perform(parley(calls), targets, { kind: "label", name: "c", isAdded: true })
    assert.deepStrictEqual(outcome, { ids: ["2"], reason: "Forbidden" })
    assert.deepStrictEqual(calls, [
      ["1", { labels: ["a", "b", "c"] }],
      ["2", { labels: ["c"] }],
      ["3", { labels: ["c"] }]
    ])
    assert.deepStrictEqual(labelsAfter(["a", "b"], { kind: "label", name: "a", isAdded: false }), ["b"])
  })

  it("changes: a close and a snooze can be undone", () => {
    assert.deepStrictEqual(undoOf({ kind: "close" }), { kind: "reopen" })
    assert.deepStrictEqual(undoOf({ kind: "snooze", until: null }), { kind: "unsnooze" })
    assert.isNull(undoOf({ kind: "read" }))
  })
})

describe("presets of a snooze", () => {
  const at = (...parts: readonly [number, number, number, number, number]) => new Date(...parts)

  it("snooze: later today is three hours ahead, tomorrow and the Monday of the next week at nine", () => {
    // A Wednesday.
    assert.deepStrictEqual(snoozeTimes(at(2026, 10, 25, 10, 40)), [
      ["later", at(2026, 10, 25, 13, 0)],
      ["tomorrow", at(2026, 10, 26, 9, 0)],
      ["week", at(2026, 10, 30, 9, 0)]
    ])
  })

  it("snooze: late in the evening there is no later today, and on a Sunday the next week is not tomorrow", () => {
    assert.deepStrictEqual(snoozeTimes(at(2026, 10, 29, 22, 0)), [
      ["tomorrow", at(2026, 10, 30, 9, 0)],
      ["week", at(2026, 11, 7, 9, 0)]
    ])
    // A Monday.
    assert.deepStrictEqual(snoozeTimes(at(2026, 10, 30, 22, 0)).at(-1), ["week", at(2026, 11, 7, 9, 0)])
  })
})

describe("phone numbers of a search", () => {
  it("new conversation: a number with its country code is one, in any spelling", () => {
    assert.strictEqual(phoneIn("+1 (555) 010-0100"), "+15550100100")
    assert.strictEqual(phoneIn("0049 30 123456"), "+4930123456")
    assert.strictEqual(phoneIn("\u200E+15550100100"), "+15550100100")
    for (const text of ["", "Ann", "123", "+1 555 010 0100 ext 3", "1".repeat(16)]) assert.isNull(phoneIn(text), text)
  })
})
