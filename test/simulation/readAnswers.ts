import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { OpenApi } from "effect/http-api"
import { DeveloperApi } from "../../src/adapters/http/interfaces/developer/Api.ts"
import { SessionApi } from "../../src/adapters/http/interfaces/session/Api.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import * as Service from "../../src/service/library/Service.ts"
import { strongSecret } from "../support/strongSecret.ts"

export const serviceRoleKey = strongSecret("service")

/** An organization and its API key. */
export interface Tenant {
  readonly organizationId: OrganizationId
  readonly apiKey: string
}

/** Ids whose own paths are read, for each organization. */
const maxIds = 12

/** A word of the texts of a history, for searches. */
const searched = "text"

/** The stream of events does not end. The logs contain these GETs themselves, which are recorded in the background. */
const isSkipped = (path: string): boolean => path.endsWith("/events/stream") || path.endsWith("/logs")

/** The parameters of the first page, with as many rows as a page may have. */
const queryOf = ({ parameters = [] }: Pick<OpenApi.OpenAPISpecOperation, "parameters">): string => {
  const names = new Set(parameters.flatMap(({ in: where, name }) => (where === "query" ? [name] : [])))
  const query = [
    ...(names.has("conversationId") ? ["conversationId={id}"] : []),
    ...(names.has("q") ? [`q=${searched}`] : []),
    ...(names.has("limit") ? ["limit=100"] : [])
  ]
  return query.length === 0 ? "" : `?${query.join("&")}`
}

/** Every GET of an interface. Parameters that are ids have the name `{id}`. */
const pathsOf = ({ paths }: OpenApi.OpenAPISpec): ReadonlyArray<string> =>
  Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined || isSkipped(path) ? [] : [`${path.replaceAll(/\{\w+\}/g, "{id}")}${queryOf(get)}`]
  )

const developerPaths = pathsOf(OpenApi.fromApi(DeveloperApi))
const sessionPaths = pathsOf(OpenApi.fromApi(SessionApi))

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

/** JSON with the fields of each object in alphabetical order: Postgres stores the objects of contents without an order. */
const inFieldOrder = (text: string): string =>
  Option.match(readJson(text), {
    onNone: () => text,
    onSome: (json) =>
      JSON.stringify(json, (_, value: unknown) =>
        typeof value === "object" && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
          : value
      )
  })

/** Replaces ids and secrets by their order of appearance: stores may request ids in different orders. */
const withoutIds = (text: string): string => {
  const known = new Map<string, string>()
  return text.replaceAll(new RegExp(`${uuid.source}|ct_[a-z2-7]{24}|whsec_[A-Za-z0-9+/=]+|pk_[\\w-]+`, "g"), (id) => {
    const name = known.get(id) ?? `id ${known.size + 1}`
    known.set(id, name)
    return name
  })
}

/** The answers of every GET of both interfaces, by path: the lists first, and then the paths of the ids in them. */
export const readAnswers = Effect.fnUntraced(function* (tenants: ReadonlyArray<Tenant>) {
  const context = yield* Effect.context<Service.Service | Service.Ports | Service.Stores>()
  const clock = yield* Clock.Clock
  const { dispose, handler } = HttpRouter.toWebHandler(
    Layer.provide(Service.http(), Layer.succeedContext(Context.add(context, Clock.Clock, clock))),
    { disableLogger: true }
  )
  const answers = new Map<string, string>()
  for (const { apiKey, organizationId } of tenants) {
    const session = { authorization: `Bearer ${serviceRoleKey}`, "x-org-id": organizationId }
    const ids = new Set<string>()
    const get = Effect.fnUntraced(function* (path: string) {
      const headers = path.startsWith("/api/developer") ? { "x-api-key": apiKey } : session
      const request = new Request(`https://parley.example.com${path}`, { headers })
      const response = yield* Effect.promise(() => handler(request))
      const text = yield* Effect.promise(() => response.text())
      answers.set(`${answers.size} ${withoutIds(path)}`, `${response.status} ${withoutIds(inFieldOrder(text))}`)
      return text
    })
    const paths = [...sessionPaths, ...developerPaths]
    for (const path of paths.filter((path) => !path.includes("{id}"))) {
      for (const id of (yield* get(path)).match(uuid) ?? []) ids.add(id)
    }
    for (const id of [...ids].slice(0, maxIds)) {
      for (const path of paths.filter((path) => path.includes("{id}"))) yield* get(path.replace("{id}", id))
    }
  }
  yield* Effect.promise(dispose)
  return answers
})
