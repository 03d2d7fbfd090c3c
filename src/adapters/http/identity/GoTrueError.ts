import { Schema } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

/** What the address of a request says after the `?`. */
export const queryOf = ({ url }: HttpServerRequest.HttpServerRequest): URLSearchParams => {
  const [, query = ""] = url.split("?", 2)
  return new URLSearchParams(query)
}

/** A refusal in GoTrue's words (platforms P18). */
export class GoTrueError extends Schema.TaggedError<GoTrueError>()("GoTrueError", {
  status: Schema.Int,
  code: Schema.String,
  text: Schema.String,
  retryAfterSeconds: Schema.NullOr(Schema.Int)
}) {}

/** A refusal in the form of RFC 6749, which GoTrue still has in some places. */
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

/** Versions are dates, and a later one is answered with the latest there is. */
const knowsCodes = ({ headers }: HttpServerRequest.HttpServerRequest): boolean => {
  const asked = headers[versionHeader]
  return asked !== undefined && date.test(asked) && asked >= apiVersion
}

/** The refusal as the version that the caller asks for has it; clients read the code only when that is said. */
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
