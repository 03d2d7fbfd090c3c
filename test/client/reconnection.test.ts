import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { createParleySession } from "../../client/promise/createParley.ts"
import { reconnectPause } from "../../client/promise/reconnectPause.ts"

/** What the service says of a connection: how long it stands, in milliseconds; null where it cannot be reached. */
type Standing = number | null

/** Follows a stream until a time, and gives when each connection was tried, in seconds. */
const triedUntil = async (seconds: number, standing: (attempt: number, at: number) => Standing) => {
  const begun = Date.now()
  const tried: Array<number> = []
  const fetch = async (_: string, init: RequestInit) => {
    const at = (Date.now() - begun) / 1_000
    const millis = standing(tried.length, at)
    tried.push(at)
    if (millis === null) throw new TypeError("no network")
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(`id: ${tried.length}\nretry: 2000\n\n`))
        const beat = setInterval(() => controller.enqueue(new TextEncoder().encode(":\n\n")), 15_000)
        const end = () => {
          clearInterval(beat)
          clearTimeout(timer)
          controller.error(new Error("cut"))
        }
        const timer = setTimeout(end, millis)
        init.signal?.addEventListener("abort", end, { once: true })
      }
    })
    return new Response(body, { headers: { "content-type": "text/event-stream" } })
  }
  const ended = new AbortController()
  const session = createParleySession({ url: "http://service", token: "t", organizationId: "o", fetch })
  const over = session.events.stream({ signal: ended.signal })[Symbol.asyncIterator]().next()
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  ended.abort()
  await vi.advanceTimersByTimeAsync(1)
  await over
  return tried
}

const gaps = (tried: ReadonlyArray<number>) => tried.slice(1).map((at, place) => at - (tried[place] ?? 0))

/** Stands until it is cut after a minute. */
const cutAfterMinute = (attempt: number): Standing => (attempt === 0 ? 60_000 : null)

describe("connecting again", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("begins half a second after a cut, and is there soon after a service that was away for 10 seconds", async () => {
    const tried = await triedUntil(90, (attempt, at) => (at < 70 ? cutAfterMinute(attempt) : 60_000))
    assert.isAtLeast(tried[1] ?? 0, 60.2)
    assert.isBelow(tried[1] ?? 0, 60.6)
    const back = tried.find((at) => at >= 70) ?? Number.POSITIVE_INFINITY
    assert.isBelow(back, 79)
    assert.strictEqual(tried.at(-1), back)
  })

  it("waits longer the longer the service is away, up to half a minute", async () => {
    const all = gaps(await triedUntil(600, cutAfterMinute)).slice(1)
    for (const [place, gap] of all.entries()) assert.isAtMost(gap, 30.001, `pause ${place}`)
    for (const gap of all.slice(-5)) assert.isAtLeast(gap, 15)
    assert.isBelow(all.length, 40)
  })

  it("does not rush at a service that takes connections and cuts them at once", async () => {
    assert.isBelow((await triedUntil(60, () => 0)).length, 16)
  })

  it("begins anew after a connection that stood", async () => {
    const all = gaps(await triedUntil(300, () => 20_000))
    for (const gap of all) assert.isBelow(gap, 20.6)
  })
})

describe("the pause before a connection", () => {
  it("is between the half and the whole of a time that grows, and never above the longest one", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3].map((failures) => reconnectPause(failures, 2_000, 1)),
      [500, 750, 1_125, 1_687.5]
    )
    assert.strictEqual(reconnectPause(0, 2_000, 0), 250)
    assert.deepStrictEqual([reconnectPause(100, 2_000, 0), reconnectPause(100, 2_000, 1)], [15_000, 30_000])
  })
})
