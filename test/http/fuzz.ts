import { Arbitrary, Option, Schema } from "effect"
import type { Asked } from "../support/http/requests.ts"

/** As much of a contract as a fuzz needs. */
interface Endpoint {
  readonly identifier: string
  readonly method: string
  readonly path: string
  readonly payload: ReadonlyMap<string, { readonly schemas?: ReadonlyArray<Schema.Top> }>
}
interface Group {
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

export interface FuzzedRequest extends Asked {
  readonly path: string
}

/** Values of the query of reports, of which some are refused. */
export const reportValues = {
  from: ["2026-11-01", "today"],
  to: ["2026-11-30", "2020-01-01"],
  timeZone: ["Europe/Berlin", "Nowhere"]
}

/** Text and values that somebody will send one day, and those that make a request nearly right. */
const oddities: ReadonlyArray<Schema.Json> = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff x",
  "x".repeat(10_000),
  "👩‍👩‍👧‍👦".repeat(30),
  "'; drop table contacts; --",
  "%_\\",
  "__proto__",
  "null",
  "15551234567",
  "+55 (11) 98765-4321",
  "0",
  "hello_world",
  "en_US",
  "https://example.com/x",
  "http://example.com/x",
  "javascript:alert(1)",
  "HUMAN_AGENT",
  "web_url",
  "postback",
  "phone_number",
  "image",
  "text",
  "template",
  "location",
  "quick_replies",
  "button_template",
  "generic_template",
  "attachment_url",
  "message.sent",
  "postback",
  "ada@example.com",
  "55",
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [null],
  [[[[]]]],
  ["a", "a", ""],
  { type: "web_url" },
  [{ type: "postback", title: "Go", payload: "GO" }],
  [{ type: "web_url", title: "Go", url: "https://example.com" }],
  [{ title: "Card", subtitle: "Below" }],
  [{ title: "Red" }],
  { a: null, b: { c: ["d"] } }
]

/** Query values beside which nothing is worse. */
const queryOddities = [
  "",
  "0",
  "1",
  "-1",
  "2",
  "100",
  "101",
  "1e3",
  "1.5",
  "NaN",
  "Infinity",
  "99999999999999999999",
  "a",
  "%",
  "_",
  "\u0000",
  "ada",
  "5555",
  "x".repeat(2_000),
  "é",
  "💥"
]

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Json))

/** How many values there are in a JSON value, itself included. */
const sizeOf = (json: Schema.Json): number =>
  1 +
  (Array.isArray(json)
    ? json.reduce<number>((sum, item) => sum + sizeOf(item), 0)
    : isRecord(json)
      ? Object.values(json).reduce<number>((sum, item) => sum + sizeOf(item), 0)
      : 0)

/** The value with the nth of its values replaced; `undefined` takes a property away. */
const replaced = (json: Schema.Json, place: number, by: Schema.Json | undefined): Schema.Json | undefined => {
  if (place === 0) return by
  let left = place - 1
  const step = (item: Schema.Json): Schema.Json | undefined => {
    const size = sizeOf(item)
    const within = left >= 0 && left < size
    const next = within ? replaced(item, left, by) : item
    left -= size
    return next
  }
  if (Array.isArray(json)) return json.map(step).filter((item) => item !== undefined)
  if (!isRecord(json)) return json
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, item]) => {
      const next = step(item)
      return next === undefined ? [] : [[key, next]]
    })
  )
}

const Share = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))
const Edit = Schema.Struct({ at: Share, by: Share })
const Choice = Schema.Struct({
  endpoint: Share,
  id: Share,
  query: Schema.Array(Schema.Struct({ name: Share, value: Share })).check(Schema.isMaxLength(3)),
  edits: Schema.Array(Edit).check(Schema.isMaxLength(4)),
  raw: Share
})

const pick = <A>(items: ReadonlyArray<A>, share: number): A | undefined => items[share % Math.max(1, items.length)]

