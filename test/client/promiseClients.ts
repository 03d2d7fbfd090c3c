import { Effect, Redacted, Schema } from "effect"
import { DeveloperApi } from "../../src/adapters/http/interfaces/developer/Api.ts"
import { SessionApi } from "../../src/adapters/http/interfaces/session/Api.ts"
import type { Fetch } from "../../client/promise/call.ts"
import { createParley, createParleySession } from "../../client/promise/createParley.ts"
import { givenFile } from "../http/mediaFile.ts"
import { givenAccount, givenWebhook } from "../../testing/given/given.ts"
import { askText } from "../support/http/requests.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"

interface Endpoint {
  readonly identifier: string
  readonly method: string
  readonly path: string
  readonly success: ReadonlySet<Schema.Top>
}
interface Group {
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

const describedIn = (groups: Readonly<Record<string, Group>>) =>
  Object.entries(groups).flatMap(([group, { endpoints }]) =>
    Object.values(endpoints).map(({ identifier, method, path, success }) => ({
      name: `${group}.${identifier}`,
      method,
      path,
      pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`),
      isAnswer: Schema.is(Schema.toEncoded(Schema.Union([...success])))
    }))
  )

/** Endpoints of both interfaces, from their schemas. */
export const endpoints = {
  developer: describedIn(DeveloperApi.groups),
  session: describedIn(SessionApi.groups)
}

/** The endpoint that a request reaches: the one with the fewest ids in its path. */
const reached = (method: string, path: string) =>
  [...endpoints.developer, ...endpoints.session]
    .filter((endpoint) => endpoint.method === method && endpoint.pattern.test(path))
    .sort((a, b) => a.path.split(":").length - b.path.split(":").length)[0]

/** `fetch` that calls the routes of the test directly, and records the requests. */
export const fetchOfWorld = Effect.gen(function* () {
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof askText>>>()
  const requests: Array<{ readonly endpoint: string; readonly request: Request }> = []
  const wrong: Array<string> = []
  const fetch: Fetch = async (address, init) => {
    const request = new Request(address, init)
    const { pathname, search } = new URL(request.url)
    const endpoint = reached(request.method, pathname)
    requests.push({ endpoint: endpoint?.name ?? "none", request: request.clone() })
    const body = request.body === null ? undefined : await request.blob()
    const input = { method: request.method, headers: Object.fromEntries(request.headers), body }
    const { headers, status, text } = await Effect.runPromiseWith(services)(askText(pathname + search, input))
    const isJson = headers.get("content-type")?.startsWith("application/json") === true
    if (status < 300 && isJson && endpoint?.isAnswer(JSON.parse(text)) === false)
      wrong.push(`${endpoint.name}: ${text}`)
    return new Response(text, { status, headers })
  }
  return { fetch, requests, wrong }
})

/** An organization with accounts, a webhook, the contact Ada, a conversation and a file; and a client of each interface. */
export const givenClients = Effect.gen(function* () {
  const file = yield* givenFile("image/jpeg")
  const { organizationId } = file
  yield* givenAccount(organizationId, { channel: "messenger", externalId: "2121008874780932" })
  yield* givenAccount(organizationId, { channel: "instagram", externalId: "17841405309211844" })
  yield* givenWebhook(organizationId)
  const { key } = yield* (yield* ApiKeys).create(organizationId, "client")
  const world = yield* fetchOfWorld
  const { fetch } = world
  const token = file.headers.authorization.slice("Bearer ".length)
  return {
    ...world,
    ...file,
    token,
    key: Redacted.value(key),
    parley: createParley({ url: "http://test", apiKey: Redacted.value(key), fetch }),
    session: createParleySession({ url: "http://test/", token, organizationId, fetch })
  }
})
