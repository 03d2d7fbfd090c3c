import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { takeInbound } from "../person/inbound.ts"
import { BadControl, control, readBody } from "./control.ts"

const path = "/_emulator/inbound"

/** The emulator's address as the caller knows it, which may be below a prefix. */
const emulatorUrl = ({ headers, originalUrl, protocol }: HttpServerRequest.HttpServerRequest): string => {
  const [asked = ""] = originalUrl.replace(/^https?:\/\/[^/?#]*/i, "").split("?")
  return `${protocol ?? "http"}://${headers["host"] ?? "localhost"}${asked.slice(0, asked.lastIndexOf(path))}`
}

const inbound = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const given = yield* readBody(Schema.Json)
  return yield* takeInbound(given, emulatorUrl(request)).pipe(
    Effect.mapError(({ reason }) => new BadControl({ reason }))
  )
})

/**
 * `POST /_emulator/inbound` has a person do something: `{channel, from, type, to?, timestamp?, …}`, by type as in
 * `WhatsAppRequest` and `MessagingRequest`. It answers `{messageId}`, null for what has no id of its own, after the
 * platform took notice; the webhook is on its way then. An impossible action is a 400 `{error}` that names the field.
 */
export const layer = control("POST", path, inbound)
