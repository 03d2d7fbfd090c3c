import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { logFailure } from "../../../telemetry/failureLog.ts"
import { type GoTrueError, type OAuthError, queryOf, refusal, refuse } from "./GoTrueError.ts"
import { logout, user } from "./account.ts"
import { token } from "./token.ts"

/** The public key that callers send, if one is configured; otherwise any key is accepted. */
type PublicKey = Option.Option<string>

const unauthorized = (message: string, hint: string) =>
  HttpServerResponse.jsonUnsafe({ message, hint }, { status: 401 })

const keyOf = (request: HttpServerRequest.HttpServerRequest): string =>
  request.headers["apikey"] || (queryOf(request).get("apikey") ?? "")

const died = refusal(500, "unexpected_failure", "Unexpected failure, please check server logs for more information")

/** Responses of the provider are personal and not cached. */
const uncached = HttpServerResponse.setHeader("cache-control", "no-store")

/** Checks the public key before an endpoint, as Supabase's gateway does. */
const behindGateway = <R>(
  publicKey: PublicKey,
  endpoint: Effect.Effect<HttpServerResponse.HttpServerResponse, GoTrueError | OAuthError, R>
) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const key = keyOf(request)
    if (key === "") {
      return unauthorized("No API key found in request", "No `apikey` request header or url param was found.")
    }
    if (Option.isSome(publicKey) && publicKey.value !== key) {
      return unauthorized("Invalid API key", "Double check your API key.")
    }
    return yield* endpoint.pipe(
      Effect.catchDefect((defect) =>
        Effect.andThen(
          logFailure({ level: "Error", text: "request of the identity provider died" }, defect),
          Effect.fail(died)
        )
      ),
      Effect.catch((error) => Effect.succeed(refuse(request, error)))
    )
  }).pipe(Effect.map(uncached))

/** Tokens are signed with a shared secret, and secrets are not published. */
const noKeys = HttpServerResponse.jsonUnsafe({ keys: [] }, { headers: { "cache-control": "public, max-age=600" } })

/**
 * The identity provider of the service: the part of GoTrue that `@supabase/auth-js` needs to sign in with a password, refresh
 * the session and sign out.
 */
export const layer = (publicKey: PublicKey) =>
  Layer.mergeAll(
    HttpRouter.add("POST", "/auth/v1/token", behindGateway(publicKey, token)),
    HttpRouter.add("GET", "/auth/v1/user", behindGateway(publicKey, user)),
    HttpRouter.add("POST", "/auth/v1/logout", behindGateway(publicKey, logout)),
    HttpRouter.add("GET", "/auth/v1/.well-known/jwks.json", noKeys),
    HttpRouter.add("GET", "/.well-known/jwks.json", noKeys)
  )
