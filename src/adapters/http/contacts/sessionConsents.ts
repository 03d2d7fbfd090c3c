import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { getConsents, setConsent } from "../../../app/contacts/consents.ts"
import { ContactNotFound, VendorContactId } from "../../../domain/contacts/Contact.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { NotFound, invalidField } from "../interfaces/session/Failures.ts"
import { Access, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
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
import { consentActorOf, notFound } from "./sessionContacts.ts"

const path = { contactId: Schema.String.annotate({ description: "The contact's id or vendorContactId" }) }

/** Endpoints of consents (contract: Consents of a contact; Lists of consents). */
export const SessionConsentsGroup = HttpApiGroup.make("consents")
  .add(
    HttpApiEndpoint.get("get", "/contacts/:contactId/consents", {
      params: path,
      success: ContactConsents,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Get the consents of a contact")
      .annotate(OpenApi.Description, "The opt-in or opt-out of the contact on each channel, with its history."),
    HttpApiEndpoint.patch("set", "/contacts/:contactId/consents", {
      params: path,
      payload: SetConsentRequest,
      success: ChangedConsent,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Record a consent")
      .annotate(
        OpenApi.Description,
        "Records what the contact chose elsewhere, on the phone for instance. The same choice again changes nothing. On WhatsApp it also sets `optedIn` of the contact."
      ),
    HttpApiEndpoint.get("list", "/consents", { query: consentsQuery, success: ConsentList })
      .middleware(ManagementGuard)
      .annotate(OpenApi.Summary, "List consents")
      .annotate(
        OpenApi.Description,
        "The current consents of all contacts, the newest first. For members who manage the organization."
      ),
    HttpApiEndpoint.get("export", "/consents/export", { query: exportQuery, success: ConsentCsv })
      .middleware(ManagementGuard)
      .annotate(OpenApi.Transform, withCsv)
      .annotate(OpenApi.Summary, "Export consents")
      .annotate(
        OpenApi.Description,
        "The current consents of all contacts as CSV with a header row, the newest first. For members who manage the organization."
      )
  )
  .annotate(OpenApi.Title, "Consents")
  .annotate(OpenApi.Description, "Opt-ins and opt-outs of contacts, with source and time")

const contactIdOf = idOr(Schema.Union([ContactId, VendorContactId]), () => new ContactNotFound())

export const positionUnknown = refusal(
  "The position to continue from is none of the list",
  invalidField("after", unknownPosition)
)

export const layer = HttpApiBuilder.group(sessionApi(SessionConsentsGroup), "consents", (handlers) =>
  handlers.handleAll({
    get: Effect.fnUntraced(function* ({ params }) {
      const { organizationId } = yield* Access
      const consents = yield* getConsents(organizationId, yield* contactIdOf(params.contactId))
      return ok({ consents: consents.map(consentView) })
    }, Effect.catchTags(notFound)),
    set: Effect.fnUntraced(function* ({ params, payload: { channel, state } }) {
      const access = yield* Access
      const id = yield* contactIdOf(params.contactId)
      const consent = yield* setConsent(access.organizationId, id, channel, state, consentActorOf(access))
      return ok(consentView(consent))
    }, Effect.catchTags(notFound)),
    list: Effect.fnUntraced(
      function* ({ query }) {
        return yield* consentsAfter((yield* Access).organizationId, query)
      },
      Effect.catchTag("ConsentCursorUnknown", positionUnknown)
    ),
    export: Effect.fnUntraced(function* ({ query }) {
      return yield* consentFile((yield* Access).organizationId, query)
    })
  })
)
