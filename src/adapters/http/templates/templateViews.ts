import { Effect, Schema } from "effect"
import { listTemplates } from "../../../app/templates/listTemplates.ts"
import { listAllTemplates, type TemplateSubmission } from "../../../app/templates/manageTemplates.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import { ListedTemplate, qualityOf, rejectedReason } from "../../../domain/templates/Template.ts"
import { parameterFormats, type TemplateEdit, templateCategories } from "../../../domain/templates/TemplateDraft.ts"
import { documentedAs, optional, RequiredText, StorableObject, Text } from "../interfaces/requestFields.ts"
import { TemplateComponent } from "../sends/TemplateComponent.ts"
import { accountQuery } from "../sends/senderName.ts"

const { category, components, id, language, name, parameter_format, status } = ListedTemplate.fields

const fields = {
  id: id.annotate({ description: "The platform's id of the template" }),
  name: name.annotate({ description: "Name that a send gives" }),
  language: language.annotate({ description: "Language code that a send gives" })
}

const more = {
  category: category.annotate({ description: "What it is for, such as MARKETING or UTILITY" }),
  components: components.annotate({
    description: "Its parts as the platform has them: {type, text}, with placeholders such as {{1}}"
  }),
  parameter_format: parameter_format.annotate({
    description:
      "POSITIONAL for placeholders such as {{1}}, NAMED for {{first_name}}; absent where the platform has none"
  })
}

/** A template in the list of approved ones (contract: Template). */
export const TemplateItem = Schema.Struct({
  ...fields,
  status: status.annotate({ description: "APPROVED; with `status=all` any status of the platform" }),
  ...more,
  reason: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      description: "With `status=all`: why the platform rejected it, in its word; null without a reason"
    })
  ),
  quality: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      description: "With `status=all`: GREEN, YELLOW, RED or UNKNOWN; null before the first rating"
    })
  )
})

/** A template with any status (contract: Management of templates). */
export const TemplateDetails = Schema.Struct({
  ...fields,
  status: status.annotate({
    description:
      "APPROVED, PENDING, REJECTED, PAUSED, DISABLED, IN_APPEAL, LIMIT_EXCEEDED, PENDING_DELETION, or another one of the platform"
  }),
  ...more,
  reason: Schema.NullOr(Schema.String).annotate({
    description: "Why the platform rejected it, in its word, such as INVALID_FORMAT; null without a reason"
  }),
  quality: Schema.NullOr(Schema.String).annotate({
    description: "How people receive it: GREEN, YELLOW, RED or UNKNOWN; null before the first rating"
  })
}).annotate({ identifier: "Template", description: "A WhatsApp template" })

export const templateExample = {
  id: "1192339204654487",
  name: "hello_world",
  language: "en_US",
  status: "APPROVED",
  category: "MARKETING",
  components: [{ type: "BODY", text: "Hi {{1}}, use {{2}}" }]
}

export const detailsExample: typeof TemplateDetails.Type = {
  ...templateExample,
  status: "REJECTED",
  parameter_format: "POSITIONAL",
  reason: "INVALID_FORMAT",
  quality: null
}

/** A template in the list of approved ones. */
export const templateItem = ({
  category,
  components,
  id,
  language,
  name,
  parameter_format,
  status
}: ListedTemplate) => ({
  id,
  name,
  language,
  status,
  category,
  components,
  ...(parameter_format !== undefined && { parameter_format })
})

/** A template with its reason and quality. */
export const templateDetails = (template: ListedTemplate): typeof TemplateDetails.Type => ({
  ...templateItem(template),
  reason: rejectedReason(template),
  quality: qualityOf(template)
})

/** A submitted template. */
export const Submitted = Schema.Struct({
  id: fields.id,
  status: status.annotate({ description: "PENDING until the platform decided, usually within minutes" }),
  category: category.annotate({ description: "The category, which the platform may change" })
}).annotate({ identifier: "SubmittedTemplate", description: "A template that the platform reviews" })

export const submittedExample = { id: templateExample.id, status: "PENDING", category: "UTILITY" }

const Category = Text.check(documentedAs(Schema.Literals(templateCategories)))
const Components = Schema.Array(StorableObject)

const componentsOf = optional(
  Components.annotate({
    description:
      "Header, body, footer, buttons and carousel, in Meta's form. Each placeholder has an example; the example of a media header is {mediaId} of an uploaded file, or {header_handle}"
  })
)
const ttlOf = optional(
  Schema.Int.annotate({
    description: "Seconds after which an undelivered message expires; the platform's own when left out"
  })
)
const fromOf = optional(Text.annotate({ description: "The number whose templates are meant, as in sends" }))

const body = {
  type: "BODY",
  text: "Your parcel {{1}} has arrived.",
  example: { body_text: [["42"]] }
}

/** The request to submit a template (contract: Submitting a template). */
export const CreateTemplateRequest = Schema.Struct({
  from: fromOf,
  copyOf: optional(
    RequiredText.annotate({
      description: "The id of a template: fields that are left out are those of this template"
    })
  ),
  name: optional(RequiredText.annotate({ description: "1 to 512 lowercase letters, digits and underscores" })),
  language: optional(RequiredText.annotate({ description: "A language code, such as en_US" })),
  category: optional(Category.annotate({ description: `One of ${templateCategories.join(", ")}` })),
  parameter_format: optional(
    Schema.Literals(parameterFormats).annotate({
      description: "POSITIONAL when left out; NAMED for placeholders such as {{first_name}}"
    })
  ),
  components: componentsOf,
  message_send_ttl_seconds: ttlOf
}).annotate({
  identifier: "CreateTemplateRequest",
  description: "A new template, or a copy of one under another name or in another language",
  examples: [
    { name: "parcel_arrived", language: "en_US", category: "UTILITY", components: [body] },
    { copyOf: templateExample.id, language: "es" }
  ]
})
export type CreateTemplateRequest = typeof CreateTemplateRequest.Type

