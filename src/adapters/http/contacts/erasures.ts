import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { eraseContact, getErasure } from "../../../app/contacts/eraseContact.ts"
import type { ContactNotFound, VendorContactId } from "../../../domain/contacts/Contact.ts"
import type { Erasure } from "../../../domain/contacts/Erasure.ts"
import { ContactId } from "../../../domain/Ids.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { Refusals } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { contactNotFound, developerContact, developerContactId, sessionContact, sessionContactId } from "./consents.ts"

const count = (description: string) => Schema.Int.annotate({ description })

const ErasureItem = Schema.Struct({
  contactId: ContactId.annotate({ description: "The former id of the contact" }),
  status: Schema.Literals(["running", "done"]).annotate({
    description: "running: the contact is gone, and the rest follows in the background"
  }),
  requestedAt: timestamp("When the erasure was requested"),
  finishedAt: Schema.NullOr(Schema.String).annotate({
    description: "When nothing was left: ISO 8601, UTC, with milliseconds; null while running",
    format: "date-time"
  }),
  erased: Schema.Struct({
    messages: count("Messages"),
    files: count("Files of messages"),
    records: count("Other records, such as events, notes and logged requests")
  }).annotate({ description: "What was erased so far" })
}).annotate({ identifier: "Erasure", description: "The erasure of a contact" })

const erasureView = ({
  contactId,
  files,
  finishedAt,
  messages,
  records,
  requestedAt
}: Erasure): typeof ErasureItem.Type => ({
  contactId,
  status: finishedAt === null ? "running" : "done",
  requestedAt: DateTime.formatIso(requestedAt),
  finishedAt: timestampOrNull(finishedAt),
  erased: { messages, files, records }
})

const example: typeof ErasureItem.Type = {
  contactId: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
  status: "running",
  requestedAt: "2026-11-20T12:00:00.000Z",
  finishedAt: null,
  erased: { messages: 0, files: 0, records: 0 }
}

const Answer = Data(ErasureItem).annotate({ examples: [ok(example)] })

const EraseRequest = Schema.Struct({
  // A literal would make the whole body a case of a union, and its refusal would name no field.
  confirm: Schema.Boolean.check(
    Schema.makeFilter((isConfirmed) => isConfirmed || "Expected true", { toJsonSchema: () => [{ const: true }, true] })
  ).annotate({ description: "true: the erasure cannot be undone" })
}).annotate({
  identifier: "EraseContactRequest",
  description: "The confirmation",
  examples: [{ confirm: true }]
})

/** Endpoints of erasures (contract: Erasure of a contact). */
const groupOf = <P extends Prefix, G extends InterfaceGuards, Name extends string, Params extends Schema.Struct.Fields>(
  on: Interface<P, G>,
  contact: { readonly name: Name; readonly params: Params }
) =>
  HttpApiGroup.make("erasures")
    .add(
      HttpApiEndpoint.post("erase", `${on.prefix}/contacts/:${contact.name}/erase`, {
        params: contact.params,
        payload: EraseRequest,
        success: Answer.pipe(HttpApiSchema.status(202))
      })
        .middleware(on.Idempotency)
        .middleware(on.Management)
        .middleware(on.NotFound)
        .annotate(Refusals, [contactNotFound])
        .annotate(OpenApi.Summary, "Erase a contact")
        .annotate(
          OpenApi.Description,
          `Erases everything about the contact: names, numbers, messages, notes, files, events and logged requests. The contact is gone at once, the rest within minutes. Counts and prices stay. It cannot be undone. Again for the same contact, it answers with the progress.${on.forManagers}`
        ),
      HttpApiEndpoint.get("progress", `${on.prefix}/contacts/:${contact.name}/erasure`, {
        params: contact.params,
        success: Answer
      })
        .middleware(on.Management)
        .middleware(on.NotFound)
        .annotate(Refusals, [contactNotFound])
        .annotate(OpenApi.Summary, "Get the progress of an erasure")
        .annotate(OpenApi.Description, `The erasure of a contact, also after its end.${on.forManagers}`)
    )
    .annotate(OpenApi.Title, "Erasures")
    .annotate(OpenApi.Description, "Erasures of contacts")

type GivenId = Effect.Effect<ContactId | VendorContactId, ContactNotFound>

const erase = Effect.fnUntraced(
  function* ({ organizationId }: Requester, id: GivenId) {
    return ok(erasureView(yield* eraseContact(organizationId, yield* id)))
  },
  Effect.catchTag("ContactNotFound", contactNotFound)
)

const progress = Effect.fnUntraced(
  function* ({ organizationId }: Requester, id: GivenId) {
    return ok(erasureView(yield* getErasure(organizationId, yield* id)))
  },
  Effect.catchTag("ContactNotFound", contactNotFound)
)

export const DeveloperErasuresGroup = groupOf(developer, developerContact)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperErasuresGroup), "erasures", (handlers) =>
  handlers.handleAll({
    erase: inDeveloper((requester, { params }) => erase(requester, developerContactId(params.id))),
    progress: inDeveloper((requester, { params }) => progress(requester, developerContactId(params.id)))
  })
)

export const SessionErasuresGroup = groupOf(session, sessionContact)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionErasuresGroup), "erasures", (handlers) =>
  handlers.handleAll({
    erase: inSession((requester, { params }) => erase(requester, sessionContactId(params.contactId))),
    progress: inSession((requester, { params }) => progress(requester, sessionContactId(params.contactId)))
  })
)
