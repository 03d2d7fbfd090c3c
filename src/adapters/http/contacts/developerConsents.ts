import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { getConsents, setConsent } from "../../../app/contacts/consents.ts"
import { ContactNotFound } from "../../../domain/contacts/Contact.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { BadRequest, NotFound } from "../interfaces/developer/Failures.ts"
import { Caller, LogsAnswer, developerApi } from "../interfaces/developer/middleware.ts"
import { ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { refusal } from "../openapi/documented.ts"
import {
  ChangedConsent,
  ConsentCsv,
  ConsentList,
  ContactConsents,
  SetConsentRequest,
  consentFile,
  consentView,
  consentsAfter,
  consentsQuery,
  exportQuery,
  unknownPosition,
  withCsv
} from "./ConsentViews.ts"
import { notFound } from "./developerContacts.ts"

const params = { id: Schema.String.annotate({ description: "The contact's id, a UUID" }) }

/** Endpoints of consents (contract: Consents of a contact; Lists of consents). */
export const DeveloperConsentsGroup = HttpApiGroup.make("consents")
  .add(
    HttpApiEndpoint.get("get", "/v1/contacts/:id/consents", { params, success: ContactConsents, error: NotFound })
      .annotate(OpenApi.Summary, "Get the consents of a contact")
      .annotate(OpenApi.Description, "The opt-in or opt-out of the contact on each channel, with its history."),
    HttpApiEndpoint.patch("set", "/v1/contacts/:id/consents", {
      params,
      payload: SetConsentRequest,
      success: ChangedConsent,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Record a consent")
      .annotate(
        OpenApi.Description,
        "Records what the contact chose elsewhere, on a form for instance. The same choice again changes nothing. On WhatsApp it also sets `optedIn` of the contact."
      ),
    HttpApiEndpoint.get("list", "/v1/consents", { query: consentsQuery, success: ConsentList })
      .annotate(OpenApi.Summary, "List consents")
      .annotate(OpenApi.Description, "The current consents of all contacts, the newest first."),
    HttpApiEndpoint.get("export", "/v1/consents/export", { query: exportQuery, success: ConsentCsv })
      // Otherwise the log would store the whole list.
      .annotate(LogsAnswer, false)
      .annotate(OpenApi.Transform, withCsv)
      .annotate(OpenApi.Summary, "Export consents")
      .annotate(OpenApi.Description, "The current consents of all contacts as CSV with a header row, the newest first.")
  )
  .annotate(OpenApi.Title, "Consents")
  .annotate(OpenApi.Description, "Opt-ins and opt-outs of contacts, with source and time")

const contactIdOf = idOr(ContactId, () => new ContactNotFound())

export const positionUnknown = refusal(
  "The position to continue from is none of the list",
  new BadRequest({
    message: `Invalid field after: ${unknownPosition}`,
    fix: "Leave after out to begin with the newest"
  })
)

export const layer = HttpApiBuilder.group(developerApi(DeveloperConsentsGroup), "consents", (handlers) =>
  handlers.handleAll({
    get: Effect.fnUntraced(function* ({ params }) {
      const { organizationId } = yield* Caller
      const consents = yield* getConsents(organizationId, yield* contactIdOf(params.id))
      return ok({ consents: consents.map(consentView) })
    }, Effect.catchTags(notFound)),
    set: Effect.fnUntraced(function* ({ params, payload: { channel, state } }) {
      const { apiKeyId, organizationId } = yield* Caller
      const id = yield* contactIdOf(params.id)
      return ok(consentView(yield* setConsent(organizationId, id, channel, state, { source: "api", by: apiKeyId })))
    }, Effect.catchTags(notFound)),
    list: Effect.fnUntraced(
      function* ({ query }) {
        return yield* consentsAfter((yield* Caller).organizationId, query)
      },
      Effect.catchTag("ConsentCursorUnknown", positionUnknown)
    ),
    export: Effect.fnUntraced(function* ({ query }) {
      return yield* consentFile((yield* Caller).organizationId, query)
    })
  })
)
