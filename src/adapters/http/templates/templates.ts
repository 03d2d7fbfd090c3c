import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  createTemplate,
  editTemplate,
  findTemplate,
  previewTemplate,
  removeTemplate
} from "../../../app/templates/manageTemplates.ts"
import type { PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import type { TemplateNameTaken } from "../../../domain/templates/TemplateDraft.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { conflict, notFound, Refusals } from "../interfaces/Refusal.ts"
import * as Developer from "../interfaces/developer/Failures.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import * as Session from "../interfaces/session/Failures.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { contentRefused } from "../sends/messageRefusals.ts"
import { lookupRefusals, senderRefusals } from "../sends/sendRefusals.ts"
import { accountQuery } from "../sends/senderName.ts"
import {
  CreateTemplateRequest,
  detailsExample,
  editOf,
  EditTemplateRequest,
  listedTemplates,
  listQuery,
  previewExample,
  PreviewTemplateRequest,
  rejectionText,
  Removed,
  removeQuery,
  Submitted,
  submissionOf,
  submittedExample,
  TemplateDetails,
  templateDetails,
  templateExample,
  TemplateItem,
  templateParams,
  TemplatePreview
} from "./templateViews.ts"

const listed = Schema.Array(TemplateItem).annotate({ description: "All approved templates, in the platform's order" })

const listTexts = {
  summary: "List WhatsApp templates",
  description:
    "All approved templates of a connected number; at most some minutes old. Numbers of different WhatsApp Business Accounts have different ones."
}

/** `GET /v1/templates` (contract: Template), an endpoint of the group of WhatsApp. */
export const listTemplatesEndpoint = HttpApiEndpoint.get("listTemplates", "/v1/templates", {
  query: listQuery,
  success: Data(listed).annotate({ examples: [ok([templateExample])] }),
  error: [Developer.NotFound, Developer.BadGateway]
})
  .annotate(OpenApi.Summary, listTexts.summary)
  .annotate(OpenApi.Description, listTexts.description)

const templateNotFound = refusal("No template of the number has the id", notFound("Template not found"))

const nameTakenText: Readonly<Record<TemplateNameTaken["reason"], string>> = {
  exists: "A template with this name and language exists; change it, or choose another name",
  reserved: "The platform reserves the name of a deleted template for 30 days; choose another name"
}
const nameTaken = refusalFor(
  "The name is taken",
  ({ reason }: Pick<TemplateNameTaken, "reason">) => conflict(nameTakenText[reason]),
  { reason: "exists" }
)

const Details = Data(TemplateDetails).annotate({ examples: [ok(detailsExample)] })

/** Endpoints of both interfaces (contract: Management of templates). `reviewed` ends the text about the review. */
const groupOf = <P extends Prefix, G extends InterfaceGuards>(on: Interface<P, G>, reviewed: string) =>
  [
    HttpApiEndpoint.post("create", `${on.prefix}/templates`, {
      payload: CreateTemplateRequest,
      success: Data(Submitted)
        .annotate({ examples: [ok(submittedExample)] })
        .pipe(HttpApiSchema.status(201))
    })
      .middleware(on.NotFound)
      .middleware(on.Conflict)
      .middleware(on.BadGateway)
      .middleware(on.Idempotency)
      .middleware(on.Management)
      .annotate(Refusals, [nameTaken])
      .annotate(OpenApi.Summary, "Submit a WhatsApp template")
      .annotate(
        OpenApi.Description,
        `Checks a new template, or a copy of one, and submits it for review. The platform decides, usually within minutes${reviewed}.`
      ),
    HttpApiEndpoint.get("get", `${on.prefix}/templates/:templateId`, {
      params: templateParams,
      query: accountQuery("whatsapp"),
      success: Details
    })
      .middleware(on.NotFound)
      .middleware(on.BadGateway)
      .annotate(Refusals, [templateNotFound])
      .annotate(OpenApi.Summary, "Get a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "A template with any status, with its reason and quality, as the platform has it now."
      ),
    HttpApiEndpoint.patch("change", `${on.prefix}/templates/:templateId`, {
      params: templateParams,
      payload: EditTemplateRequest,
      success: Details
    })
      .middleware(on.NotFound)
      .middleware(on.BadGateway)
      .middleware(on.Management)
      .annotate(Refusals, [templateNotFound])
      .annotate(OpenApi.Summary, "Change a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "Replaces the components, the category or the time to live, and submits the template again. The platform takes changes of approved, rejected and paused templates; an approved one once in 24 hours and ten times in 30 days."
      ),
    HttpApiEndpoint.delete("remove", `${on.prefix}/templates/:templateId`, {
      params: templateParams,
      query: removeQuery,
      success: Data(Removed).annotate({
        examples: [ok({ id: templateExample.id, name: templateExample.name, deleted: true as const })]
      })
    })
      .middleware(on.NotFound)
      .middleware(on.BadGateway)
      .middleware(on.Management)
      .annotate(Refusals, [templateNotFound])
      .annotate(OpenApi.Summary, "Delete a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "Deletes the template in its language, or in all languages. The platform reserves the name of an approved template for 30 days."
      ),
    HttpApiEndpoint.post("preview", `${on.prefix}/templates/:templateId/preview`, {
      params: templateParams,
      payload: PreviewTemplateRequest,
      success: Data(TemplatePreview).annotate({ examples: [ok(previewExample)] })
    })
      .middleware(on.NotFound)
      .middleware(on.BadGateway)
      .middleware(on.Idempotency)
      .annotate(Refusals, [templateNotFound])
      .annotate(OpenApi.Summary, "Preview a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "The template as its recipient would see it. Values are checked as for a send; nothing is sent."
      )
  ] as const

const lookups = { ...senderRefusals("whatsapp"), ...lookupRefusals("whatsapp") }
const failures = {
  ...lookups,
  TemplateUnknown: templateNotFound,
  PlatformRejected: (rejected: PlatformRejected) =>
    lookups.PlatformRejected({ ...rejected, message: rejectionText(rejected) })
}
const contentFailures = { ...failures, ContentRefused: contentRefused }

interface OfOne {
  readonly params: { readonly templateId: string }
}

const list = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  { query }: { readonly query: Parameters<typeof listedTemplates>[1] }
) {
  return ok({ templates: yield* listedTemplates(organizationId, query) })
}, Effect.catchTags(lookups))

