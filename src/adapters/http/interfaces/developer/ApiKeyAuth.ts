import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { ApiCaller } from "../../../../ports/access/ApiKeys.ts"
import { Forbidden, Unauthorized } from "./Failures.ts"

/** The calling backend and its organization. */
export class Caller extends Context.Service<Caller, ApiCaller>()("effect-parley/http/developer/Caller") {}

/** Requires an API key and resolves its owner. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth, { provides: Caller }>()(
  "effect-parley/http/developer/ApiKeyAuth",
  {
    security: { apiKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }) },
    error: [Unauthorized, Forbidden],
    requiredForClient: true
  }
) {}
