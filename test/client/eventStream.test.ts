import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Ref, Schema, Stream } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import { createParleySession } from "../../client/promise/createParley.ts"
import { EventFrames } from "../../client/promise/EventFrames.ts"
import type { StreamEntry } from "../../client/promise/eventStream.ts"
import { ParleyError } from "../../client/promise/ParleyError.ts"
import * as SessionEvents from "../../client/SessionEvents.ts"

/** A service with an answer per connection. The last answer repeats. */
const service = Effect.fnUntraced(function* (...answers: ReadonlyArray<(response: ServerResponse) => void>) {
  const requests: Array<IncomingHttpHeaders> = []
  let closed = 0
  const server = createServer((request, response) => {
    requests.push(request.headers)
    response.once("close", () => (closed += 1))
    answers[Math.min(requests.length, answers.length) - 1]?.(response)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const lastIds = () => requests.map((headers) => headers["last-event-id"])
  const tokens = () => requests.map(({ authorization }) => authorization)
  return { url, lastIds, tokens, closed: () => closed }
})

const event = (id: string) =>
  `id: ${id}\nevent: message.read\ndata: ${JSON.stringify({ id, event: "message.read", timestamp: "", conversationId: null, data: {} })}\n\n`

const streaming =
  (...pieces: ReadonlyArray<string>) =>
  (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    for (const piece of pieces) response.write(piece)
    response.end()
  }

const staying = (text: string) => (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "text/event-stream" }).write(text)

const refusing =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify({ success: false, error: `no: ${status}` }))

/** Reads the ids of the next events. */
const take = (events: AsyncIterable<StreamEntry>, count: number) =>
  Effect.promise(async () => {
    const ids: Array<string> = []
    for await (const { event: type, id } of events) {
      ids.push(type === "resync" ? `resync ${id}` : id)
      if (ids.length === count) break
    }
    return ids
  })

const soon = "id: 0\nretry: 1\n\n"

