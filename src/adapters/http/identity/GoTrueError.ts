import { Schema } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

/** The query parameters of a request. */
export const queryOf = ({ url }: HttpServerRequest.HttpServerRequest): URLSearchParams => {
  const [, query = ""] = url.split("?", 2)
  return new URLSearchParams(query)
}

/** A refusal in GoTrue's format (platforms P18). */
export class GoTrueError extends Schema.TaggedError<GoTrueError>()("GoTrueError", {
  status: Schema.Int,
  code: Schema.String,
  text: Schema.String,
  retryAfterSeconds: Schema.NullOr(Schema.Int)
}) {}

/** A refusal in the format of RFC 6749, which some GoTrue endpoints use. */
export class OAuthError extends Schema.TaggedError<OAuthError>()("OAuthError", {
  error: Schema.String,
  description: Schema.String
}) {}

export const refusal = (status: number, code: string, text: string, retryAfterSeconds: number | null = null) =>
  new GoTrueError({ status, code, text, retryAfterSeconds })

/** The only version of the interface after its first one. */
const apiVersion = "2024-01-01"
const versionHeader = "x-supabase-api-version"
const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Whether the caller's version has error codes. Versions are dates; a later one gets the latest version. */
const knowsCodes = ({ headers }: HttpServerRequest.HttpServerRequest): boolean => {
  const version = headers[versionHeader]
  return version !== undefined && date.test(version) && version >= apiVersion
}

/** The refusal in the format of the caller's version. Clients read the code only if the response states the version. */
export const refuse = (
  request: HttpServerRequest.HttpServerRequest,
  error: GoTrueError | OAuthError
): HttpServerResponse.HttpServerResponse => {
  const isNew = knowsCodes(request)
  const echo = isNew ? { [versionHeader]: apiVersion } : {}
  if (error._tag === "OAuthError") {
    const body = { error: error.error, error_description: error.description }
    return HttpServerResponse.jsonUnsafe(body, { status: 400, headers: echo })
  }
  const { code, retryAfterSeconds, status, text } = error
  return HttpServerResponse.jsonUnsafe(
    isNew ? { code, message: text } : { code: status, error_code: code, msg: text },
    {
      status,
      headers: {
        ...echo,
        "x-sb-error-code": code,
        ...(retryAfterSeconds === null ? {} : { "retry-after": String(retryAfterSeconds) })
      }
    }
  )
}