const ttlFields = (seconds: number | null | undefined) =>
  typeof seconds === "number" ? { message_send_ttl_seconds: seconds } : {}

export const submissionOf = ({
  category,
  components,
  copyOf = null,
  language,
  message_send_ttl_seconds: seconds,
  name,
  parameter_format: format
}: CreateTemplateRequest): TemplateSubmission => ({
  copyOf,
  ...(name ? { name } : {}),
  ...(language ? { language } : {}),
  ...(category ? { category: category.toUpperCase() } : {}),
  ...(components ? { components } : {}),
  ...(format ? { parameter_format: format } : {}),
  ...ttlFields(seconds)
})

/** The request to change a template. */
export const EditTemplateRequest = Schema.Struct({
  from: fromOf,
  category: optional(Category.annotate({ description: "Another category; an approved template keeps its own" })),
  components: componentsOf,
  message_send_ttl_seconds: ttlOf
}).annotate({
  identifier: "EditTemplateRequest",
  description: "What changes; components are replaced as a whole",
  examples: [{ components: [body] }]
})
export type EditTemplateRequest = typeof EditTemplateRequest.Type

export const editOf = ({
  category,
  components,
  message_send_ttl_seconds: seconds
}: EditTemplateRequest): TemplateEdit => ({
  ...(category ? { category: category.toUpperCase() } : {}),
  ...(components ? { components } : {}),
  ...ttlFields(seconds)
})

/** The request to preview a template. */
export const PreviewTemplateRequest = Schema.Struct({
  from: fromOf,
  components: optional(
    Schema.Array(TemplateComponent).annotate({ description: "Values as in a send; placeholders stay when left out" })
  )
}).annotate({
  identifier: "PreviewTemplateRequest",
  description: "The values of the placeholders",
  examples: [
    {
      components: [
        {
          type: "body",
          parameters: [
            { type: "text", text: "Ada" },
            { type: "text", text: "42" }
          ]
        }
      ]
    }
  ]
})

const Button = Schema.Struct({
  type: Schema.String.annotate({ description: "The kind of button, such as QUICK_REPLY or URL" }),
  text: Schema.String.annotate({ description: "Its text" }),
  url: Schema.optionalKey(Schema.String.annotate({ description: "The link of a button with a link" })),
  phoneNumber: Schema.optionalKey(Schema.String.annotate({ description: "The number of a button that calls" })),
  payload: Schema.optionalKey(Schema.String.annotate({ description: "What a tap reports, or the code that it copies" }))
})

const parts = {
  header: Schema.optionalKey(
    Schema.Struct({
      format: Schema.String.annotate({ description: "TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION or PRODUCT" }),
      text: Schema.optionalKey(Schema.String.annotate({ description: "The text of a header of text" })),
      file: Schema.optionalKey(Schema.JsonObject.annotate({ description: "The file or place of the send" }))
    }).annotate({ description: "The header" })
  ),
  body: Schema.optionalKey(Schema.String.annotate({ description: "The text" })),
  footer: Schema.optionalKey(Schema.String.annotate({ description: "The text below" })),
  buttons: Schema.optionalKey(Schema.Array(Button).annotate({ description: "The buttons in their order" }))
}

/** A template as its recipient sees it. */
export const TemplatePreview = Schema.Struct({
  ...parts,
  cards: Schema.optionalKey(Schema.Array(Schema.Struct(parts)).annotate({ description: "The cards of a carousel" }))
}).annotate({ identifier: "TemplatePreview", description: "A template with its values, as its recipient sees it" })

export const previewExample = { body: "Hi Ada, use 42" }

export const Removed = Schema.Struct({
  id: fields.id,
  name: fields.name,
  deleted: Schema.Literal(true).annotate({ description: "The platform has deleted it" })
})

/** Query parameters of a list. */
export const listQuery = {
  ...accountQuery("whatsapp"),
  status: Schema.optionalKey(
    Schema.Literals(["approved", "all"]).annotate({
      description:
        "approved when left out; all: templates with any status, as the platform has them now, with reason and quality"
    })
  )
}

/** Query parameters of a deletion. */
export const removeQuery = {
  ...accountQuery("whatsapp"),
  languages: Schema.optionalKey(
    Schema.Literals(["one", "all"]).annotate({
      description: "one when left out; all: every template that has its name, in all languages"
    })
  )
}

export const templateParams = {
  templateId: Schema.String.annotate({ description: "The platform's id of the template" })
}

/** The templates of a list: the approved ones, or all. */
export const listedTemplates = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { from, status = "approved" }: { readonly from?: string; readonly status?: "approved" | "all" }
) {
  return status === "all"
    ? (yield* listAllTemplates(organizationId, from)).map(templateDetails)
    : (yield* listTemplates(organizationId, from)).map(templateItem)
})

/** Text of the platform's refusal, with its explanation. */
export const rejectionText = ({ details, message }: Pick<PlatformRejected, "details" | "message">): string =>
  details === null ? message : `${message}: ${details}`