describe("the client's event stream", () => {
  it.live("the event stream resumes after the last id when a connection ends at any byte", () =>
    Effect.gen(function* () {
      const { closed, lastIds, url } = yield* service(
        streaming(soon, ": live\n\n", event("a"), event("b").slice(0, 30)),
        streaming(event("b"), "id: hidden\n\n"),
        (response: ServerResponse) => void response.destroy(),
        staying(`event: resync\ndata: {}\n\n${event("c")}`)
      )
      const session = createParleySession({ url, token: "t", organizationId: "o" })
      const passed: Array<string> = []
      const events = session.events.stream({ passed: (id) => passed.push(id) })
      assert.deepStrictEqual(yield* take(events, 4), ["a", "b", "resync hidden", "c"])
      assert.deepStrictEqual(passed, ["0", "hidden"])
      assert.deepStrictEqual(lastIds(), [undefined, "a", "hidden", "hidden"])
      // Leaving the loop ends the connection.
      yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => closed() === 4 })
    }).pipe(Effect.scoped)
  )

  it.live("the event stream requests the token before each connection, and once more after a 401", () =>
    Effect.gen(function* () {
      const { tokens, url } = yield* service(
        streaming(soon, event("a")),
        refusing(401),
        streaming(event("b")),
        refusing(401),
        refusing(401)
      )
      let tokenCount = 0
      const session = createParleySession({ url, token: () => `t${++tokenCount}`, organizationId: "o" })
      const events = session.events.stream({ lastEventId: "before" })[Symbol.asyncIterator]()
      const next = Effect.promise(() => events.next())
      assert.strictEqual((yield* next).value?.id, "a")
      assert.strictEqual((yield* next).value?.id, "b")
      const failure = yield* Effect.promise(() => events.next().catch((error: unknown) => error))
      assert.instanceOf(failure, ParleyError)
      assert.deepInclude(failure, { status: 401, retry: "reauthorize" })
      assert.deepStrictEqual(tokens(), ["Bearer t1", "Bearer t2", "Bearer t3", "Bearer t4", "Bearer t5"])
    }).pipe(Effect.scoped)
  )

  it.live("the event stream waits for Retry-After, and rejects if waiting cannot help", () =>
    Effect.gen(function* () {
      const busy = yield* service(streaming(soon), refusing(429, { "retry-after": "1" }), staying(event("a")))
      const startedAt = Date.now()
      const session = createParleySession({ url: busy.url, token: "t", organizationId: "o" })
      assert.deepStrictEqual(yield* take(session.events.stream(), 1), ["a"])
      assert.isAtLeast(Date.now() - startedAt, 990)
      for (const [status, answer] of [
        [403, refusing(403)],
        [400, refusing(400)],
        [null, (response: ServerResponse) => void response.end("{}")]
      ] as const) {
        const { url } = yield* service(answer)
        const { events } = createParleySession({ url, token: "t", organizationId: "o" })
        const stream = events.stream()[Symbol.asyncIterator]()
        const failure = yield* Effect.promise(() => stream.next().catch((error: unknown) => error))
        assert.instanceOf(failure, ParleyError)
        assert.strictEqual(failure.status, status)
      }
    }).pipe(Effect.scoped)
  )

  it.live("the event stream ends with its signal, also while it is idle", () =>
    Effect.gen(function* () {
      const { closed, url } = yield* service(staying(`${soon}${event("a")}`))
      const session = createParleySession({ url, token: "t", organizationId: "o" })
      const ended = new AbortController()
      const events = session.events.stream({ signal: ended.signal })[Symbol.asyncIterator]()
      yield* Effect.promise(() => events.next())
      const last = events.next()
      ended.abort()
      assert.deepStrictEqual(yield* Effect.promise(() => last), { done: true, value: undefined })
      yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => closed() === 1 })
    }).pipe(Effect.scoped)
  )

  it.live("the event stream is available as a Stream of Effect, with the token as an effect", () =>
    Effect.gen(function* () {
      const { closed, tokens, url } = yield* service(streaming(soon, event("a")), refusing(401), staying(event("b")))
      const tokenCount = yield* Ref.make(0)
      const token = Effect.map(
        Ref.updateAndGet(tokenCount, (count) => count + 1),
        (count) => Redacted.make(`t${count}`)
      )
      const events = SessionEvents.stream({ url, token, organizationId: "o" })
      const ids = yield* Stream.runCollect(Stream.take(events, 2))
      assert.deepStrictEqual(
        Array.from(ids, ({ id }) => id),
        ["a", "b"]
      )
      assert.deepStrictEqual(tokens(), ["Bearer t1", "Bearer t2", "Bearer t3"])
      yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => closed() === 3 })
      const refused = yield* service(refusing(403))
      const failure = yield* Effect.flip(
        Stream.runDrain(SessionEvents.stream({ url: refused.url, token, organizationId: "o" }))
      )
      assert.strictEqual(failure.status, 403)
    }).pipe(Effect.scoped)
  )

  it.prop(
    "frames are parsed equally, however the bytes are split",
    {
      lines: Schema.Array(
        Schema.Literals([
          "data: x",
          "data:y",
          "data",
          "event: e",
          "id: 1",
          "id",
          "retry: 5",
          "retry: x",
          ": c",
          "",
          "",
          "other: z"
        ])
      ).check(Schema.isMaxLength(30)),
      ends: Schema.Array(Schema.Literals(["\n", "\r", "\r\n"])).check(Schema.isMinLength(1), Schema.isMaxLength(5)),
      cuts: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))).check(
        Schema.isMinLength(1),
        Schema.isMaxLength(9)
      )
    },
    ({ cuts, ends, lines }) => {
      const text = `${lines.map((line, place) => `${line}${ends[place % ends.length] ?? ""}`).join("")}\n`
      const whole = new EventFrames("0")
      const expected = whole.take(text)
      const cut = new EventFrames("0")
      const found = []
      for (let from = 0, turn = 0; from < text.length; turn++) {
        const length = cuts[turn % cuts.length] ?? 1
        found.push(...cut.take(text.slice(from, from + length)))
        from += length
      }
      assert.deepStrictEqual(found, expected)
      assert.deepStrictEqual([cut.lastId, cut.retry], [whole.lastId, whole.retry])
    }
  )
})
