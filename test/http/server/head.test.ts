import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { request } from "node:http"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import * as Routes from "../../../src/adapters/http/routes.ts"
import { SessionApi } from "../../../src/adapters/http/interfaces/session/Api.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ask, askText } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { listener } from "../../support/http/listener.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"

const unknownId = "00000000-0000-4000-8000-000000000001"

const pathsOf = (
  api: typeof DeveloperApi | typeof SessionApi,
  method: "GET" | "POST"
): ReadonlyArray<readonly [string]> => {
  const endpoints: ReadonlyArray<{ readonly method: string; readonly path: string }> = Object.values(
    api.groups
  ).flatMap((group) => Object.values(group.endpoints))
  const paths = endpoints.filter((endpoint) => endpoint.method === method).map(({ path }) => path)
  return paths
    .filter((path) => method === "GET" || !endpoints.some((other) => other.method === "GET" && other.path === path))
    .map((path) => [path.replaceAll(/:[^/]+/g, unknownId)] as const)
}

const get = [...pathsOf(DeveloperApi, "GET"), ...pathsOf(SessionApi, "GET")]
const documents = ["openapi.json", "docs"].flatMap((name) => [
  [`/api/developer/${name}`] as const,
  [`/api/whatsapp/${name}`] as const
])

const givenCaller = Effect.gen(function* () {
  const { headers, id } = yield* givenDashboard()
  const { key } = yield* (yield* ApiKeys).create(id, "head")
  return { ...headers, "x-api-key": Redacted.value(key) }
})

/** The status and the headers of an answer; each answer has an id of its own. */
const headOf = Effect.fnUntraced(function* (path: string, method: string, headers: Record<string, string>) {
  const answer = yield* askText(path, { method, headers })
  // The log has one row more for each answer.
  const own = path.endsWith("/logs") ? ["x-request-id", "content-length"] : ["x-request-id"]
  const named = Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name)))
  return { status: answer.status, headers: named, text: answer.text }
})

describe("HEAD", () => {
  it.effect.each([...get, ...documents, ["/health"], ["/ready"], ["/api/developer/v1/nothing"], ["/nothing"]])(
    "of %s has the status and the headers of GET, and no body",
    ([path = ""]) =>
      Effect.gen(function* () {
        const caller = yield* givenCaller
        for (const headers of [caller, {}]) {
          const { text, ...head } = yield* headOf(path, "GET", headers)
          assert.isNotEmpty(text)
          assert.deepStrictEqual(yield* headOf(path, "HEAD", headers), { ...head, text: "" })
        }
      }).pipe(Effect.provide(httpWorld))
  )

  // A word below contacts, conversations, deliveries and messages is the id of one too.
  const withId =
    /\/(?:contacts\/bulk|whatsapp\/conversations\/bulk|developer\/deliveries\/replay|whatsapp\/messages\/send)$/
  const postOnly = [...pathsOf(DeveloperApi, "POST"), ...pathsOf(SessionApi, "POST")].filter(
    ([path]) => !withId.test(path)
  )
  it.effect.each(postOnly)("of %s is not allowed, as GET is not", ([path]) =>
    Effect.gen(function* () {
      const answer = yield* ask(path, { method: "HEAD", headers: yield* givenCaller })
      assert.deepStrictEqual([answer.status, answer.body], [405, null])
      assert.notInclude(answer.headers.get("allow"), "HEAD")
    }).pipe(Effect.provide(httpWorld))
  )

  const server = HttpRouter.serve(Routes.layer, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(() => listener(), { host: "127.0.0.1", port: 0 })),
    Layer.provideMerge(httpWorld)
  )

  it.effect("has the length of the omitted body, over a socket", () =>
    Effect.gen(function* () {
      const headers = yield* givenCaller
      const { address } = yield* HttpServer.HttpServer
      const call = (method: string, path: string) =>
        Effect.callback<{ readonly status: number; readonly length: string | undefined; readonly bytes: number }>(
          (resume) => {
            request(`${HttpServer.formatAddress(address)}${path}`, { method, headers }, (response) => {
              let bytes = 0
              response.on("data", (chunk: Buffer) => (bytes += chunk.length))
              response.on("end", () =>
                resume(
                  Effect.succeed({
                    status: response.statusCode ?? 0,
                    length: response.headers["content-length"],
                    bytes
                  })
                )
              )
            }).end()
          }
        )
      for (const path of ["/api/developer/v1/contacts", "/api/whatsapp/contacts", "/api/developer/openapi.json"]) {
        const whole = yield* call("GET", path)
        assert.deepStrictEqual([whole.status, whole.length], [200, String(whole.bytes)])
        assert.deepStrictEqual(yield* call("HEAD", path), { ...whole, bytes: 0 })
      }
    }).pipe(Effect.provide(server))
  )
})
