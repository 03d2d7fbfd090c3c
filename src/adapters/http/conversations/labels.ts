import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  changeLabel,
  createLabel,
  labelContact,
  labelConversation,
  listLabels,
  removeLabel
} from "../../../app/conversations/labels.ts"
import type { ContactNotFound, VendorContactId } from "../../../domain/contacts/Contact.ts"
import {
  defaultLabelColor,
  type Label,
  LabelColor,
  labelNameLimit,
  LabelNotFound,
  type LabelUnknown,
  maxLabels,
  maxLabelsOfOne
} from "../../../domain/conversations/Label.ts"
import { ContactId, ConversationId, LabelId } from "../../../domain/Ids.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { conflict, invalidField, notFound, nothingToChange, Refusals } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp } from "../interfaces/pagination.ts"
import { RequiredText, Text, idOr, optional, within } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import {
  contactNotFound,
  developerContact,
  developerContactId,
  sessionContact,
  sessionContactId
} from "../contacts/consents.ts"
import { ConversationIdText, conversationIdOf, exampleId } from "./ConversationViews.ts"
import { conversationForbidden, conversationNotFound } from "./conversationRefusals.ts"

const id = LabelId.annotate({ description: "The label's id" })
const name = { description: `Name, 1 to ${labelNameLimit.limit} characters; capitals and accents make no difference` }
const color = "Color as # and six hexadecimal digits"
const names = Schema.Array(Schema.String).annotate({ description: "Names of the labels" })

const LabelItem = Schema.Struct({
  id,
  name: Schema.String.annotate({ description: "Name" }),
  color: Schema.String.annotate({ description: color }),
  createdAt: timestamp("When it was added")
}).annotate({ identifier: "Label", description: "A label for conversations and contacts" })

const labelView = ({ color, createdAt, id, name }: Label): typeof LabelItem.Type => ({
  id,
  name,
  color,
  createdAt: DateTime.formatIso(createdAt)
})

const example = {
  id: LabelId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0b1c"),
  name: "VIP",
  color: "#2f80ed",
  createdAt: "2026-11-21T10:00:00.000Z"
}
const exampleContactId = ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71")

const Answer = Data(LabelItem).annotate({ examples: [ok(example)] })

const LabelList = Data(
  Schema.Struct({ labels: Schema.Array(LabelItem).annotate({ description: `By name; at most ${maxLabels}` }) })
).annotate({ examples: [ok({ labels: [example] })] })

const RemovedLabel = Data(Schema.Struct({ id })).annotate({ examples: [ok({ id: example.id })] })

const colorText = Text.annotate({ description: `${color}; ${defaultLabelColor} when left out` })

const CreateRequest = Schema.Struct({
  name: RequiredText.check(within(labelNameLimit)).annotate(name),
  color: optional(colorText)
}).annotate({
  identifier: "CreateLabelRequest",
  description: "A label",
  examples: [{ name: "Refund", color: "#2f80ed" }]
})

const ChangeRequest = Schema.Struct({
  name: optional(RequiredText.check(within(labelNameLimit)).annotate(name)),
  color: optional(colorText.annotate({ description: color }))
}).annotate({
  identifier: "ChangeLabelRequest",
  description: "The fields to change, at least one",
  examples: [{ name: "Very important" }]
})

const AssignRequest = Schema.Struct({
  labels: Schema.Array(Text).annotate({
    description: `Names of all labels from now on, at most ${maxLabelsOfOne}; an empty list removes all`
  })
}).annotate({ identifier: "AssignLabelsRequest", description: "The labels", examples: [{ labels: ["VIP"] }] })

const LabelledConversation = Data(
  Schema.Struct({ id: ConversationId.annotate({ description: "The conversation's id" }), labels: names })
).annotate({ examples: [ok({ id: exampleId, labels: ["VIP"] })] })

const LabelledContact = Data(
  Schema.Struct({ id: ContactId.annotate({ description: "The contact's id" }), labels: names })
).annotate({ examples: [ok({ id: exampleContactId, labels: ["VIP"] })] })

