import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { DeveloperApi } from "./developer/Api.ts"
import * as Developer from "./developer/routes.ts"
import * as Health from "./server/health.ts"
import { requestHeaders } from "./server/requestHeaders.ts"
import { SessionApi } from "./session/Api.ts"
import * as Session from "./session/routes.ts"
import { unansweredBody } from "./shared/unansweredBody.ts"
import * as Unrouted from "./server/unrouted.ts"

/** The middleware of all requests. */
const everyRequest = HttpRouter.middleware(
  Effect.map(requestHeaders, (named) => (answer) => named(answer)),
  { global: true }
)

/** Every route of the service. What it still requires are ports, and what tells whether it is ready. */
export const layer = Layer.mergeAll(
  Developer.layer,
  Session.layer,
  Health.layer,
  Unrouted.layer({ api: DeveloperApi, prefix: "/api/developer" }),
  Unrouted.layer({ api: SessionApi, prefix: "/api/whatsapp" }),
  HttpRouter.add("*", "/*", HttpServerResponse.json(unansweredBody("/", "Not found"), { status: 404 })),
  everyRequest
)
