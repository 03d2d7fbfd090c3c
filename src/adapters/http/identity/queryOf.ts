import type { HttpServerRequest } from "effect/http"

/** What the address of a request says after the `?`. */
export const queryOf = ({ url }: HttpServerRequest.HttpServerRequest): URLSearchParams => {
  const [, query = ""] = url.split("?", 2)
  return new URLSearchParams(query)
}
