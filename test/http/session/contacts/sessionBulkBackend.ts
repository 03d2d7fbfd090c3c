import { Effect, type Schema } from "effect"
import { World } from "../../../../src/adapters/memory/World.ts"
import { call, givenDashboard } from "../sessionDashboard.ts"

/** A content type and what is sent as it; or a form, which has its own. */
export type Body =
  | readonly [type: string, content: string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>]
  | FormData

/** A form as it goes over the wire, and the content type that names its boundary. */
const serialized = (form: FormData) =>
  Effect.promise(async () => {
    const response = new Response(form)
    return [response.headers.get("content-type") ?? "", await response.blob()] as const
  })

export const json = (content: unknown): Body => ["application/json", JSON.stringify(content)]
export const csv = (...lines: ReadonlyArray<string>): Body => ["text/csv", lines.join("\r\n")]

/** A form as browsers send one. */
export const form = (...parts: ReadonlyArray<readonly [name: string, content: string | Blob]>): Body => {
  const data = new FormData()
  for (const [name, content] of parts) data.append(name, content)
  return data
}

/** An organization at noon of 20 November 2026, and what it imports and keeps. */
export const givenImporter = Effect.gen(function* () {
  const { events, headers, id } = yield* givenDashboard()
  return {
    id,
    headers,
    events,
    post: Effect.fnUntraced(function* (given: Body, more: Readonly<Record<string, string>> = {}) {
      const [type, content] = given instanceof FormData ? yield* serialized(given) : given
      const body = content instanceof Uint8Array ? new Blob([content]) : content
      return yield* call({ ...headers, "content-type": type, ...more }, "/contacts/bulk", { body })
    }),
    /** What is kept of contacts, in the order in which they came. */
    kept: Effect.map(
      Effect.flatMap(World, ({ state }) => state),
      ({ contacts }) => contacts.filter(({ organizationId }) => organizationId === id)
    )
  }
})

export const answered = (data: Schema.Json) => ({ status: 200, body: { success: true, data } })
