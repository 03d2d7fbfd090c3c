import { Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  begin,
  BeginSignupRequest,
  BegunSignup,
  beginRefusals,
  complete,
  CompletedSignup,
  completeRefusals,
  CompleteSignupRequest
} from "../access/signups.ts"
import { Refusals } from "../interfaces/Refusal.ts"
import { AnswersBadGateway, AnswersConflict, AnswersNotFound } from "../interfaces/developer/middleware.ts"
import { forOrganization, unknownOrganization } from "./guards.ts"
import { adminApi, AdminIdempotency, OrganizationGuard } from "./middleware.ts"

const params = { organizationId: Schema.String.annotate({ description: "The organization's id, a UUID" }) }

/** Embedded signup on behalf of an organization (contract: Embedded signup). */
export const AdminSignupsGroup = HttpApiGroup.make("signups")
  .add(
    HttpApiEndpoint.post("begin", "/v1/organizations/:organizationId/channels/whatsapp/signup", {
      params,
      payload: BeginSignupRequest,
      success: BegunSignup.pipe(HttpApiSchema.status(201))
    })
      .middleware(AdminIdempotency)
      .middleware(AnswersNotFound)
      .annotate(Refusals, [unknownOrganization, ...beginRefusals])
      .annotate(OpenApi.Summary, "Begin to connect a WhatsApp number")
      .annotate(
        OpenApi.Description,
        "Returns a link to Meta's embedded signup, with a state that the operator can complete once within an hour."
      ),
    HttpApiEndpoint.post("complete", "/v1/organizations/:organizationId/channels/whatsapp/signup/complete", {
      params,
      payload: CompleteSignupRequest,
      success: CompletedSignup
    })
      .middleware(AdminIdempotency)
      .middleware(AnswersNotFound)
      .middleware(AnswersConflict)
      .middleware(AnswersBadGateway)
      .annotate(Refusals, [unknownOrganization, ...completeRefusals])
      .annotate(OpenApi.Summary, "Connect the number of a signup")
      .annotate(
        OpenApi.Description,
        "Exchanges the code, subscribes the app, registers the number and connects it. A failed call can be repeated with the same code and continues."
      )
  )
  .middleware(OrganizationGuard)
  .annotate(OpenApi.Title, "Embedded signup")
  .annotate(OpenApi.Description, "WhatsApp numbers that businesses connect themselves")

export const layer = HttpApiBuilder.group(adminApi(AdminSignupsGroup), "signups", (handlers) =>
  handlers.handleAll({
    begin: forOrganization(({ id }, { payload }) => begin(id, payload)),
    complete: forOrganization(({ id }, { payload }) => complete(id, payload))
  })
)
