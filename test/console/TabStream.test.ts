import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { LiveState } from "../../console/live/liveState.ts"
import { TabStream } from "../../console/live/TabStream.ts"
import { settled, StreamLog, TestBrowser } from "./support/streamLog.ts"

/** Tabs of one browser that follow one log, and the entries that each received. */
const scene = () => {
  const log = new StreamLog()
  const browser = new TestBrowser()
  const tabs: Array<{
    readonly stream: TabStream
    readonly received: Array<string>
    readonly states: Array<LiveState>
    readonly seen: { from: string | null; isHidden: boolean; now: number; isOpen: boolean }
  }> = []
  const open = () => {
    const received: Array<string> = []
    const states: Array<LiveState> = []
    const seen = { from: null as string | null, isHidden: false, now: 0, isOpen: true }
    const stream = new TabStream({
      stream: (options) => log.stream(options),
      tabs: browser.tab(tabs.length),
      isHidden: () => seen.isHidden,
      now: () => seen.now,
      take: (id, one) => {
        seen.from ??= id
        if (one !== null) received.push(id)
      },
      changed: (state) => states.push(state),
      ended: () => {}
    })
    tabs.push({ stream, received, states, seen })
    stream.start()
  }
  const openTabs = () => tabs.flatMap((tab, index) => (tab.seen.isOpen ? [index] : []))
  const deliverAll = async () => {
    /* oxlint-disable eslint/no-await-in-loop */
    for (let quiet = 0; quiet < 5;) {
      const delivered = openTabs().map((tab) => browser.deliver(tab, 0))
      quiet = delivered.includes(true) ? 0 : quiet + 1
      await settled()
    }
    /* oxlint-enable eslint/no-await-in-loop */
  }
  return { browser, deliverAll, log, open, openTabs, tabs }
}

const Step = Schema.Struct({
  kind: Schema.Literals([
    "shown",
    "shown",
    "hidden",
    "open",
    "close",
    "retry",
    "deliver",
    "deliver",
    "deliver",
    "settle"
  ]),
  choice: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))
})

/** Runs the steps, and checks the entries that each tab received in the end. */
const run = async (steps: ReadonlyArray<typeof Step.Type>): Promise<void> => {
  const { browser, deliverAll, log, open, openTabs, tabs } = scene()
  open()
  open()
  await settled()
  /* oxlint-disable eslint/no-await-in-loop */
  for (const { choice, kind } of steps) {
    const indexes = openTabs()
    const index = indexes[choice % indexes.length] ?? 0
    const tab = tabs[index]
    if (kind === "shown" || kind === "hidden") log.add(kind === "shown")
    else if (kind === "open" && indexes.length < 6) open()
    else if (kind === "close" && indexes.length > 1 && tab !== undefined) {
      tab.stream.stop()
      tab.seen.isOpen = false
    } else if (kind === "retry") tab?.stream.retry()
    else if (kind === "deliver") browser.deliver(index, choice)
    else await settled()
    if (choice % 3 === 0) await settled()
  }
  /* oxlint-enable eslint/no-await-in-loop */
  await deliverAll()
  // A tab that reads separately has caught up with the leader at the next event that both receive.
  log.add(true)
  await deliverAll()
  for (const { seen, received } of tabs) {
    const all = seen.from === null ? [] : log.visibleAfter(seen.from)
    assert.deepStrictEqual(received, seen.isOpen ? all : all.slice(0, received.length))
    if (seen.isOpen) assert.isNotNull(seen.from)
  }
  assert.strictEqual(log.open, 1)
}

describe("event stream shared by tabs", () => {
  it.effect.prop(
    "each tab gets every event once and in order, whichever tab leads and however late messages arrive",
    { steps: Schema.Array(Step).check(Schema.isMinLength(10), Schema.isMaxLength(80)) },
    ({ steps }) => Effect.promise(() => run(steps)),
    { arbitrary: { runs: 300 }, timeout: 180_000 }
  )

  it("another tab takes over when the leading tab closes, and resumes after the last event", async () => {
    const { browser, deliverAll, log, open, tabs } = scene()
    for (let count = 0; count < 8; count++) open()
    await deliverAll()
    log.add(true)
    await deliverAll()
    assert.deepStrictEqual([browser.leader, log.open], [0, 1])
    tabs[0]?.stream.stop()
    log.add(true)
    await deliverAll()
    assert.deepStrictEqual([browser.leader, log.open], [1, 1])
    for (const { received } of tabs.slice(1)) assert.deepStrictEqual(received, ["e1", "e2"])
  })

  it("a visible tab takes over when the connection of a hidden leader is cut", async () => {
    const { browser, deliverAll, open, tabs } = scene()
    open()
    open()
    await deliverAll()
    const [first, second] = tabs
    if (first === undefined || second === undefined) return assert.fail("there are two tabs")
    first.stream.connection("live")
    await deliverAll()
    first.seen.isHidden = true
    second.seen.isHidden = true
    first.stream.connection("offline")
    await deliverAll()
    // Without a visible tab the leader stays.
    assert.strictEqual(browser.leader, 0)
    assert.deepStrictEqual(second.states, ["live", "offline"])
    second.seen.isHidden = false
    second.stream.shown()
    await deliverAll()
    assert.strictEqual(browser.leader, 1)
    second.stream.connection("live")
    await deliverAll()
    assert.deepStrictEqual(first.states, ["live", "offline", "live"])
  })

  it("a tab takes over at once when its user retries", async () => {
    const { browser, deliverAll, log, open, tabs } = scene()
    open()
    open()
    await deliverAll()
    tabs[0]?.stream.connection("offline")
    await deliverAll()
    assert.strictEqual(browser.leader, 0)
    tabs[1]?.stream.retry()
    await deliverAll()
    assert.deepStrictEqual([browser.leader, log.open], [1, 1])
  })
})
