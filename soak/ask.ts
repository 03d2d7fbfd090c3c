import { Effect, Schedule, Schema } from "effect"
import { Agent, request } from "undici"
import { tooMuchToDo } from "../src/adapters/http/server/refusal.ts"

/** Connections are reused, as those of real callers are. */
const dispatcher = new Agent({ connections: 64 })

export interface Answer {
  readonly status: number
  readonly body: Schema.Json
}

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

/**
 * How often a request is made again that the service had no time for: it says that nothing was done (contract: More
 * requests than the process can answer).
 */
const patience = { times: 20, schedule: Schedule.spaced("500 millis") }

/** Whether the service had no time for the request. */
export const isRefused = (status: number, body: string): boolean => status === 503 && body.includes(tooMuchToDo)

const askOnce = (
  method: "GET" | "POST",
  url: string,
  given: object | null,
  headers: Readonly<Record<string, string>> = {}
): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const answer = await request(url, {
      method,
      dispatcher,
      headers: given === null ? headers : { ...headers, "content-type": "application/json" },
      body: given === null ? null : JSON.stringify(given)
    })
    return { status: answer.statusCode, body: decode(await answer.body.text()) }
  })

/** A request with JSON in it, and what came back. */
export const ask = (...request: Parameters<typeof askOnce>): Effect.Effect<Answer> =>
  Effect.repeat(askOnce(...request), {
    ...patience,
    while: ({ body, status }) => isRefused(status, JSON.stringify(body))
  })

/** Closes the connections. */
export const hangUp = Effect.promise(() => dispatcher.close())
