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
const writtenAt = Date.parse("2026-11-24T12:00:00.000Z")
const message = (direction: "inbound" | "outbound", timestamp: string): WindowMessage => ({ direction, timestamp })
const window = windowOf([
  message("outbound", "2026-11-24T13:00:00.000Z"),
  message("inbound", "2026-11-24T12:00:00.000Z"),
  message("inbound", "2026-11-24T09:00:00.000Z")
])

describe("messaging window of a conversation", () => {
  it("the last message of the contact opens the messaging window, a message of the business does not", () => {
    assert.deepStrictEqual(windowState("whatsapp", window, writtenAt + hour), { kind: "open", left: 23 * hour })
  })

  it("a reaction of the contact to a message of the business opens the window, a reaction of the business does not", () => {
    const reacted = (from: string | null) =>
      windowOf([
        { ...message("outbound", "2026-11-24T08:00:00.000Z"), reactions: [{ from, at: "2026-11-24T12:00:00.000Z" }] }
      ])
    assert.strictEqual(windowState("whatsapp", reacted("1"), writtenAt).kind, "open")
    assert.strictEqual(windowState("whatsapp", reacted(null), writtenAt).kind, "never")
  })

  it("a reply on Messenger and Instagram needs the tag after 24 hours, for up to 7 days", () => {
    const at = (channel: "whatsapp" | "messenger" | "instagram", hours: number) => {
      const state = windowState(channel, window, writtenAt + hours * hour)
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

  it("the messaging window closes to the millisecond", () => {
    assert.deepStrictEqual(windowState("whatsapp", window, writtenAt + 24 * hour - 1), { kind: "open", left: 1 })
    assert.deepStrictEqual(windowState("whatsapp", window, writtenAt + 24 * hour), { kind: "closed", left: null })
  })

  it("agents may reply on Messenger and Instagram for 7 days", () => {
    for (const channel of ["messenger", "instagram"] as const) {
      assert.deepStrictEqual(windowState(channel, window, writtenAt + 24 * hour), {
        kind: "humanAgent",
        left: 6 * 24 * hour
      })
      assert.strictEqual(windowState(channel, window, writtenAt + 7 * 24 * hour).kind, "closed")
    }
  })

  it("a messaging window that the contact never opened permits no text", () => {
    assert.strictEqual(windowState("whatsapp", windowOf([]), writtenAt).kind, "never")
    assert.strictEqual(windowState("whatsapp", windowOf([message("inbound", "soon")]), writtenAt).kind, "never")
  })
})

describe("countdown of the messaging window", () => {
  it("the countdown shows seconds in the last ten minutes, and larger units before", () => {
    assert.strictEqual(formatLeft("en", 23 * hour + 59 * 60_000), "23h 59m")
    assert.strictEqual(formatLeft("en", 10 * 60_000 + 1_000), "10m")
    assert.strictEqual(formatLeft("en", 10 * 60_000), "10m 0s")
    assert.strictEqual(formatLeft("en", 59_400), "1m 0s")
    assert.strictEqual(formatLeft("en", 9_000), "9s")
    assert.strictEqual(formatLeft("en", 1), "1s")
    assert.strictEqual(formatLeft("en", 6 * 24 * hour), "6d 0h")
  })

  it("the countdown formats numbers in the language of the page", () => {
    assert.notStrictEqual(formatLeft("ar", 9_000), "9s")
  })
})