const create = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { payload }: { readonly payload: typeof CreateTemplateRequest.Type }) {
    return ok(yield* createTemplate(organizationId, submissionOf(payload), payload.from))
  },
  Effect.catchTags({ ...contentFailures, TemplateNameTaken: nameTaken })
)

const get = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  { params, query }: OfOne & { readonly query: { readonly from?: string } }
) {
  return ok(templateDetails(yield* findTemplate(organizationId, params.templateId, query.from)))
}, Effect.catchTags(failures))

const change = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  { params, payload }: OfOne & { readonly payload: typeof EditTemplateRequest.Type }
) {
  return ok(templateDetails(yield* editTemplate(organizationId, params.templateId, editOf(payload), payload.from)))
}, Effect.catchTags(contentFailures))

const remove = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  {
    params,
    query: { from, languages = "one" }
  }: OfOne & {
    readonly query: { readonly from?: string; readonly languages?: "one" | "all" }
  }
) {
  const { id, name } = yield* removeTemplate(organizationId, params.templateId, languages, from)
  return ok({ id, name, deleted: true as const })
}, Effect.catchTags(failures))

const preview = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  { params, payload: { components = null, from } }: OfOne & { readonly payload: typeof PreviewTemplateRequest.Type }
) {
  return ok(yield* previewTemplate(organizationId, params.templateId, components, from))
}, Effect.catchTags(contentFailures))

export const DeveloperTemplatesGroup = HttpApiGroup.make("templates")
  .add(...groupOf(developer, "; `account.updated` reports it"))
  .annotate(OpenApi.Title, "Templates")
  .annotate(OpenApi.Description, "Message templates of the connected WhatsApp numbers")

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperTemplatesGroup), "templates", (handlers) =>
  handlers.handleAll({
    create: inDeveloper(create),
    get: inDeveloper(get),
    change: inDeveloper(change),
    remove: inDeveloper(remove),
    preview: inDeveloper(preview)
  })
)

/** Endpoints of templates (contract: Templates of the console; Management of templates). */
export const TemplatesGroup = HttpApiGroup.make("templates")
  .add(
    HttpApiEndpoint.get("list", "/templates", {
      query: listQuery,
      success: Data(Schema.Struct({ templates: listed })).annotate({
        examples: [ok({ templates: [templateExample] })]
      }),
      error: [Session.NotFound, Session.BadGateway]
    })
      .annotate(OpenApi.Summary, listTexts.summary)
      .annotate(OpenApi.Description, listTexts.description),
    ...groupOf(session, "")
  )
  .annotate(OpenApi.Title, "Templates")
  .annotate(OpenApi.Description, "Message templates of the connected WhatsApp number")

export const sessionLayer = HttpApiBuilder.group(sessionApi(TemplatesGroup), "templates", (handlers) =>
  handlers.handleAll({
    list: inSession(list),
    create: inSession(create),
    get: inSession(get),
    change: inSession(change),
    remove: inSession(remove),
    preview: inSession(preview)
  })
)
