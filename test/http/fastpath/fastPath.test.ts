import { assert, describe, it } from "@effect/vitest"
import { Deferred, type Duration, Effect, Fiber, Layer, Logger, Option, References, Tracer } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { connect } from "node:net"
import { maxBufferedBytes } from "../../../src/adapters/http/fastpath/fastPath.ts"
import type { FastRoute } from "../../../src/adapters/http/fastpath/fastPath.ts"
import type { PlainAnswer } from "../../../src/adapters/http/interfaces/envelope.ts"
import * as ServiceServer from "../../../src/adapters/http/server/serviceServer.ts"
import * as MemoryIds from "../../../src/adapters/memory/MemoryIds.ts"
import { type SamplerName, samplingTracer } from "../../../src/adapters/telemetry/samplingTracer.ts"
import { spanned, traceToStore } from "../../../src/telemetry/spanned.ts"

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)
const answer = (text: string) => Effect.succeed({ status: 200, text })

/** Says what it was sent, directly, unless that begins with a question mark. */
const echo: FastRoute = {
  method: "POST",
  path: "/echo",
  begin: ({ body }) => (textOf(body).startsWith("?") ? null : answer(`"direct ${textOf(body)}"`))
}
const greeting: FastRoute = { method: "GET", path: "/hello", begin: ({ url }) => answer(`"direct ${url}"`) }
const dying: FastRoute = { method: "GET", path: "/dies", begin: () => Effect.die("a defect") }

/** What the routes say of the same; first of all they tell that it has come to them. */
const routesTelling = (told: Effect.Effect<unknown>) =>
  Layer.mergeAll(
    HttpRouter.add(
      "POST",
      "/echo",
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) =>
        Effect.map(Effect.andThen(told, Effect.orDie(text)), (sent) => HttpServerResponse.text(`"routed ${sent}"`))
      )
    ),
    HttpRouter.add("GET", "/hello", HttpServerResponse.text(`"routed"`))
  )

const serverOf = (
  direct: ReadonlyArray<FastRoute>,
  told: Effect.Effect<unknown> = Effect.void,
  gracefulShutdownTimeout: Duration.Input = "20 seconds"
) =>
  HttpRouter.serve(routesTelling(told), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(
      ServiceServer.layer({ host: "127.0.0.1", port: 0, gracefulShutdownTimeout }, Effect.succeed(direct))
    ),
    Layer.provideMerge(MemoryIds.layer)
  )
const server = Layer.fresh(serverOf([echo, greeting, dying]))

