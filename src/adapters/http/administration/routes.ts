import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, OpenApi } from "effect/http-api"
import * as DeveloperGuards from "../interfaces/developer/guards.ts"
import { encodeFailure } from "../interfaces/developer/guards.ts"
import { AdminApi } from "./Api.ts"
import * as ApiKeys from "./apiKeys.ts"
import * as Channels from "./channels.ts"
import * as Guards from "./guards.ts"
import { AdminKeys, base } from "./middleware.ts"
import * as Members from "./members.ts"
import * as Organizations from "./organizations.ts"
import * as Signups from "./signups.ts"
import * as UsageExport from "./usageExport.ts"

/** The document, for those who have a key. It is made at the first request. */
const document = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const isKey = Guards.keyCheck(yield* AdminKeys)
    const text = yield* Effect.cached(Effect.sync(() => JSON.stringify(OpenApi.fromApi(AdminApi))))
    const refused = encodeFailure(Guards.adminKeyInvalid()) ?? Effect.die("the refusal has no form")
    yield* router.add(
      "GET",
      `${base}/v1/openapi.json`,
      Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const bearer = (headers["authorization"] ?? "").replace(/^bearer /i, "")
        if (isKey(headers["x-admin-key"] ?? "") || isKey(bearer)) {
          return HttpServerResponse.text(yield* text, { contentType: "application/json" })
        }
        const { status, text: body } = yield* refused
        return HttpServerResponse.text(body, { status, contentType: "application/json" })
      })
    )
  })
)

const endpoints = HttpApiBuilder.layer(AdminApi).pipe(
  Layer.provide([Organizations.layer, Members.layer, ApiKeys.layer, Channels.layer, Signups.layer, UsageExport.layer]),
  Layer.provide([Guards.layer, DeveloperGuards.layer])
)

/** Routes of the administration interface; none without a key. */
export const layer = Layer.unwrap(
  Effect.map(AdminKeys, (keys) => (keys.length === 0 ? Layer.empty : Layer.merge(endpoints, document)))
)
