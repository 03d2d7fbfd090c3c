import type { HttpServerRequest } from "effect/http"

/** The path of a request, without its query. */
export const pathOf = ({ url }: HttpServerRequest.HttpServerRequest): string => url.replace(/\?.*$/s, "")
