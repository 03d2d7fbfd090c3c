import { Effect, Exit, Layer, Option, Redacted } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { createHash, timingSafeEqual } from "node:crypto"
import { findOrganization } from "../../../app/access/organizations.ts"
import { OrganizationId } from "../../../domain/Ids.ts"
import { Organizations } from "../../../ports/access/Organizations.ts"
import { RateLimits } from "../../../ports/limits/RateLimits.ts"
import { IdempotencyKeys } from "../../../ports/sends/SendLedger.ts"
import { onceByKey, readRequest } from "../idempotency/onceByKey.ts"
import { authoredBy, noteFacts, RequestFacts } from "../interfaces/RequestFacts.ts"
import { type Refused, type RefusedStatus, notFound } from "../interfaces/Refusal.ts"
import { keyOutcomes, NotFound, rateExceeded, Unauthorized } from "../interfaces/developer/Failures.ts"
import { developerFailure } from "../interfaces/developer/developer.ts"
import { encodeFailure } from "../interfaces/developer/guards.ts"
import { idIn } from "../interfaces/requestFields.ts"
import { countRequest } from "../limits/rateTiers.ts"
import { refusal } from "../openapi/documented.ts"
import { AdminAuth, AdminIdempotency, AdminKeys, AdminRate, Administered, OrganizationGuard } from "./middleware.ts"

/** The organization by which calls of all operators are counted. */
const operators = OrganizationId.make("00000000-0000-0000-0000-000000000000")

const sha256 = (text: string) => createHash("sha256").update(text).digest()

/** Whether a text is one of the keys. Compares all of them in constant time, independent of the text and its length. */
export const keyCheck = (keys: ReadonlyArray<Redacted.Redacted>) => {
  const expected = keys.map((key) => sha256(Redacted.value(key)))
  return (candidate: string): boolean => {
    const hash = sha256(candidate)
    return expected.filter((one) => timingSafeEqual(one, hash)).length > 0
  }
}

export const adminKeyInvalid = refusal(
  "The key is missing or not valid",
  new Unauthorized({
    message: "Invalid or missing administration key",
    code: "INVALID_API_KEY",
    fix: "Send the key of the operator in the header x-admin-key"
  })
)

/** Logs a call without values of its path, its query and its bodies. */
const logCall = (
  { method, path }: Pick<HttpApiEndpoint.Top, "method" | "path">,
  exit: Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>
) =>
  Effect.flatMap(RequestFacts, (facts) =>
    Effect.logInfo("administration", {
      method,
      path,
      outcome: Exit.isSuccess(exit) ? exit.value.status : "refused",
      requestId: facts?.requestId ?? ""
    })
  )

const auth = Layer.effect(
  AdminAuth,
  Effect.map(AdminKeys, (keys) => {
    const isKey = keyCheck(keys)
    const admit = AdminAuth.of({
      adminKey: (response, { credential, endpoint }) =>
        isKey(Redacted.value(credential))
          ? authoredBy({ _tag: "Operator" })(Effect.onExit(response, (exit) => logCall(endpoint, exit)))
          : Effect.fail(adminKeyInvalid()),
      bearer: (response, options) => admit.adminKey(response, options)
    })
    return admit
  })
)

const rate = Layer.effect(
  AdminRate,
  Effect.map(RateLimits, (limits) => {
    const counted = Effect.flatMap(countRequest(limits, "developer")(operators, "standard"), (isAllowed) =>
      isAllowed ? Effect.void : Effect.fail(rateExceeded())
    )
    return AdminRate.of((response) => Effect.andThen(counted, response))
  })
)

/** No organization has the id. */
export const unknownOrganization = refusal("No organization has the id", notFound("Organization not found"))

const organizationMissing = new NotFound({ message: "Organization not found", code: "NOT_FOUND" })

const organization = Layer.effect(
  OrganizationGuard,
  Effect.map(Organizations, (organizations) =>
    OrganizationGuard.of((response) =>
      Effect.gen(function* () {
        const { organizationId = "" } = yield* HttpRouter.params
        const id = idIn(OrganizationId)(organizationId)
        if (Option.isNone(id)) return yield* organizationMissing
        const found = yield* findOrganization(id.value).pipe(
          Effect.provideService(Organizations, organizations),
          Effect.mapError(() => organizationMissing)
        )
        yield* noteFacts({ callerOrganizationId: found.id })
        return yield* Effect.provideService(response, Administered, found)
      })
    )
  )
)

const idempotency = Layer.effect(
  AdminIdempotency,
  Effect.map(IdempotencyKeys, (keys) =>
    AdminIdempotency.of((response, { endpoint }) =>
      Effect.flatMap(Administered, ({ id }) =>
        onceByKey({ api: "admin", organizationId: id, encode: encodeFailure }, readRequest(endpoint), response)
      ).pipe(Effect.catchTags(keyOutcomes), Effect.provideService(IdempotencyKeys, keys))
    )
  )
)

/** Middleware of the administration interface, beside that of the Developer interface. */
export const layer = Layer.mergeAll(auth, rate, organization, idempotency)

/** The answer to a request for the organization in its path. */
export const administering =
  <Request, View, E, R>(
    handler: (organization: Administered["Service"], request: Request) => Effect.Effect<View, E, R>
  ) =>
  (request: Request): Effect.Effect<View, E, R | Administered> =>
    Effect.flatMap(Administered, (found) => handler(found, request))

/** Makes a handler of this interface: refusals become failures of the Developer interface, whose envelope it has. */
export const inAdmin =
  <Request, View, R, Status extends RefusedStatus = never>(
    handler: (request: Request) => Effect.Effect<View, Refused<Status>, R>
  ) =>
  (request: Request) =>
    Effect.mapError(handler(request), developerFailure)

/** Makes a handler for the organization in the path. */
export const forOrganization = <Request, View, R, Status extends RefusedStatus = never>(
  handler: (organization: Administered["Service"], request: Request) => Effect.Effect<View, Refused<Status>, R>
) => inAdmin(administering(handler))
