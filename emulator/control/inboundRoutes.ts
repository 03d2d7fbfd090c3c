import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { takeInbound } from "../person/inbound.ts"
import { BadControl, control, readBody } from "./control.ts"

const path = "/_emulator/inbound"

/** The emulator's address from the caller's view, which may include a prefix. */
const emulatorUrl = ({ headers, originalUrl, protocol }: HttpServerRequest.HttpServerRequest): string => {
  const [asked = ""] = originalUrl.replace(/^https?:\/\/[^/?#]*/i, "").split("?")
  return `${protocol ?? "http"}://${headers["host"] ?? "localhost"}${asked.slice(0, asked.lastIndexOf(path))}`
}

const inbound = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const action = yield* readBody(Schema.Json)
  return yield* takeInbound(action, emulatorUrl(request)).pipe(
    Effect.mapError(({ reason }) => new BadControl({ reason }))
  )
})

/**
 * `POST /_emulator/inbound` performs an action of a person: `{channel, from, type, to?, timestamp?, …}`, with the
 * fields of `WhatsAppRequest` or `MessagingRequest`. It answers `{messageId}`, or null for an action without an id,
 * once the platform has recorded the action. The webhook is then pending. An impossible action is a 400 `{error}` that
 * names the field.
 */
export const layer = control("POST", path, inbound)
