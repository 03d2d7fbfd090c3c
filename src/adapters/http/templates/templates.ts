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
import { Data, ok } from "../interfaces/envelope.ts"
import { BadGateway, Conflict, NotFound, Unavailable } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { accountQuery } from "../sends/senderName.ts"
import { contentRefused, lookupRefusals, senderRefusals } from "../sends/sessionSendFailures.ts"
import {
  CreateTemplateRequest,
  detailsExample,
  editOf,
  EditTemplateRequest,
  listedTemplates,
  listQuery,
  nameTakenText,
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

const errors = [NotFound, BadGateway, Unavailable] as const

const Details = Data(TemplateDetails).annotate({ examples: [ok(detailsExample)] })

/** Endpoints of templates (contract: Templates of the console; Management of templates). */
export const TemplatesGroup = HttpApiGroup.make("templates")
  .add(
    HttpApiEndpoint.get("list", "/templates", {
      query: listQuery,
      success: Data(
        Schema.Struct({
          templates: Schema.Array(TemplateItem).annotate({
            description: "All approved templates, in the platform's order"
          })
        })
      ).annotate({ examples: [ok({ templates: [templateExample] })] }),
      error: errors
    })
      .annotate(OpenApi.Summary, "List WhatsApp templates")
      .annotate(
        OpenApi.Description,
        "All approved templates of a connected number; at most some minutes old. Numbers of different WhatsApp Business Accounts have different ones."
      ),
    HttpApiEndpoint.get("get", "/templates/:templateId", {
      params: templateParams,
      query: accountQuery("whatsapp"),
      success: Details,
      error: errors
    })
      .annotate(OpenApi.Summary, "Get a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "A template with any status, with its reason and quality, as the platform has it now."
      ),
    HttpApiEndpoint.post("preview", "/templates/:templateId/preview", {
      params: templateParams,
      payload: PreviewTemplateRequest,
      success: Data(TemplatePreview).annotate({ examples: [ok(previewExample)] }),
      error: errors
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Preview a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "The template as its recipient would see it. Values are checked as for a send; nothing is sent."
      )
  )
  .add(
    HttpApiEndpoint.post("create", "/templates", {
      payload: CreateTemplateRequest,
      success: Data(Submitted)
        .annotate({ examples: [ok(submittedExample)] })
        .pipe(HttpApiSchema.status(201)),
      error: [...errors, Conflict]
    })
      .middleware(IdempotencyGuard)
      .middleware(ManagementGuard)
      .annotate(OpenApi.Summary, "Submit a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "Checks a new template, or a copy of one, and submits it for review. The platform decides, usually within minutes."
      ),
    HttpApiEndpoint.patch("change", "/templates/:templateId", {
      params: templateParams,
      payload: EditTemplateRequest,
      success: Details,
      error: errors
    })
      .middleware(ManagementGuard)
      .annotate(OpenApi.Summary, "Change a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "Replaces the components, the category or the time to live, and submits the template again. The platform takes changes of approved, rejected and paused templates; an approved one once in 24 hours and ten times in 30 days."
      ),
    HttpApiEndpoint.delete("remove", "/templates/:templateId", {
      params: templateParams,
      query: removeQuery,
      success: Data(Removed).annotate({
        examples: [ok({ id: templateExample.id, name: templateExample.name, deleted: true as const })]
      }),
      error: errors
    })
      .middleware(ManagementGuard)
      .annotate(OpenApi.Summary, "Delete a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "Deletes the template in its language, or in all languages. The platform reserves the name of an approved template for 30 days."
      )
  )
  .annotate(OpenApi.Title, "Templates")
  .annotate(OpenApi.Description, "Message templates of the connected WhatsApp number")

export const templateNotFound = refusal(
  "No template of the number has the id",
  new NotFound({ error: "Template not found" })
)

export const nameTaken = refusalFor(
  "The name is taken",
  ({ reason }: Pick<TemplateNameTaken, "reason">) => new Conflict({ error: nameTakenText[reason] }),
  { reason: "exists" }
)

const failures = {
  ...lookupRefusals("whatsapp"),
  ...senderRefusals,
  TemplateUnknown: templateNotFound,
  PlatformRejected: (rejected: PlatformRejected) =>
    new BadGateway({
      error: `WhatsApp API error: ${rejectionText(rejected)}`,
      details: { code: rejected.code, title: rejected.title }
    })
}

export const layer = HttpApiBuilder.group(sessionApi(TemplatesGroup), "templates", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Access
        return ok({ templates: yield* listedTemplates(organizationId, query) })
      },
      Effect.catchTags({ ...lookupRefusals("whatsapp"), ...senderRefusals })
    ),
    get: Effect.fnUntraced(function* ({ params, query }) {
      const { organizationId } = yield* Access
      return ok(templateDetails(yield* findTemplate(organizationId, params.templateId, query.from)))
    }, Effect.catchTags(failures)),
    preview: Effect.fnUntraced(
      function* ({ params, payload: { components = null, from } }) {
        const { organizationId } = yield* Access
        return ok(yield* previewTemplate(organizationId, params.templateId, components, from))
      },
      Effect.catchTags({ ...failures, ContentRefused: contentRefused })
    ),
    create: Effect.fnUntraced(
      function* ({ payload }) {
        const { organizationId } = yield* Access
        return ok(yield* createTemplate(organizationId, submissionOf(payload), payload.from))
      },
      Effect.catchTags({ ...failures, ContentRefused: contentRefused, TemplateNameTaken: nameTaken })
    ),
    change: Effect.fnUntraced(
      function* ({ params, payload }) {
        const { organizationId } = yield* Access
        const changed = yield* editTemplate(organizationId, params.templateId, editOf(payload), payload.from)
        return ok(templateDetails(changed))
      },
      Effect.catchTags({ ...failures, ContentRefused: contentRefused })
    ),
    remove: Effect.fnUntraced(function* ({ params, query: { from, languages = "one" } }) {
      const { organizationId } = yield* Access
      const { id, name } = yield* removeTemplate(organizationId, params.templateId, languages, from)
      return ok({ id, name, deleted: true as const })
    }, Effect.catchTags(failures))
  })
)
