import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { createParleySession } from "../../client/promise/createParley.ts"
import { reconnectPause } from "../../client/promise/reconnectPause.ts"

/** Lifetime of a connection in milliseconds; null if the service is unreachable. */
type Lifetime = number | null

/** Follows a stream for a time, and returns when each connection was attempted, in seconds. */
const attemptsWithin = async (seconds: number, lifetimeOf: (attempt: number, at: number) => Lifetime) => {
  const startedAt = Date.now()
  const attempts: Array<number> = []
  const fetch = async (_: string, init: RequestInit) => {
    const at = (Date.now() - startedAt) / 1_000
    const millis = lifetimeOf(attempts.length, at)
    attempts.push(at)
    if (millis === null) throw new TypeError("no network")
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(`id: ${attempts.length}\nretry: 2000\n\n`))
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
  return attempts
}

const gaps = (attempts: ReadonlyArray<number>) => attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))

/** The first connection is cut after a minute; the service is unreachable afterwards. */
const cutAfterMinute = (attempt: number): Lifetime => (attempt === 0 ? 60_000 : null)

describe("reconnection of the event stream", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("reconnection starts half a second after a cut, and succeeds soon after an outage of 10 seconds", async () => {
    const attempts = await attemptsWithin(90, (attempt, at) => (at < 70 ? cutAfterMinute(attempt) : 60_000))
    assert.isAtLeast(attempts[1] ?? 0, 60.2)
    assert.isBelow(attempts[1] ?? 0, 60.6)
    const back = attempts.find((at) => at >= 70) ?? Number.POSITIVE_INFINITY
    assert.isBelow(back, 79)
    assert.strictEqual(attempts.at(-1), back)
  })

  it("reconnection waits longer during a long outage, at most half a minute", async () => {
    const all = gaps(await attemptsWithin(600, cutAfterMinute)).slice(1)
    for (const [index, gap] of all.entries()) assert.isAtMost(gap, 30.001, `pause ${index}`)
    for (const gap of all.slice(-5)) assert.isAtLeast(gap, 15)
    assert.isBelow(all.length, 40)
  })

  it("reconnection slows down for a service that accepts connections and cuts them at once", async () => {
    assert.isBelow((await attemptsWithin(60, () => 0)).length, 16)
  })

  it("reconnection starts with short pauses again after a steady connection", async () => {
    const all = gaps(await attemptsWithin(300, () => 20_000))
    for (const gap of all) assert.isBelow(gap, 20.6)
  })
})

describe("reconnection pauses", () => {
  it("a reconnection pause is between half of a growing time and the whole, and at most the longest pause", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3].map((failures) => reconnectPause(failures, 2_000, 1)),
      [500, 750, 1_125, 1_687.5]
    )
    assert.strictEqual(reconnectPause(0, 2_000, 0), 250)
    assert.deepStrictEqual([reconnectPause(100, 2_000, 0), reconnectPause(100, 2_000, 1)], [15_000, 30_000])
  })
})