/** The statuses and bodies that come back over one connection, until it is closed. Between the pieces it waits. */
const exchange = Effect.fnUntraced(function* (
  [first, ...others]: readonly [string, ...ReadonlyArray<string>],
  waited: Effect.Effect<unknown> = Effect.void
) {
  const { address } = yield* HttpServer.HttpServer
  const { port } = new URL(HttpServer.formatAddress(address))
  const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8").setNoDelay()
  const received = yield* Effect.forkChild(
    Effect.callback<string>((resume) => {
      let text = ""
      socket.on("data", (piece: string) => (text += piece)).on("close", () => resume(Effect.succeed(text)))
    }),
    { startImmediately: true }
  )
  socket.write(first)
  yield* Effect.forEach(others, (piece) =>
    Effect.andThen(
      waited,
      Effect.sync(() => socket.write(piece))
    )
  )
  return Array.from(
    (yield* Fiber.join(received)).matchAll(/HTTP\/1\.1 (\d+)[^]*?\r\n\r\n("[^"]*")?/g),
    ([, status, body = ""]) => `${status} ${body}`
  )
})

const request = (method: string, path: string, body = "", headers = "") =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}${body === "" ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`
const last = "Connection: close\r\n"

describe("the layer of fast routes", () => {
  it.live("responds to requests of its own routes, with or without a body, and passes others on unchanged", () =>
    Effect.gen(function* () {
      const asked = [
        request("GET", "/hello?a=1"),
        request("POST", "/echo", "one"),
        request("POST", "/echo", "?two"),
        request("HEAD", "/hello"),
        request("GET", "/nothing"),
        request("POST", "/echo", "ünïcode"),
        request("POST", "/echo"),
        request("GET", "/hello", "with a body")
      ]
      const answers = (yield* Effect.forEach(asked, (one) => exchange([one.replace(/(?<=\r\n)/, last)]))).flat()
      assert.deepStrictEqual(answers, [
        '200 "direct /hello?a=1"',
        '200 "direct one"',
        '200 "routed ?two"',
        "200 ",
        "404 ",
        '200 "direct ünïcode"',
        '200 "routed "',
        '200 "direct /hello"'
      ])
    }).pipe(Effect.provide(server))
  )

  it.live("responds in order to pipelined requests", () =>
    Effect.gen(function* () {
      const all = ["one", "?two", "three", "?four"].map((body) => request("POST", "/echo", body))
      assert.deepStrictEqual(yield* exchange([[...all, request("GET", "/hello", "", last)].join("")]), [
        '200 "direct one"',
        '200 "routed ?two"',
        '200 "direct three"',
        '200 "routed ?four"',
        '200 "direct /hello"'
      ])
    }).pipe(Effect.provide(server))
  )

  it.live("passes on requests whose bodies arrive later than their heads, in chunks, or with excess bytes", () =>
    Effect.gen(function* () {
      const late = Effect.fnUntraced(function* (split: RegExp) {
        const told = yield* Deferred.make<void>()
        const [first = "", ...others] = request("POST", "/echo", "late", last).split(split)
        return yield* Effect.provide(
          exchange([first, ...others], Deferred.await(told)),
          Layer.fresh(serverOf([echo], Deferred.succeed(told, undefined)))
        )
      })
      assert.deepStrictEqual(yield* late(/(?<=\r\n\r\n)/), ['200 "routed late"'])
      assert.deepStrictEqual(yield* late(/(?=te$)/), ['200 "routed late"'])
      const chunked = `POST /echo HTTP/1.1\r\nHost: x\r\n${last}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n`
      assert.deepStrictEqual(yield* exchange([chunked]), ['200 "routed ab"'])
      const most = "x".repeat(maxBufferedBytes)
      assert.deepStrictEqual(yield* exchange([request("POST", "/echo", most, last)]), [`200 "direct ${most}"`])
      assert.deepStrictEqual(yield* exchange([request("POST", "/echo", `${most}x`, last)]), [`200 "routed ${most}x"`])
      const waiting = request("POST", "/echo", "told", `${last}Expect: 100-continue\r\n`)
      assert.deepStrictEqual(yield* exchange([waiting]), ["100 ", '200 "routed told"'])
    }).pipe(Effect.provide(server))
  )

  it.live("responds to a defect with the request id and no detail of the cause", () =>
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const url = HttpServer.formatAddress(address)
      const get = (path: string, headers: Record<string, string>) =>
        Effect.promise(() => fetch(`${url}${path}`, { headers }))
      const named = yield* get("/hello", { "x-request-id": "mine" })
      assert.strictEqual(named.headers.get("x-request-id"), "mine")
      const given = yield* get("/hello", { "x-request-id": "not this one" })
      assert.match(given.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      const died = yield* get("/dies", { "x-request-id": "mine" })
      assert.deepStrictEqual(
        [died.status, yield* Effect.promise(() => died.text())],
        [500, '{"error":"Internal server error"}']
      )
      assert.strictEqual(died.headers.get("x-request-id"), "mine")
    }).pipe(Effect.provide(server))
  )

  it.live("passes on requests that it cannot read because of its own defect", () =>
    Effect.gen(function* () {
      const broken = (route: FastRoute): FastRoute => ({
        ...route,
        begin: ({ body }) => JSON.parse(`{${textOf(body)}`)
      })
      const answers = Effect.gen(function* () {
        assert.deepStrictEqual(yield* exchange([request("POST", "/echo", "one", last)]), ['200 "routed one"'])
        assert.deepStrictEqual(yield* exchange([request("GET", "/hello", "", last)]), ['200 "routed"'])
      })
      yield* Effect.provide(answers, Layer.fresh(serverOf([broken(echo), broken(greeting)])))
    })
  )

  it.live("is interrupted if the caller disconnects", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<void>()
      const waiting: FastRoute = {
        method: "GET",
        path: "/waits",
        begin: () =>
          Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
            Effect.onInterrupt(() => Deferred.succeed(ended, undefined))
          )
      }
      yield* Effect.gen(function* () {
        const { address } = yield* HttpServer.HttpServer
        const { port } = new URL(HttpServer.formatAddress(address))
        const socket = connect(Number(port), "127.0.0.1")
        socket.write(request("GET", "/waits"))
        yield* Deferred.await(begun)
        socket.destroy()
        yield* Deferred.await(ended)
      }).pipe(Effect.provide(Layer.fresh(serverOf([waiting]))))
    })
  )

  /** What is answered to a request that has begun when the server stops. `stopping` runs before it stops. */
  const answeredAtTheEnd = Effect.fnUntraced(function* (
    end: Effect.Effect<PlainAnswer>,
    patience: Duration.Input,
    stopping: Effect.Effect<unknown>
  ) {
    const begun = yield* Deferred.make<void>()
    const waiting: FastRoute = {
      method: "GET",
      path: "/waits",
      begin: () => Effect.andThen(Deferred.succeed(begun, undefined), end)
    }
    // What is provided last is the first to be told.
    const told = Layer.effectDiscard(Effect.addFinalizer(() => stopping))
    const stopped = told.pipe(Layer.provideMerge(Layer.fresh(serverOf([waiting], Effect.void, patience))))
    const answered = yield* Effect.gen(function* () {
      const answers = yield* Effect.forkDetach(exchange([request("GET", "/waits", "", last)]))
      yield* Deferred.await(begun)
      return answers
    }).pipe(Effect.provide(stopped))
    return yield* Fiber.join(answered)
  })

  it.live("finishes running requests if the server stops", () =>
    Effect.gen(function* () {
      const goOn = yield* Deferred.make<void>()
      const end = Effect.andThen(Deferred.await(goOn), answer('"finished"'))
      const answered = yield* answeredAtTheEnd(end, "20 seconds", Deferred.succeed(goOn, undefined))
      assert.deepStrictEqual(answered, ['200 "finished"'])
    })
  )

  it.live("responds with 503 to slow requests that the server interrupts", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* answeredAtTheEnd(Effect.never, "1 millis", Effect.void), ["503 "])
    })
  )

  it.live("adds the request id to the annotations of log lines", () =>
    Effect.gen(function* () {
      const noted: Array<unknown> = []
      const noting = Logger.make(({ fiber }) => noted.push(fiber.getRef(References.CurrentLogAnnotations)))
      const noisy: FastRoute = {
        method: "GET",
        path: "/noisy",
        begin: () => Effect.andThen(Effect.logInfo("heard"), answer('"heard"'))
      }
      const known = Layer.merge(
        Layer.succeed(References.CurrentLogAnnotations, { service: "parley" }),
        Logger.layer([noting])
      )
      const asked = exchange([request("GET", "/noisy", "", `${last}x-request-id: mine\r\n`)])
      const answers = yield* Effect.provide(asked, Layer.provide(Layer.fresh(serverOf([noisy])), known))
      assert.deepStrictEqual(answers, ['200 "heard"'])
      assert.deepStrictEqual(noted, [{ service: "parley", requestId: "mine" }])
    })
  )

  describe("fast routes with tracing", () => {
    const trace = "0af7651916cd43dd8448eb211c80319c"
    const traced = (flag: string) => `traceparent: 00-${trace}-b7ad6b7169203331-${flag}\r\n`
    /** An answer with a span of its own, and the trace that it would store. */
    const work: FastRoute = {
      method: "GET",
      path: "/works",
      begin: () =>
        Effect.map(spanned("use case")(Effect.withSpan(traceToStore, "statement")), (stored) => ({
          status: 200,
          headers: {},
          text: JSON.stringify(stored === null ? "untraced" : stored.slice(3, 35))
        }))
    }
    const broken: FastRoute = {
      method: "GET",
      path: "/breaks",
      begin: () => Effect.succeed({ status: 503, text: '"broken"' })
    }

    /** What is answered, and the spans that ended. */
    const answered = Effect.fnUntraced(function* (sampler: SamplerName, path: string, headers: string) {
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          if (span.sampled) spans.push(span)
          return span
        }
      })
      const sampling = Layer.succeed(Tracer.Tracer, samplingTracer(tracer, sampler, 1))
      const answers = yield* Effect.provide(
        exchange([request("GET", path, "", headers + last)]),
        Layer.fresh(Layer.provide(serverOf([work, broken, dying]), sampling))
      )
      return { answers, spans }
    })

    it.live("run within a span that continues the caller's trace", () =>
      Effect.gen(function* () {
        const { answers, spans } = yield* answered("parentbased_always_off", "/works?search=Grace", traced("01"))
        assert.deepStrictEqual(answers, [`200 "${trace}"`])
        assert.deepStrictEqual(
          spans.map(({ kind, name, parent, traceId }) => [name, kind, traceId, Option.getOrThrow(parent).spanId]),
          [
            ["GET", "server", trace, "b7ad6b7169203331"],
            ["use case", "internal", trace, spans[0]?.spanId],
            ["statement", "internal", trace, spans[1]?.spanId]
          ]
        )
        assert.deepInclude(Object.fromEntries(spans[0]?.attributes ?? []), {
          "http.request.method": "GET",
          "http.route": "/works",
          "url.path": "/works",
          "http.response.status_code": 200
        })
        assert.isTrue(spans.every(({ status }) => status._tag === "Ended"))
        assert.notInclude(JSON.stringify([...(spans[0]?.attributes ?? [])]), "Grace")
      })
    )

    it.live.each([
      ["parentbased_always_on", traced("00")],
      ["parentbased_always_off", ""],
      ["always_off", traced("01")]
    ] as const)("create no span for a trace that is not sampled: %s %s", ([sampler, headers]) =>
      Effect.gen(function* () {
        const { answers, spans } = yield* answered(sampler, "/works", headers)
        assert.deepStrictEqual([answers, spans], [['200 "untraced"'], []])
      })
    )

    it.live.each(["/breaks", "/dies"])("end the span of a failure as failed: %s", (path) =>
      Effect.gen(function* () {
        const { spans } = yield* answered("always_on", path, "")
        assert.deepStrictEqual(
          spans.map(({ status }) => status._tag === "Ended" && status.exit._tag),
          ["Failure"]
        )
      })
    )
  })
})
