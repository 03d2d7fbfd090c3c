import { assert, describe, it } from "vitest"
import {
  formatLeft,
  isWritable,
  replyTag,
  type WindowMessage,
  windowOf,
  windowState
} from "../../../console/inbox/window/windowState.ts"

const hour = 3_600_000
const written = Date.parse("2026-11-24T12:00:00.000Z")
const message = (direction: "inbound" | "outbound", timestamp: string): WindowMessage => ({ direction, timestamp })
const window = windowOf([
  message("outbound", "2026-11-24T13:00:00.000Z"),
  message("inbound", "2026-11-24T12:00:00.000Z"),
  message("inbound", "2026-11-24T09:00:00.000Z")
])

describe("the window of a conversation", () => {
  it("is opened by the last message of the person, not by those of the business", () => {
    assert.deepStrictEqual(windowState("whatsapp", window, written + hour), { kind: "open", left: 23 * hour })
  })

  it("is opened by the person's reaction to a message of the business, not by one of the business", () => {
    const reacted = (from: string | null) =>
      windowOf([
        { ...message("outbound", "2026-11-24T08:00:00.000Z"), reactions: [{ from, at: "2026-11-24T12:00:00.000Z" }] }
      ])
    assert.strictEqual(windowState("whatsapp", reacted("1"), written).kind, "open")
    assert.strictEqual(windowState("whatsapp", reacted(null), written).kind, "never")
  })

  it("lets members answer on Messenger and Instagram for 7 days, with the tag once it is needed", () => {
    const at = (channel: "whatsapp" | "messenger" | "instagram", hours: number) => {
      const state = windowState(channel, window, written + hours * hour)
      return [isWritable(channel, state), replyTag(state)]
    }
    for (const channel of ["messenger", "instagram"] as const) {
      assert.deepStrictEqual(at(channel, 23), [true, null])
      assert.deepStrictEqual(at(channel, 25), [true, "HUMAN_AGENT"])
      assert.deepStrictEqual(at(channel, 7 * 24), [false, null])
    }
    assert.deepStrictEqual(at("whatsapp", 25), [false, null])
    assert.deepStrictEqual([isWritable("messenger", null), replyTag(null)], [true, null])
  })

  it("closes to the millisecond", () => {
    assert.deepStrictEqual(windowState("whatsapp", window, written + 24 * hour - 1), { kind: "open", left: 1 })
    assert.deepStrictEqual(windowState("whatsapp", window, written + 24 * hour), { kind: "closed", left: null })
  })

  it("lets people answer for 7 days on Messenger and Instagram", () => {
    for (const channel of ["messenger", "instagram"] as const) {
      assert.deepStrictEqual(windowState(channel, window, written + 24 * hour), {
        kind: "humanAgent",
        left: 6 * 24 * hour
      })
      assert.strictEqual(windowState(channel, window, written + 7 * 24 * hour).kind, "closed")
    }
  })

  it("was never open when the person did nothing, and takes no text for an instant", () => {
    assert.strictEqual(windowState("whatsapp", windowOf([]), written).kind, "never")
    assert.strictEqual(windowState("whatsapp", windowOf([message("inbound", "soon")]), written).kind, "never")
  })
})

describe("the countdown", () => {
  it("shows seconds in the last ten minutes, and larger units before", () => {
    assert.strictEqual(formatLeft("en", 23 * hour + 59 * 60_000), "23h 59m")
    assert.strictEqual(formatLeft("en", 10 * 60_000 + 1_000), "10m")
    assert.strictEqual(formatLeft("en", 10 * 60_000), "10m 0s")
    assert.strictEqual(formatLeft("en", 59_400), "1m 0s")
    assert.strictEqual(formatLeft("en", 9_000), "9s")
    assert.strictEqual(formatLeft("en", 1), "1s")
    assert.strictEqual(formatLeft("en", 6 * 24 * hour), "6d 0h")
  })

  it("writes numbers as the language does", () => {
    assert.notStrictEqual(formatLeft("ar", 9_000), "9s")
  })
})
