import { assert, describe, it } from "vitest"
import type { StreamEntry, StreamOptions } from "../../client/promise/eventStream.ts"
import { alone } from "../../console/live/browserTabs.ts"
import { LiveEvents, type LiveFilter } from "../../console/live/LiveEvents.ts"
import { entry } from "./support/streamLog.ts"

/** Live events over a controlled stream, and the last ids that opened it. `loadedSince`: after all events by default. */
const stream = (loadedSince = Number.POSITIVE_INFINITY) => {
  const lastIds: Array<string | undefined> = []
  const listeners = new Set<(entry: StreamEntry) => void>()
  const follow = async function* ({ lastEventId, signal }: StreamOptions) {
    lastIds.push(lastEventId)
    const queue: Array<StreamEntry> = []
    let wake = () => {}
    const take = (one: StreamEntry) => {
      queue.push(one)
      wake()
    }
    listeners.add(take)
    let isOver = false
    signal?.addEventListener("abort", () => {
      isOver = true
      wake()
    })
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the listener modifies it
    while (!isOver) {
      yield* queue.splice(0)
      if (queue.length > 0) continue
      // oxlint-disable-next-line eslint/no-await-in-loop -- one event after the other
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    listeners.delete(take)
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  const live = new LiveEvents({
    stream: follow,
    tabs: alone,
    loadedSince,
    isHidden: () => false,
    now: () => 0,
    changed: () => {},
    ended: () => {}
  })
  live.stream.start()
  return {
    lastIds,
    live,
    settled,
    send: async (...entries: ReadonlyArray<StreamEntry>) => {
      await settled()
      for (const one of entries) for (const take of listeners) take(one)
      await settled()
    }
  }
}

describe("live events of a tab", () => {
  it("live events reach all followers of their type and conversation until they unsubscribe", async () => {
    const { live, send } = stream()
    const seen: Record<string, Array<string>> = { all: [], read: [], first: [], gone: [], nothing: [] }
    const filters: Record<string, LiveFilter> = {
      all: {},
      read: { types: ["message.read"] },
      first: { conversationId: "1" },
      gone: { types: ["conversation.gone"], conversationId: "1" },
      nothing: { types: [] }
    }
    const ends = Object.entries(filters).map(([name, filter]) =>
      live.follow({ filter, take: ({ id }) => seen[name]?.push(id), missed: () => seen[name]?.push("missed") }, null)
    )
    await send(entry("a", "message.sent", "1"), entry("b", "message.read", "2"), entry("c", "conversation.gone", "1"))
    assert.deepStrictEqual(seen, { all: ["a", "b"], read: ["b"], first: ["a"], gone: ["c"], nothing: [] })
    await send({ event: "resync", id: "d" })
    assert.deepStrictEqual(seen["nothing"], ["missed"])
    for (const end of ends) end()
    await send(entry("e", "message.read", "1"))
    assert.deepStrictEqual(seen["all"], ["a", "b", "missed"])
    live.stream.stop()
  })

  it("a restarted live stream resumes after the last event without duplicates", async () => {
    const { lastIds, live, settled, send } = stream()
    const seen: Array<string> = []
    live.follow({ filter: {}, take: ({ id }) => seen.push(id), missed: () => {} }, null)
    await send(entry("a", "message.sent", "1"))
    live.stream.retry()
    await send(entry("b", "message.sent", "1"))
    live.stream.start()
    await settled()
    live.stream.stop()
    await send(entry("c", "message.sent", "1"))
    assert.deepStrictEqual(
      [lastIds, seen],
      [
        [undefined, "a", "b"],
        ["a", "b"]
      ]
    )
  })

  it("a follower is notified about events between its load and its subscription", async () => {
    const { live, send } = stream()
    const missed: Array<string> = []
    const begin = (name: string, since: string | null) =>
      live.follow({ filter: {}, take: () => {}, missed: () => missed.push(name) }, since)
    begin("before the first", live.lastEventId)
    await send(entry("a", "message.sent", "1"))
    const since = live.lastEventId
    await send(entry("b", "message.sent", "1"))
    begin("late", since)
    begin("in time", live.lastEventId)
    live.stream.stop()
    assert.deepStrictEqual(missed, ["late"])
  })

  it("followers are notified about possible events before the stream, unless its first event is older than their loads", async () => {
    const loaded = Date.parse("2026-11-26T12:00:00Z")
    const idAt = (millis: number) =>
      millis
        .toString(16)
        .padStart(12, "0")
        .replace(/^(.{8})/, "$1-") + "-7000-8000-000000000000"
    const missedWith = async (firstId: string, loadedSince: number) => {
      const { live, send } = stream(loadedSince)
      const missed: Array<string> = []
      const begin = (name: string) => live.follow({ filter: {}, take: () => {}, missed: () => missed.push(name) }, null)
      begin("early")
      await send(entry(firstId, "message.sent", "1"))
      // Its load began before the stream, and its subscription after it.
      begin("late")
      await send(entry(idAt(loaded + 90_000), "message.sent", "1"))
      live.stream.stop()
      return missed
    }
    assert.deepStrictEqual(await missedWith(idAt(loaded - 60_000), loaded), [])
    assert.deepStrictEqual(await missedWith(idAt(loaded - 1_000), loaded), ["early", "late"])
    assert.deepStrictEqual(await missedWith(idAt(loaded + 300), loaded), ["early", "late"])
    assert.deepStrictEqual(await missedWith(idAt(loaded - 60_000), Number.NaN), ["early", "late"])
  })
})
