import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { ApiCaller } from "../../../ports/access/ApiKeys.ts"
import { Forbidden, Unauthorized } from "./Failures.ts"

/** Which backend is calling, and for which organization. */
export class Caller extends Context.Service<Caller, ApiCaller>()("effect-parley/http/developer/Caller") {}

/** Asks for an API key, and says whose it is. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth, { provides: Caller }>()(
  "effect-parley/http/developer/ApiKeyAuth",
  {
    security: { apiKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }) },
    error: [Unauthorized, Forbidden],
    requiredForClient: true
  }
) {}
