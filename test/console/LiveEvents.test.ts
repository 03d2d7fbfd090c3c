import { assert, describe, it } from "vitest"
import type { LiveEvent, Resync, StreamOptions } from "../../src/client/promise/eventStream.ts"
import { LiveEvents, type LiveFilter } from "../../src/console/live/LiveEvents.ts"

const event = (id: string, name: "message.sent" | "message.read", conversationId: string): LiveEvent =>
  // A stream tells more of an event than followers are chosen by.
  Object.assign(JSON.parse('{"timestamp":"2026-11-24T12:00:00.000Z","data":{}}'), { id, event: name, conversationId })

/** A stream that tells what it is given, and what it was asked. */
const stream = () => {
  const asked: Array<string | undefined> = []
  const tell = new Set<(told: LiveEvent | Resync) => void>()
  const follow = async function* ({ lastEventId, signal }: StreamOptions) {
    asked.push(lastEventId)
    const told: Array<LiveEvent | Resync> = []
    let wake = () => {}
    const take = (one: LiveEvent | Resync) => {
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
  return {
    asked,
    follow,
    tell: async (...told: ReadonlyArray<LiveEvent | Resync>) => {
      for (const one of told) for (const take of tell) take(one)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
}

describe("the live events of a tab", () => {
  it("reach everybody who follows events of their type and conversation, as long as they follow", async () => {
    const { follow, tell } = stream()
    const live = new LiveEvents({ stream: follow, changed: () => {}, ended: () => {} })
    live.start()
    const seen: Record<string, Array<string>> = { all: [], read: [], first: [], nothing: [] }
    const filters: Record<string, LiveFilter> = {
      all: {},
      read: { types: ["message.read"] },
      first: { conversationId: "1" },
      nothing: { types: [] }
    }
    const ends = Object.entries(filters).map(([name, filter]) =>
      live.follow(
        { filter, take: ({ id }) => seen[name]?.push(id), missed: () => seen[name]?.push("missed") },
        undefined
      )
    )
    await tell(event("a", "message.sent", "1"), event("b", "message.read", "2"))
    assert.deepStrictEqual(seen, { all: ["a", "b"], read: ["b"], first: ["a"], nothing: [] })
    await tell({ event: "resync", id: "c" })
    assert.deepStrictEqual(seen["nothing"], ["missed"])
    for (const end of ends) end()
    await tell(event("d", "message.read", "1"))
    assert.deepStrictEqual(seen["all"], ["a", "b", "missed"])
    live.stop()
  })

  it("go on behind the last one when the stream is started again, each once", async () => {
    const { asked, follow, tell } = stream()
    const live = new LiveEvents({ stream: follow, changed: () => {}, ended: () => {} })
    const seen: Array<string> = []
    live.follow({ filter: {}, take: ({ id }) => seen.push(id), missed: () => {} }, undefined)
    live.start()
    await tell(event("a", "message.sent", "1"))
    live.start()
    await tell(event("b", "message.sent", "1"))
    live.stop()
    await tell(event("c", "message.sent", "1"))
    assert.deepStrictEqual(
      [asked, seen],
      [
        [undefined, "a"],
        ["a", "b"]
      ]
    )
  })

  it("say to a follower that events came between its load and its beginning", async () => {
    const { follow, tell } = stream()
    const live = new LiveEvents({ stream: follow, changed: () => {}, ended: () => {} })
    live.start()
    const missed: Array<string> = []
    const begin = (name: string, since: string | undefined) =>
      live.follow({ filter: {}, take: () => {}, missed: () => missed.push(name) }, since)
    begin("before the first", live.lastEventId)
    const since = live.lastEventId
    await tell(event("a", "message.sent", "1"))
    begin("late", since)
    begin("in time", live.lastEventId)
    live.stop()
    assert.deepStrictEqual(missed, ["late"])
  })
})
