import { Option, Schema, SchemaAST } from "effect"

/** As much of a contract as a walk needs. */
interface Endpoint {
  readonly identifier: string
  readonly method: string
  readonly path: string
  readonly query: Schema.Top | undefined
  readonly payload: ReadonlyMap<string, { readonly schemas?: ReadonlyArray<Schema.Top> }>
}

export interface Contract {
  readonly groups: Readonly<Record<string, { readonly endpoints: Readonly<Record<string, Endpoint>> }>>
}

/** A request of an endpoint, before its ids are chosen. */
export interface Draft {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: Schema.Json | undefined
}

/** A request with one place for an id. */
export interface Place {
  /** Endpoint and place, for people. */
  readonly name: string
  readonly method: string
  readonly draft: Draft
  readonly put: (draft: Draft, id: string) => Draft
}

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Json))
const readExamples = Schema.decodeUnknownOption(Schema.Array(Schema.Unknown))
const toJson = Schema.decodeUnknownOption(Schema.Json)

type Keys = ReadonlyArray<string | number>

/** Where the texts of a JSON value are. */
const textsIn = (json: Schema.Json, at: Keys = []): ReadonlyArray<Keys> => {
  if (typeof json === "string") return [at]
  if (Array.isArray(json)) return json.flatMap((item, index) => textsIn(item, [...at, index]))
  return isRecord(json) ? Object.entries(json).flatMap(([key, item]) => textsIn(item, [...at, key])) : []
}

const withText = (json: Schema.Json, [key, ...rest]: Keys, text: string): Schema.Json => {
  if (key === undefined) return text
  if (Array.isArray(json)) return json.map((item, index) => (index === key ? withText(item, rest, text) : item))
  if (!isRecord(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, item]) => [name, name === key ? withText(item, rest, text) : item])
  )
}

const queryNames = (query: Schema.Top | undefined): ReadonlyArray<string> => {
  if (query === undefined) return []
  const { ast } = Schema.toEncoded(query)
  return SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

/** Bytes go as text. */
const ofBytes = (example: unknown): unknown =>
  example instanceof Uint8Array ? new TextDecoder().decode(example) : example

/** The documented examples of every body of the endpoint. */
export const bodiesOf = ({ payload }: Endpoint): ReadonlyArray<Schema.Json> =>
  [...payload.values()].flatMap(({ schemas = [] }) =>
    schemas.flatMap((schema) =>
      [schema.ast, Schema.toEncoded(schema).ast].flatMap(({ annotations }) => {
        const examples = Option.getOrElse(readExamples(annotations?.["examples"]), () => [])
        return examples.flatMap((example) => Option.toArray(toJson(ofBytes(example))))
      })
    )
  )

const isWriting = (method: string): boolean => method !== "GET" && method !== "DELETE"

const pathPlaces = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name)

/**
 * Every place of an endpoint that takes text: each parameter of its path and query, each text of each example of its
 * body, and the headers that say who calls. The others of a request stay as `draftOf` has them.
 */
export const placesOf = (name: string, endpoint: Endpoint, headers: ReadonlyArray<string>): ReadonlyArray<Place> => {
  const { method, path } = endpoint
  const bodies = isWriting(method) ? bodiesOf(endpoint) : []
  const drafts: ReadonlyArray<Draft> = (bodies.length === 0 ? [undefined] : bodies).map((body) => ({
    path,
    query: {},
    headers: {},
    body
  }))
  const place = (what: string, draft: Draft, put: Place["put"]): Place => ({
    name: `${name} ${what}`,
    method,
    draft,
    put
  })
  return drafts.flatMap((draft) => {
    const inPath = pathPlaces(path).map((parameter) =>
      place(`:${parameter}`, draft, (now, id) => ({
        ...now,
        path: now.path.replace(`:${parameter}`, encodeURIComponent(id))
      }))
    )
    const inQuery = queryNames(endpoint.query).map((parameter) =>
      place(`?${parameter}`, draft, (now, id) => ({ ...now, query: { ...now.query, [parameter]: id } }))
    )
    const inHeaders = headers.map((header) =>
      place(header, draft, (now, id) => ({ ...now, headers: { ...now.headers, [header]: id } }))
    )
    const inBody = textsIn(draft.body ?? null).map((keys) =>
      place(keys.join("."), draft, (now, id) => ({ ...now, body: withText(now.body ?? null, keys, id) }))
    )
    return inPath.concat(inQuery, inHeaders, inBody)
  })
}
