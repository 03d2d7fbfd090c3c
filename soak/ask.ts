import { Effect, Schema } from "effect"
import { Agent, request } from "undici"

/** Connections are kept, as those of real callers are. */
const dispatcher = new Agent({ connections: 64 })

export interface Answer {
  readonly status: number
  readonly body: Schema.Json
}

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

/** A request with JSON in it, and what came back. */
export const ask = (
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

/** Lets the kept connections go. */
export const hangUp = Effect.promise(() => dispatcher.close())
