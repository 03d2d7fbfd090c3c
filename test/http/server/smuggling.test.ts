import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { connect } from "node:net"
import type { FastRoute } from "../../../src/adapters/http/fastpath/fastPath.ts"
import * as ServiceServer from "../../../src/adapters/http/server/serviceServer.ts"
import { usualLimits } from "../../../src/adapters/http/server/listener.ts"
import { requestHeaders } from "../../../src/adapters/http/server/requestHeaders.ts"
import { unrouted } from "../../../src/adapters/http/server/unrouted.ts"
import * as MemoryIds from "../../../src/adapters/memory/MemoryIds.ts"
import { type Case, cases } from "./smugglingCases.ts"

/** Requests that reached a handler, by the text that the case is told by. */
const handled = new Map<string, Array<string>>()

const note = (url: string, text: string): void => {
  const [, route = "", name = ""] = /^\/(.*)\/(\d+)$/.exec(url) ?? []
  handled.set(name, [...(handled.get(name) ?? []), `${route} ${text}`.trim()])
}

const echo = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const text = yield* Effect.orElseSucceed(request.text, () => "(cut)")
  note(request.url, text)
  return HttpServerResponse.jsonUnsafe({ key: request.headers["x-api-key"] ?? null })
})

const direct = (_: Case, ordinal: number): FastRoute => ({
  method: "POST",
  path: `/api/developer/direct/${ordinal}`,
  begin: ({ body, url }) =>
    Effect.sync(() => {
      note(url, Buffer.from(body).toString())
      return { status: 200, text: "{}" }
    })
})

const routes = Layer.mergeAll(
  HttpRouter.add("POST", "/api/developer/echo/:case", echo),
  HttpRouter.add("*", "/canary/:case", echo),
  HttpRouter.add("GET", "/alive", HttpServerResponse.empty({ status: 204 })),
  HttpRouter.middleware(
    Effect.map(requestHeaders, (named) => {
      const routed = unrouted([], () => Effect.void)
      return (answer) => named(routed(answer))
    }),
    { global: true }
  )
)

/** Milliseconds for a head and for a body. */
const soon = 300

const server = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provideMerge(ServiceServer.layer({ host: "127.0.0.1", port: 0 }, Effect.succeed(cases.map(direct)))),
  Layer.provide(
    Layer.succeed(ServiceServer.Limits, { ...usualLimits, headMillis: soon, bodyMillis: soon, checkMillis: 20 })
  ),
  Layer.provideMerge(MemoryIds.layer)
)

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answers in a text, each with its body as long as its head says. */
const answersIn = (text: string): ReadonlyArray<Answer> => {
  const end = text.indexOf("\r\n\r\n")
  if (end === -1) return []
  const [line = "", ...lines] = text.slice(0, end).split("\r\n")
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 1).trim()])
  )
  const bodyEnd = end + 4 + Number(headers["content-length"] ?? 0)
  if (text.length < bodyEnd) return []
  const answer = { status: Number(line.split(" ")[1]), headers, body: text.slice(end + 4, bodyEnd) }
  return [answer, ...answersIn(text.slice(bodyEnd))]
}

const alive = "GET /alive HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

/** Sends a case, and asks once more on the same connection if it is to stay open. */
const talk = ({ connection, isEnded, sent, statuses }: Case, ordinal: number) =>
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.callback<ReadonlyArray<Answer>>((resume) => {
      const port = Number(new URL(HttpServer.formatAddress(address)).port)
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).setEncoding("latin1")
      let text = ""
      let isAsked = connection !== "open"
      socket.write(sent.replaceAll("{case}", String(ordinal)), "latin1")
      if (isEnded === true) socket.end()
      socket
        .on("data", (piece: string) => {
          text += piece
          if (isAsked || answersIn(text).length < statuses.length) return
          isAsked = true
          socket.write(alive)
        })
        .on("error", () => undefined)
        .on("end", () => socket.destroy())
        .on("close", () => resume(Effect.succeed(answersIn(text))))
    })
  )

/** The headers of every answer, of a route or of the server. */
const assertHeaders = ({ body, headers, status }: Answer, name: string) => {
  if (status === 100) return
  assert.match(headers["x-request-id"] ?? "", /^[\w-]+$/, name)
  assert.strictEqual(headers["x-content-type-options"], "nosniff", name)
  assert.notMatch(body, /node:|\.ts:|Error:|stack/, name)
  if (body.includes('"success":false')) assert.strictEqual(headers["cache-control"], "no-store", name)
}

/** What became of a case, as one line. */
const lineOf = ({
  connection,
  handled = [],
  name,
  statuses
}: Pick<Case, "connection" | "name" | "statuses"> & { readonly handled?: ReadonlyArray<string> | undefined }) =>
  `${name}: answered ${statuses.join(" and ")}, ${connection}, handled [${handled.join(", ")}]`

describe("requests that a proxy and the server could read in two ways", () => {
  it.live("have exact responses, and no request in a body reaches a handler", () =>
    Effect.gen(function* () {
      const told = yield* Effect.forEach(cases, talk, { concurrency: 16 })
      const found = cases.map(({ name }, ordinal) => {
        const answers = told[ordinal] ?? []
        for (const answer of answers) assertHeaders(answer, name)
        const isOpen = answers.at(-1)?.status === 204
        const statuses = (isOpen ? answers.slice(0, -1) : answers).map(({ status }) => status)
        return lineOf({ name, statuses, connection: isOpen ? "open" : "closed", handled: handled.get(String(ordinal)) })
      })
      assert.deepStrictEqual(found, cases.map(lineOf))
    }).pipe(Effect.provide(server))
  )

  it.live("cannot change the head of their request by its trailer", () =>
    Effect.gen(function* () {
      const ordinal = cases.findIndex(({ name }) => name === "a key in the trailer")
      const trailing = cases[ordinal]
      assert.isDefined(trailing)
      if (trailing === undefined) return
      const [answer] = yield* talk(trailing, ordinal)
      assert.strictEqual(answer?.body, '{"key":null}')
    }).pipe(Effect.provide(server))
  )
})
