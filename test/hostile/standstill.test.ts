import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { DeveloperApi } from "../../src/adapters/http/interfaces/developer/Api.ts"
import { loggedBody } from "../../src/adapters/http/requestlog/loggedBody.ts"
import { maxBodyBytes } from "../../src/adapters/http/interfaces/readJsonBody.ts"
import { SessionApi } from "../../src/adapters/http/interfaces/session/Api.ts"
import { maxImportBytes } from "../../src/adapters/http/contacts/readImport.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { longestStandstill } from "./eventLoopWatchdog.ts"
import { someone } from "../../testing/given/given.ts"
import { askText } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { appSecrets, serviceApp, signedBy, webhookAnswer } from "../support/http/metaPost.ts"
import { contactId, conversationId, givenScene, organizationId } from "../http/session/sessionScene.ts"

/** Longest that a request may keep all others waiting, in milliseconds. */
const maxStandstill = 100

/** Just below the largest body of both interfaces, of the platform's webhook, and of an import. */
const sizes = { usual: maxBodyBytes - 4_096, webhook: 1_000_000, file: maxImportBytes - 4_096 } as const

const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Texts that slow patterns, segmenters and parsers stumble over. */
const pieces = [
  "data:",
  " ",
  "a",
  "1",
  "+1 ",
  "(",
  "/",
  "\\",
  '"',
  "{{1}}",
  "👩‍👩‍👧‍👦",
  "e\u0301",
  "?token=",
  "://",
  "\n",
  "%",
  "@",
  "="
]

/** Fields that any endpoint reads as text. */
const fields =
  "to type text phone name email url tag userNumber message countryCode search event status signing_secret caption filename assigneeId conversationId webhook_id from".split(
    " "
  )

const deep = `{"a":${"[".repeat(98)}1${"]".repeat(98)}}`

/** Bodies of a request, as text: large ones of every shape. */
const bodiesOf = (size: number): ReadonlyArray<string> => [
  ...pieces.map((piece) =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, fill(piece, size / 4 / fields.length)])))
  ),
  ...pieces.map((piece) => JSON.stringify({ to: "15551234567", type: "text", text: fill(piece, size / 4) })),
  JSON.stringify({ to: "15551234567", type: "text", text: { body: fill("data:", size) } }),
  JSON.stringify({ tags: Array.from({ length: size / 17 }, (_, place) => `tag ${place}`), name: "x", phone: "1555" }),
  JSON.stringify({
    attributes: Object.fromEntries(Array.from({ length: size / 17 }, (_, place) => [`k${place}`, "1"]))
  }),
  JSON.stringify({
    contacts: Array.from({ length: Math.min(10_000, size / 35) }, (_, place) => ({
      phone: `1555${place}`,
      name: "data:"
    }))
  }),
  JSON.stringify({ contactIds: Array.from({ length: size / 40 }, () => contactId) }),
  JSON.stringify({ events: Array.from({ length: size / 17 }, () => "message.sent"), url: "https://example.com" }),
  JSON.stringify({
    to: "15551234567",
    type: "template",
    template: {
      name: "a",
      language: { code: "en" },
      components: Array.from({ length: size / 70 }, () => ({
        type: "body",
        parameters: [{ type: "text", text: "{{1}}" }]
      }))
    }
  }),
  `[${fill("1,", size - 2)}1]`,
  `[${fill(`${deep},`, size - 400).slice(0, -1)}`,
  `[${Array.from({ length: Math.floor((size - 2) / (deep.length + 1)) }, () => deep).join()}]`,
  fill("[", size),
  fill('{"a":', size),
  `{"x":${fill("9", size)}}`,
  JSON.stringify({ x: JSON.stringify({ x: JSON.stringify({ x: fill('"', size / 16) }) }) })
]

const queries = [
  `?${fill("a=&", 15_000)}`,
  `?search=${fill("%20", 15_000)}`,
  `?search=${fill("1", 15_000)}x`,
  `?search=${fill("(1)", 15_000)}x`,
  `?page=${fill("9", 15_000)}`
]

/** Every endpoint of both interfaces, as the contracts have them. */
const endpoints: ReadonlyArray<{ readonly interface: string; readonly method: string; readonly path: string }> = [
  ...Object.values(DeveloperApi.groups).flatMap(({ endpoints }) => Object.values(endpoints)),
  ...Object.values(SessionApi.groups).flatMap(({ endpoints }) => Object.values(endpoints))
].map(({ method, path }) => ({
  interface: path.startsWith("/api/developer") ? "developer" : "session",
  method,
  path: path.replaceAll(/:[^/]+/g, path.includes("conversation") ? conversationId : contactId)
}))