const edited = (json: Schema.Json, edits: ReadonlyArray<typeof Edit.Type>): Schema.Json =>
  edits.reduce<Schema.Json>(
    (value, { at, by }) =>
      replaced(value, 1 + (at % sizeOf(value)), by % 7 === 0 ? undefined : pick(oddities, by)) ?? null,
    json
  )

/** Bodies that are no JSON, by a share of the requests. */
const rawBodies = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "{}",
  '{"a":1,"a":2}',
  "\u0000",
  '{"__proto__":{"x":1}}',
  "[".repeat(150)
]

const readExamples = Schema.decodeUnknownOption(Schema.NonEmptyArray(Schema.Json))

/** A body of the right shape, as random as can be or one of the documented examples. */
const payloadOf = (endpoint: Endpoint): Arbitrary.Arbitrary<Schema.Json> => {
  const [schema] = Array.from(endpoint.payload.values(), ({ schemas }) => schemas?.[0])
  if (schema === undefined) return Arbitrary.Constant(null)
  const random = Arbitrary.schema(Schema.toEncoded(schema)).pipe(
    Arbitrary.filterMap((value: unknown) =>
      // Bytes go as text.
      Schema.decodeUnknownResult(Schema.Json)(
        value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value
      )
    )
  )
  const examples = Option.getOrElse(readExamples(schema.ast.annotations?.["examples"]), () => [])
  return Arbitrary.all({ random, share: Arbitrary.schema(Share) }).pipe(
    Arbitrary.map(({ random, share }) => (share < 300 ? random : (pick(examples, share) ?? random)))
  )
}

/** Values that query parameters may well have, by their names. */
export type QueryValues = Readonly<Record<string, ReadonlyArray<string>>>

/**
 * Requests to the endpoints of a group, from right to hopeless. Paths that name something name one of `ids`, or nonsense;
 * a path with several parameters names those that follow each other. Every other query parameter that is among the given ones has one of their values.
 */
export const requestsTo = (
  group: Group,
  ids: ReadonlyArray<string>,
  given: QueryValues = {}
): Arbitrary.Arbitrary<FuzzedRequest> => {
  const endpoints = Object.values(group.endpoints)
  const names = ["page", "limit", "search", "x", ...Object.keys(given)]
  const valueOf = (name: string, share: number) =>
    (share % 2 === 0 ? pick(given[name] ?? [], share >> 1) : undefined) ?? pick(queryOddities, share) ?? ""
  const badIds = ["x", "%00", "..%2f", "00000000-0000-0000-0000-000000000000", "%F0%9F%92%A5", "a".repeat(500)]
  return Arbitrary.all({
    choice: Arbitrary.schema(Choice),
    bodies: Arbitrary.all(endpoints.map(payloadOf))
  }).pipe(
    Arbitrary.map(({ bodies, choice }) => {
      const place = choice.endpoint % endpoints.length
      const endpoint = endpoints[place]
      const query = choice.query.map(({ name, value }) => {
        const named = pick(names, name) ?? ""
        return `${named}=${encodeURIComponent(valueOf(named, value))}`
      })
      let parameter = 0
      const path = (endpoint?.path ?? "").replaceAll(
        /:[^/]+/g,
        () => pick([...ids, ...ids, ...badIds], choice.id + parameter++) ?? "x"
      )
      const method = endpoint?.method ?? "GET"
      const hasBody = method === "POST" || method === "PATCH" || method === "PUT"
      const raw = choice.raw < 40 ? pick(rawBodies, choice.raw) : undefined
      const [[type] = []] = endpoint?.payload ?? []
      const textType = type === "text/csv" || type === "application/x-ndjson" ? type : undefined
      const json = edited(bodies[place] ?? null, choice.edits)
      const body = raw ?? (textType !== undefined && typeof json === "string" ? json : JSON.stringify(json))
      const usual = textType === undefined ? {} : { "content-type": textType }
      return {
        path: `${path}${query.length === 0 ? "" : `?${query.join("&")}`}`,
        method,
        body: hasBody ? body : undefined,
        headers: choice.raw > 990 && hasBody ? { "content-type": "text/plain" } : usual
      }
    })
  )
}
