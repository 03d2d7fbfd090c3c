import type { HttpServerResponse } from "effect/http"

const decoder = new TextDecoder()

/** The body of a response as text; null for a stream. */
export const bodyText = ({ body }: HttpServerResponse.HttpServerResponse): string | null =>
  body._tag === "Uint8Array" ? (body.text ?? decoder.decode(body.body)) : null