interface Hostile {
  readonly path: string
  readonly method: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const requestsTo = (name: "developer" | "session"): ReadonlyArray<Hostile> =>
  endpoints
    .filter((endpoint) => endpoint.interface === name)
    .flatMap(({ method, path }): ReadonlyArray<Hostile> =>
      method === "GET"
        ? queries.map((query) => ({ method, path: `${path}${query}` }))
        : bodiesOf(sizes.usual).map((body) => ({ method, path, body }))
    )

/** An import as JSON may be larger than other bodies. */
const imports: ReadonlyArray<Hostile> = bodiesOf(sizes.webhook).map((body) => ({
  method: "POST",
  path: "/api/whatsapp/contacts/bulk",
  body
}))

/** Files of an import, in the forms that are no JSON. */
const files: ReadonlyArray<Hostile> = [
  ['"', '""', '"a"\n', "a,b\n", "\n", ",", "\r", "phone\n", "1555,", "1555,x\n", "x\n"].map((piece) => [
    "text/csv",
    `userNumber,userName\n${fill(piece, sizes.file)}`
  ]),
  ["--b", "\r\n--b", "\r\n", "-", "--b\r\n\r\n"].map((piece) => [
    "multipart/form-data; boundary=b",
    `--b\r\n${fill(piece, sizes.file)}`
  ])
]
  .flat()
  .map(([type = "", body = ""]) => ({
    method: "POST",
    path: "/api/whatsapp/contacts/bulk",
    headers: { "content-type": type },
    body
  }))

/** A body as it comes from a socket: each chunk in a turn of its own. */
const inChunks = (body: string): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(body)
  let place = 0
  return new ReadableStream({
    pull: async (controller) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (place >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(place, (place += 64 * 1024)))
    }
  })
}

/** The requests one by one; those that kept the others waiting too long, and for how long. */
const slowOf = <E, R>(
  requests: ReadonlyArray<Hostile>,
  send: (request: Hostile) => Effect.Effect<{ readonly status: number }, E, R>
) =>
  Effect.gen(function* () {
    assert.isAbove(requests.length, 0)
    // The first of each shape pays for compiling the code.
    yield* Effect.forEach(requests.slice(0, 60), send, { discard: true })
    const slow: Array<string> = []
    for (const request of requests) {
      // A collection of garbage may fall into one turn: a request that is slow is slow again.
      let least = Infinity
      for (let attempt = 0; attempt < 3 && least > maxStandstill; attempt++) {
        const { longest, result } = yield* longestStandstill(send(request))
        least = Math.min(least, longest)
        assert.isBelow(result.status, 500, `${request.method} ${request.path.slice(0, 80)}`)
      }
      if (least <= maxStandstill) continue
      const shown = (request.body ?? "").slice(0, 60)
      slow.push(`${Math.round(least)} ms: ${request.method} ${request.path.slice(0, 80)} ${shown}`)
    }
    return slow
  })

describe("requests do not block the event loop", () => {
  it.effect(
    "of the Developer interface, whatever their content",
    () =>
      Effect.gen(function* () {
        yield* givenScene(someone)
        const { key } = yield* (yield* ApiKeys).create(organizationId, "hostile")
        const slow = yield* slowOf(requestsTo("developer"), ({ path, ...asked }) =>
          askText(path, { ...asked, headers: { "x-api-key": Redacted.value(key) } })
        )
        assert.deepStrictEqual(slow, [])
      }).pipe(Effect.provide(httpWorld)),
    300_000
  )

  it.effect(
    "of the Session interface, whatever their content, files included",
    () =>
      Effect.gen(function* () {
        const owner = yield* givenScene(someone)
        const slow = yield* slowOf(
          [...files, ...imports, ...requestsTo("session")],
          ({ headers = {}, path, ...asked }) =>
            askText(path, {
              ...asked,
              headers: { "content-type": "application/json", ...headers, ...owner },
              ...(asked.body === undefined ? {} : { body: inChunks(asked.body) })
            })
        )
        assert.deepStrictEqual(slow, [])
      }).pipe(Effect.provide(httpWorld)),
    300_000
  )

  it.effect(
    "of the platform, whatever the signed content",
    () =>
      Effect.gen(function* () {
        const entries = [
          ...bodiesOf(sizes.webhook),
          JSON.stringify({
            object: "whatsapp_business_account",
            entry: Array.from({ length: 20_000 }, () => ({ id: "1" }))
          })
        ]
        const slow = yield* slowOf(
          entries.map((body) => ({ method: "POST", path: "/webhooks/meta", body })),
          ({ body = "" }) => webhookAnswer(serviceApp(), { body, headers: signedBy(appSecrets[0], body) })
        )
        assert.deepStrictEqual(slow, [])
      }).pipe(Effect.provide(httpWorld)),
    300_000
  )

  it.effect("of any body in the request log", () =>
    Effect.gen(function* () {
      const slow = yield* slowOf(
        bodiesOf(sizes.webhook).map((body) => ({ method: "log", path: "", body })),
        ({ body = "" }) => Effect.sync(() => ({ status: loggedBody(body).length === 0 ? 500 : 200 }))
      )
      assert.deepStrictEqual(slow, [])
    })
  )

  it.effect("and the measurement detects a blocked event loop", () =>
    Effect.gen(function* () {
      const { longest } = yield* longestStandstill(
        Effect.sync(() => {
          const until = process.threadCpuUsage().user + 150_000
          while (process.threadCpuUsage().user < until) Math.sqrt(until)
        })
      )
      assert.isAbove(longest, maxStandstill)
    })
  )
})