const colorRefused = refusal("The color is none", invalidField("color", "Expected a color such as #2f80ed"))
const labelNotFound = refusal("No label has the id", notFound("Label not found"))
const nameTaken = refusal("Another label has the name", conflict("A label with this name already exists"))
const tooManyLabels = refusal(
  "There are too many labels",
  conflict(`The organization has ${maxLabels} labels; delete one first`)
)
const nameRefused = refusal(
  "The name is too long",
  invalidField("name", `Expected 1 to ${labelNameLimit.limit} characters`)
)
const labelUnknown = refusalFor(
  "A label does not exist",
  ({ index }: Pick<LabelUnknown, "index">) =>
    invalidField(`labels[${index}]`, "no label has this name", "Create the label first; GET /labels lists them"),
  { index: 0 }
)
const tooManyOfOne = refusal(
  "There are too many labels for one conversation or contact",
  invalidField("labels", `Expected at most ${maxLabelsOfOne} labels`)
)

const params = { labelId: Schema.String.annotate({ description: "The label's id, a UUID" }) }
const ofConversation = { conversationId: ConversationIdText }

/** Endpoints of labels (contract: Labels of an organization; Labels of conversations and contacts). */
const groupOf = <P extends Prefix, G extends InterfaceGuards, Name extends string, Params extends Schema.Struct.Fields>(
  on: Interface<P, G>,
  contact: { readonly name: Name; readonly params: Params }
) =>
  HttpApiGroup.make("labels")
    .add(
      HttpApiEndpoint.get("list", `${on.prefix}/labels`, { success: LabelList })
        .annotate(OpenApi.Summary, "List labels")
        .annotate(OpenApi.Description, "All labels of the organization, by name."),
      HttpApiEndpoint.post("create", `${on.prefix}/labels`, {
        payload: CreateRequest,
        success: Answer.pipe(HttpApiSchema.status(201))
      })
        .middleware(on.Idempotency)
        .middleware(on.Management)
        .middleware(on.Conflict)
        .annotate(Refusals, [colorRefused, nameRefused, nameTaken, tooManyLabels])
        .annotate(OpenApi.Summary, "Create a label")
        .annotate(OpenApi.Description, `At most ${maxLabels} for each organization.${on.forManagers}`),
      HttpApiEndpoint.patch("change", `${on.prefix}/labels/:labelId`, {
        params,
        payload: ChangeRequest,
        success: Answer
      })
        .middleware(on.Management)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [nothingToChange, colorRefused, nameRefused, labelNotFound, nameTaken])
        .annotate(OpenApi.Summary, "Change a label")
        .annotate(
          OpenApi.Description,
          `Conversations and contacts with the label have it under its new name.${on.forManagers}`
        ),
      HttpApiEndpoint.delete("remove", `${on.prefix}/labels/:labelId`, { params, success: RemovedLabel })
        .middleware(on.Management)
        .middleware(on.NotFound)
        .annotate(Refusals, [labelNotFound])
        .annotate(OpenApi.Summary, "Delete a label")
        .annotate(OpenApi.Description, `Also from conversations and contacts.${on.forManagers}`),
      HttpApiEndpoint.put("setOfConversation", `${on.prefix}/conversations/:conversationId/labels`, {
        params: ofConversation,
        payload: AssignRequest,
        success: LabelledConversation
      })
        .middleware(on.NotFound)
        .annotate(Refusals, [labelUnknown, tooManyOfOne, conversationForbidden, conversationNotFound])
        .annotate(OpenApi.Summary, "Set the labels of a conversation")
        .annotate(OpenApi.Description, "Replaces all its labels. `conversation.updated` is dispatched if they change."),
      HttpApiEndpoint.put("setOfContact", `${on.prefix}/contacts/:${contact.name}/labels`, {
        params: contact.params,
        payload: AssignRequest,
        success: LabelledContact
      })
        .middleware(on.NotFound)
        .annotate(Refusals, [labelUnknown, tooManyOfOne, contactNotFound])
        .annotate(OpenApi.Summary, "Set the labels of a contact")
        .annotate(OpenApi.Description, "Replaces all its labels. `contact.updated` is dispatched if they change.")
    )
    .annotate(OpenApi.Title, "Labels")
    .annotate(OpenApi.Description, "Labels of conversations and contacts")

