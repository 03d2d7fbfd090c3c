import { Schema, Struct } from "effect"
import {
  type CampaignAudience,
  type CampaignFields,
  CampaignStop,
  type CampaignValues,
  maxAudienceContacts,
  maxAudienceTerms,
  maxCampaignName,
  maxCampaignPace,
  maxCampaignValue,
  maxCampaignValues,
  maxTestRecipients,
  minCampaignPace,
  usualCampaignPace
} from "../../../domain/campaigns/Campaign.ts"
import { VendorContactId } from "../../../domain/contacts/Contact.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { RequiredText, StorableObject, Text, instant, optional, within } from "../interfaces/requestFields.ts"
import { templateFields } from "../sends/WhatsAppMessage.ts"
import { senderField } from "../sends/senderName.ts"

const characters = (limit: number) => within({ limit, unit: "characters" })

const items = (limit: number) =>
  Schema.makeFilter<{ readonly length: number }>(({ length }) => length <= limit || `Expected at most ${limit} items`, {
    toJsonSchema: () => [{ maxItems: limit }, true]
  })

const keys = (limit: number) =>
  Schema.makeFilter<object>((object) => Object.keys(object).length <= limit || `Expected at most ${limit} keys`, {
    toJsonSchema: () => [{ maxProperties: limit }, true]
  })

const template = Schema.Struct({
  name: templateFields.name,
  language: Schema.Struct({
    code: RequiredText.annotate({ description: "Language code, such as en_US" })
  }).annotate({ description: "Which of its languages" }),
  components: templateFields.components
}).annotate({
  description:
    "The template, as in a send. Texts of components may have placeholders such as {{name}}, which values replace; without components, the values are the parameters of the body"
})

const Value = Schema.Union([
  Text.check(characters(maxCampaignValue)),
  Schema.Struct({
    field: RequiredText.annotate({
      description: "A field of the recipient: name, phone, email, attributes.<name>, or columns.<name> of a file"
    }),
    fallback: optional(Text.check(characters(maxCampaignValue))).annotate({
      description: "The text for recipients whose field is empty; without it they get no message"
    })
  })
])

const Audience = Schema.Struct({
  all: optional(Schema.Boolean.annotate({ description: "true: every contact. Required without another condition" })),
  tags: optional(
    Schema.Array(RequiredText)
      .check(items(maxAudienceTerms))
      .annotate({ description: "Contacts with all of these tags" })
  ),
  attributes: optional(
    StorableObject.check(keys(maxAudienceTerms)).annotate({
      description: "Contacts whose attributes have these values"
    })
  ),
  search: optional(Text.annotate({ description: "Contacts whose name, number or e-mail address contains the text" })),
  contactIds: optional(
    Schema.Array(Schema.Union([VendorContactId, ContactId]))
      .check(items(maxAudienceContacts))
      .annotate({ description: "Contacts among these, by id or vendorContactId" })
  )
}).annotate({
  description:
    "Contacts that fulfil all conditions when the campaign starts. Without it, the recipients come from a file"
})

const required = {
  name: RequiredText.check(characters(maxCampaignName)).annotate({
    description: `The name, for people; at most ${maxCampaignName} characters`
  }),
  template
}

const others = {
  from: senderField("whatsapp"),
  audience: optional(Audience),
  values: optional(
    Schema.Record(Schema.String, Value).check(keys(maxCampaignValues)).annotate({
      description:
        "A value for each placeholder, by its name or number: a text for all, or a field of the recipient with a fallback"
    })
  ),
  sendAt: optional(
    instant("When it begins after its start: in the future, at most 90 days ahead. Without it, it begins at once")
  ),
  pace: optional(
    Schema.Int.check(Schema.isBetween({ minimum: minCampaignPace, maximum: maxCampaignPace })).annotate({
      description: `Messages per second at most, ${minCampaignPace} to ${maxCampaignPace}; ${usualCampaignPace} when left out`
    })
  ),
  stopOn: optional(
    Schema.Array(CampaignStop).check(items(CampaignStop.literals.length)).annotate({
      description:
        "reply: contacts who wrote since the start get no message. opt_out: those who opted out get none, whatever the category of the template"
    })
  )
}

