import { assert, describe, it } from "vitest"
import type { StreamEntry, StreamOptions } from "../../client/promise/eventStream.ts"
import { alone } from "../../console/live/browserTabs.ts"
import { LiveEvents, type LiveFilter } from "../../console/live/LiveEvents.ts"
import { entry } from "./support/streamLog.ts"

/** A stream that tells what it is given, and what it was asked. `loadedSince`: after everything, if absent. */
const stream = (loadedSince = Number.POSITIVE_INFINITY) => {
  const asked: Array<string | undefined> = []
  const tell = new Set<(told: StreamEntry) => void>()
  const follow = async function* ({ lastEventId, signal }: StreamOptions) {
    asked.push(lastEventId)
    const told: Array<StreamEntry> = []
    let wake = () => {}
    const take = (one: StreamEntry) => {
      told.push(one)
      wake()
    }
    tell.add(take)
    let isOver = false
    signal?.addEventListener("abort", () => {
      isOver = true
      wake()
    })
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the listener modifies it
    while (!isOver) {
      yield* told.splice(0)
      if (told.length > 0) continue
      // oxlint-disable-next-line eslint/no-await-in-loop -- one event after the other
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    tell.delete(take)
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
    asked,
    live,
    settled,
    tell: async (...told: ReadonlyArray<StreamEntry>) => {
      await settled()
      for (const one of told) for (const take of tell) take(one)
      await settled()
    }
  }
}

describe("the live events of a tab", () => {
  it("reach everybody who follows events of their type and conversation, as long as they follow", async () => {
    const { live, tell } = stream()
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
    await tell(entry("a", "message.sent", "1"), entry("b", "message.read", "2"), entry("c", "conversation.gone", "1"))
    assert.deepStrictEqual(seen, { all: ["a", "b"], read: ["b"], first: ["a"], gone: ["c"], nothing: [] })
    await tell({ event: "resync", id: "d" })
    assert.deepStrictEqual(seen["nothing"], ["missed"])
    for (const end of ends) end()
    await tell(entry("e", "message.read", "1"))
    assert.deepStrictEqual(seen["all"], ["a", "b", "missed"])
    live.stream.stop()
  })

  it("go on behind the last one when the stream is started again, each once", async () => {
    const { asked, live, settled, tell } = stream()
    const seen: Array<string> = []
    live.follow({ filter: {}, take: ({ id }) => seen.push(id), missed: () => {} }, null)
    await tell(entry("a", "message.sent", "1"))
    live.stream.retry()
    await tell(entry("b", "message.sent", "1"))
    live.stream.start()
    await settled()
    live.stream.stop()
    await tell(entry("c", "message.sent", "1"))
    assert.deepStrictEqual(
      [asked, seen],
      [
        [undefined, "a", "b"],
        ["a", "b"]
      ]
    )
  })

  it("say to a follower that events came between its load and its beginning", async () => {
    const { live, tell } = stream()
    const missed: Array<string> = []
    const begin = (name: string, since: string | null) =>
      live.follow({ filter: {}, take: () => {}, missed: () => missed.push(name) }, since)
    begin("before the first", live.lastEventId)
    await tell(entry("a", "message.sent", "1"))
    const since = live.lastEventId
    await tell(entry("b", "message.sent", "1"))
    begin("late", since)
    begin("in time", live.lastEventId)
    live.stream.stop()
    assert.deepStrictEqual(missed, ["late"])
  })

  it("say that events may have come before the stream, unless the last one is older than the loads", async () => {
    const loaded = Date.parse("2026-11-26T12:00:00Z")
    const idAt = (millis: number) =>
      millis
        .toString(16)
        .padStart(12, "0")
        .replace(/^(.{8})/, "$1-") + "-7000-8000-000000000000"
    const missedWith = async (firstId: string, loadedSince: number) => {
      const { live, tell } = stream(loadedSince)
      const missed: Array<string> = []
      const begin = (name: string) => live.follow({ filter: {}, take: () => {}, missed: () => missed.push(name) }, null)
      begin("early")
      await tell(entry(firstId, "message.sent", "1"))
      // Its load began before the stream, and it followed only afterwards.
      begin("late")
      await tell(entry(idAt(loaded + 90_000), "message.sent", "1"))
      live.stream.stop()
      return missed
    }
    assert.deepStrictEqual(await missedWith(idAt(loaded - 60_000), loaded), [])
    assert.deepStrictEqual(await missedWith(idAt(loaded - 1_000), loaded), ["early", "late"])
    assert.deepStrictEqual(await missedWith(idAt(loaded + 300), loaded), ["early", "late"])
    assert.deepStrictEqual(await missedWith(idAt(loaded - 60_000), Number.NaN), ["early", "late"])
  })
})