const labelIdOf = idOr(LabelId, () => new LabelNotFound())

const isColor = Schema.is(LabelColor)

/** The color of a request in lower case; undefined if it names none. */
const colorOf = Effect.fnUntraced(function* (text: string | null | undefined) {
  const color = text?.toLowerCase()
  return color === undefined || isColor(color) ? color : yield* colorRefused()
})

const list = Effect.fnUntraced(function* ({ organizationId }: Requester) {
  return ok({ labels: (yield* listLabels(organizationId)).map(labelView) })
})

const create = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { payload }: { readonly payload: typeof CreateRequest.Type }) {
    const color = yield* colorOf(payload.color)
    return ok(labelView(yield* createLabel(organizationId, payload.name, color)))
  },
  Effect.catchTags({ LabelNameRefused: nameRefused, LabelNameTaken: nameTaken, TooManyLabels: tooManyLabels })
)

interface OfLabel {
  readonly params: { readonly labelId: string }
}

const change = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params, payload }: OfLabel & { readonly payload: typeof ChangeRequest.Type }
  ) {
    const name = payload.name ?? undefined
    const color = yield* colorOf(payload.color)
    if (name === undefined && color === undefined) return yield* nothingToChange()
    return ok(labelView(yield* changeLabel(organizationId, yield* labelIdOf(params.labelId), { name, color })))
  },
  Effect.catchTags({ LabelNameRefused: nameRefused, LabelNameTaken: nameTaken, LabelNotFound: labelNotFound })
)

const remove = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { params }: OfLabel) {
    const id = yield* labelIdOf(params.labelId)
    yield* removeLabel(organizationId, id)
    return ok({ id })
  },
  Effect.catchTag("LabelNotFound", labelNotFound)
)

const assignRefusals = { LabelUnknown: labelUnknown, TooManyLabelsOfOne: tooManyOfOne }

const setOfConversation = Effect.fnUntraced(
  function* (
    { access }: Requester,
    request: { readonly params: { readonly conversationId: string }; readonly payload: typeof AssignRequest.Type }
  ) {
    const conversationId = yield* conversationIdOf(request.params.conversationId)
    const { id, labels } = yield* labelConversation(access, conversationId, request.payload.labels)
    return ok({ id, labels })
  },
  Effect.catchTags({
    ...assignRefusals,
    Forbidden: conversationForbidden,
    ConversationNotFound: conversationNotFound
  })
)

const setOfContact = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    contactId: Effect.Effect<ContactId | VendorContactId, ContactNotFound>,
    payload: typeof AssignRequest.Type
  ) {
    const { id, labels } = yield* labelContact(organizationId, yield* contactId, payload.labels)
    return ok({ id, labels })
  },
  Effect.catchTags({ ...assignRefusals, ContactNotFound: contactNotFound })
)

export const DeveloperLabelsGroup = groupOf(developer, developerContact)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperLabelsGroup), "labels", (handlers) =>
  handlers.handleAll({
    list: inDeveloper(list),
    create: inDeveloper(create),
    change: inDeveloper(change),
    remove: inDeveloper(remove),
    setOfConversation: inDeveloper(setOfConversation),
    setOfContact: inDeveloper((requester, { params, payload }) =>
      setOfContact(requester, developerContactId(params.id), payload)
    )
  })
)

export const SessionLabelsGroup = groupOf(session, sessionContact)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionLabelsGroup), "labels", (handlers) =>
  handlers.handleAll({
    list: inSession(list),
    create: inSession(create),
    change: inSession(change),
    remove: inSession(remove),
    setOfConversation: inSession(setOfConversation),
    setOfContact: inSession((requester, { params, payload }) =>
      setOfContact(requester, sessionContactId(params.contactId), payload)
    )
  })
)
