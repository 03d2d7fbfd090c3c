import { Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { logout, user } from "./account.ts"
import { behindGateway, type PublicKey } from "./gateway.ts"
import { token } from "./token.ts"

/** Tokens are signed with a shared secret, and secrets are not published. */
const noKeys = HttpServerResponse.jsonUnsafe({ keys: [] }, { headers: { "cache-control": "public, max-age=600" } })

/**
 * The development identity provider: the part of GoTrue that `@supabase/auth-js` needs to sign in with a password, refresh
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
