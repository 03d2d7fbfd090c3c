import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { Dispatcher } from "../../../../src/app/webhooks/delivery/Dispatcher.ts"
import {
  type ShardEvent,
  type ShardMode,
  ShardState,
  nextMode
} from "../../../../src/app/webhooks/delivery/ShardState.ts"
import type { QueuedDelivery } from "../../../../src/domain/webhooks/Delivery.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, EventId } from "../../../../src/domain/Ids.ts"
import { OutboxCursor } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { atOnce, webhookOf } from "./dispatcherScene.ts"

const { organizationId } = webhookOf(1, 1)
const conversationId = ConversationId.make("00000000-0000-7000-8000-000000000007")

const nth = (sequence: number): QueuedDelivery => ({
  organizationId,
  event: {
    id: EventId.make(`00000000-0000-7000-8000-00000000010${sequence}`),
    type: "message.sent",
    conversationId,
    sequence,
    occurredAt: DateTime.makeUnsafe("2026-11-20T12:00:00.000Z"),
    dataJson: "{}"
  },
  failures: 0,
  isDeferred: false
})

const make = () => new ShardState(shardOf(organizationId), new Dispatcher(atOnce), () => {})

describe("the modes of a shard", () => {
  const after = (...events: ReadonlyArray<ShardEvent>): ShardMode =>
    events.reduce((mode: ShardMode, event) => nextMode(mode, event), "opening")

  it.each([
    [["opened"], "unread"],
    [["opened", "readBegun"], "caughtUp"],
    // A signal during a read has the outbox read once more.
    [["opened", "readBegun", "signalled"], "unread"],
    [["opened", "readBegun", "nothingDue"], "idle"],
    [["opened", "readBegun", "nothingDue", "woken"], "caughtUp"],
    [["opened", "readBegun", "nothingDue", "signalled", "woken"], "unread"],
    [["opened", "signalled", "nothingDue"], "unread"]
  ] as const)("%j lead to %s", (events, mode) => {
    assert.strictEqual(after(...events), mode)
  })

  it.each(["opening", "unread", "caughtUp", "idle", "resync"] as const)(
    "%s can be invalidated and released",
    (mode) => {
      assert.strictEqual(nextMode(mode, "invalidated"), "resync")
      assert.strictEqual(nextMode(mode, "released"), "released")
    }
  )

  it("resync ends only when the shard is opened again, and released never ends", () => {
    const events = ["opened", "signalled", "readBegun", "nothingDue", "woken", "invalidated"] as const
    for (const event of events) assert.strictEqual(nextMode("resync", event), "resync")
    assert.strictEqual(nextMode("resync", "reopened"), "opening")
    for (const event of [...events, "reopened"] as const) assert.strictEqual(nextMode("released", event), "released")
  })
})

describe("a delivery that leaves memory for the retry queue", () => {
  it("is returned in the order of deferral", () => {
    const state = make()
    state.defer(nth(1), null)
    state.defer(nth(2), null)
    assert.deepStrictEqual(
      state.takeDeferrals().map(({ delivery }) => delivery.event.sequence),
      [1, 2]
    )
    assert.deepStrictEqual(state.takeDeferrals(), [])
  })

  it("is visible to reads that begin before it is stored, and not to later reads", () => {
    const state = make()
    const during = state.beginRead()
    state.defer(nth(1), null)
    const pending = state.beginRead()
    const deferrals = state.takeDeferrals()
    state.deferred(deferrals, 0)
    const later = state.beginRead()
    assert.deepStrictEqual(
      [during, pending, later].map(({ conversations, events }) => [
        events.has(nth(1).event.id),
        conversations.has(conversationId)
      ]),
      [
        [true, true],
        [true, true],
        [false, false]
      ]
    )
  })

  it("delays the checkpoint until it is stored", () => {
    const state = make()
    const tracker = state.opened(OutboxCursor.make("0"), 0)
    const batch = tracker.begin()
    batch.retain()
    state.defer(nth(1), batch)
    batch.release()
    tracker.cursor = OutboxCursor.make("1")
    const deferrals = state.takeDeferrals()
    assert.strictEqual(tracker.checkpoint, "0")
    state.deferred(deferrals, 0)
    assert.strictEqual(tracker.checkpoint, "1")
  })
})
