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
import { BadGateway, Conflict, NotFound, Unavailable } from "../interfaces/developer/Failures.ts"
import { Caller, developerApi, IdempotencyGuard } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { contentRefused, lookupFailures } from "../sends/developerSendFailures.ts"
import { accountQuery } from "../sends/senderName.ts"
import {
  CreateTemplateRequest,
  detailsExample,
  editOf,
  EditTemplateRequest,
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

/** `GET /v1/templates` (contract: Template). */
export const listTemplatesEndpoint = HttpApiEndpoint.get("listTemplates", "/v1/templates", {
  query: listQuery,
  success: Data(
    Schema.Array(TemplateItem).annotate({ description: "All approved templates, in the platform's order" })
  ).annotate({ examples: [ok([templateExample])] }),
  error: [NotFound, BadGateway, Unavailable]
})
  .annotate(OpenApi.Summary, "List WhatsApp templates")
  .annotate(
    OpenApi.Description,
    "All approved templates of a connected number; at most some minutes old. Numbers of different WhatsApp Business Accounts have different ones."
  )

const errors = [NotFound, BadGateway, Unavailable] as const

const Details = Data(TemplateDetails).annotate({ examples: [ok(detailsExample)] })

/** Endpoints that manage templates (contract: Management of templates). */
export const DeveloperTemplatesGroup = HttpApiGroup.make("templates")
  .add(
    HttpApiEndpoint.post("create", "/v1/templates", {
      payload: CreateTemplateRequest,
      success: Data(Submitted)
        .annotate({ examples: [ok(submittedExample)] })
        .pipe(HttpApiSchema.status(201)),
      error: [...errors, Conflict]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Submit a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "Checks a new template, or a copy of one, and submits it for review. The platform decides, usually within minutes; `account.updated` reports it."
      ),
    HttpApiEndpoint.get("get", "/v1/templates/:templateId", {
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
    HttpApiEndpoint.patch("change", "/v1/templates/:templateId", {
      params: templateParams,
      payload: EditTemplateRequest,
      success: Details,
      error: errors
    })
      .annotate(OpenApi.Summary, "Change a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "Replaces the components, the category or the time to live, and submits the template again. The platform takes changes of approved, rejected and paused templates; an approved one once in 24 hours and ten times in 30 days."
      ),
    HttpApiEndpoint.delete("remove", "/v1/templates/:templateId", {
      params: templateParams,
      query: removeQuery,
      success: Data(Removed).annotate({
        examples: [ok({ id: templateExample.id, name: templateExample.name, deleted: true as const })]
      }),
      error: errors
    })
      .annotate(OpenApi.Summary, "Delete a WhatsApp template")
      .annotate(
        OpenApi.Description,
        "Deletes the template in its language, or in all languages. The platform reserves the name of an approved template for 30 days."
      ),
    HttpApiEndpoint.post("preview", "/v1/templates/:templateId/preview", {
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
  .annotate(OpenApi.Title, "Templates")
  .annotate(OpenApi.Description, "Message templates of the connected WhatsApp numbers")

export const templateNotFound = refusal(
  "No template of the number has the id",
  new NotFound({ message: "Template not found", code: "NOT_FOUND" })
)

export const nameTaken = refusalFor(
  "The name is taken",
  ({ reason }: Pick<TemplateNameTaken, "reason">) => new Conflict({ message: nameTakenText[reason] }),
  { reason: "exists" }
)

const failures = {
  ...lookupFailures("whatsapp"),
  TemplateUnknown: templateNotFound,
  PlatformRejected: (rejected: PlatformRejected) => new BadGateway({ message: rejectionText(rejected) })
}

export const layer = HttpApiBuilder.group(developerApi(DeveloperTemplatesGroup), "templates", (handlers) =>
  handlers.handleAll({
    create: Effect.fnUntraced(
      function* ({ payload }) {
        const { organizationId } = yield* Caller
        return ok(yield* createTemplate(organizationId, submissionOf(payload), payload.from))
      },
      Effect.catchTags({ ...failures, ContentRefused: contentRefused, TemplateNameTaken: nameTaken })
    ),
    get: Effect.fnUntraced(function* ({ params, query }) {
      const { organizationId } = yield* Caller
      return ok(templateDetails(yield* findTemplate(organizationId, params.templateId, query.from)))
    }, Effect.catchTags(failures)),
    change: Effect.fnUntraced(
      function* ({ params, payload }) {
        const { organizationId } = yield* Caller
        const changed = yield* editTemplate(organizationId, params.templateId, editOf(payload), payload.from)
        return ok(templateDetails(changed))
      },
      Effect.catchTags({ ...failures, ContentRefused: contentRefused })
    ),
    remove: Effect.fnUntraced(function* ({ params, query: { from, languages = "one" } }) {
      const { organizationId } = yield* Caller
      const { id, name } = yield* removeTemplate(organizationId, params.templateId, languages, from)
      return ok({ id, name, deleted: true as const })
    }, Effect.catchTags(failures)),
    preview: Effect.fnUntraced(
      function* ({ params, payload: { components = null, from } }) {
        const { organizationId } = yield* Caller
        return ok(yield* previewTemplate(organizationId, params.templateId, components, from))
      },
      Effect.catchTags({ ...failures, ContentRefused: contentRefused })
    )
  })
)