const exampleTemplate = { name: "spring_offer", language: { code: "en_US" } }

/** The request that creates a campaign (contract: Campaigns). */
export const CreateCampaignRequest = Schema.Struct({ ...required, ...others }).annotate({
  identifier: "CreateCampaignRequest",
  description: "A template for many people. Without an audience, a file of recipients is uploaded afterwards",
  examples: [
    {
      name: "Spring offer",
      template: exampleTemplate,
      audience: { tags: ["newsletter"] },
      values: { "1": { field: "name", fallback: "there" } }
    },
    {
      name: "Appointments",
      template: exampleTemplate,
      values: { "1": { field: "columns.time" } },
      pace: 20,
      stopOn: ["reply"]
    }
  ]
})

/** The request that changes a draft. */
export const ChangeCampaignRequest = Schema.Struct({
  name: Schema.optionalKey(required.name),
  template: Schema.optionalKey(required.template),
  ...others
}).annotate({
  identifier: "ChangeCampaignRequest",
  description: "The fields that change; null removes a field",
  examples: [{ name: "Spring offer, second wave", pace: 20 }, { pace: null }]
})
export type ChangeCampaignRequest = typeof ChangeCampaignRequest.Type

/** The request of a test send. */
export const TestCampaignRequest = Schema.Struct({
  to: Schema.Array(RequiredText)
    .check(Schema.isMinLength(1), Schema.isMaxLength(maxTestRecipients))
    .annotate({ description: "Phone numbers, E.164, or business-scoped user ids" })
}).annotate({
  identifier: "TestCampaignRequest",
  description: "The recipients of a test",
  examples: [{ to: ["15551234567"] }]
})

type AudienceRequest = typeof Audience.Type | null

const audienceOf = (audience: AudienceRequest): CampaignAudience => {
  if (audience === null) return { _tag: "File" }
  const { attributes, contactIds, search, tags } = audience
  return {
    _tag: "Contacts",
    tags: tags ?? [],
    attributes: attributes ?? {},
    search: search ?? null,
    contactIds: contactIds ?? null
  }
}

/** Whether the audience is every contact, although the request does not say so. */
export const isUnrestricted = ({ audience }: Pick<ChangeCampaignRequest, "audience">): boolean => {
  const { all, attributes, contactIds, search, tags } = audience ?? { all: true }
  return (
    all !== true &&
    (tags ?? []).length === 0 &&
    Object.keys(attributes ?? {}).length === 0 &&
    (search ?? "").trim() === "" &&
    (contactIds ?? null) === null
  )
}

const valuesOf = (values: ChangeCampaignRequest["values"]): CampaignValues =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([placeholder, value]) => {
      if (typeof value === "string") return [placeholder, value]
      const { fallback = null, field } = value
      return [placeholder, { field, ...(fallback !== null && { fallback }) }]
    })
  )

/** The changed fields of a campaign. */
export const changeOf = (request: ChangeCampaignRequest): Partial<CampaignFields> => {
  const { audience, from, name, pace, sendAt, stopOn, template, values } = request
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(template !== undefined && {
      template: {
        name: template.name,
        languageCode: template.language.code,
        components: template.components ?? null
      }
    }),
    ...(from !== undefined && { from }),
    ...(audience !== undefined && { audience: audienceOf(audience) }),
    ...(values !== undefined && { values: valuesOf(values) }),
    ...(sendAt !== undefined && { sendAt }),
    ...(pace !== undefined && { pace }),
    ...(stopOn !== undefined && { stopOn: stopOn ?? [] })
  }
}

/** The fields of a new campaign. */
export const fieldsOf = (request: typeof CreateCampaignRequest.Type): CampaignFields => {
  const { languageCode, name, template } = { languageCode: request.template.language.code, ...request }
  return {
    from: null,
    audience: { _tag: "File" },
    values: {},
    sendAt: null,
    pace: null,
    stopOn: [],
    ...Struct.omit(changeOf(request), ["name", "template"]),
    name: name.trim(),
    template: { name: template.name, languageCode, components: template.components ?? null }
  }
}
