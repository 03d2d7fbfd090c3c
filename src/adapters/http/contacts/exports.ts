import { Effect, type Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { exportContact } from "../../../app/contacts/exportContact.ts"
import type { ContactNotFound, VendorContactId } from "../../../domain/contacts/Contact.ts"
import type { ContactId } from "../../../domain/Ids.ts"
import { zipOf } from "../../media/zipOf.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi, LogsAnswer } from "../interfaces/developer/middleware.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { notFound, Refusals } from "../interfaces/Refusal.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { refusal } from "../openapi/documented.ts"
import { contactNotFound, developerContact, developerContactId, sessionContact, sessionContactId } from "./consents.ts"

const contactErased = refusal("The contact was erased", notFound("The contact was erased"))

const Archive = HttpApiSchema.StreamUint8Array({ contentType: "application/zip" })

/** Documents the answer with an archive. */
const asArchive: OpenApi.Transform["Service"] = ({ responses, ...operation }) => {
  const { "200": archive, ...failures } = responses
  const content = {
    "application/zip": {
      schema: { type: "string" as const, format: "binary" },
      examples: { one: { value: "PK…" } }
    }
  }
  return { ...operation, responses: { "200": { ...archive, description: "The archive", content }, ...failures } }
}

/** The endpoint of exports (contract: Export of a contact). */
const groupOf = <P extends Prefix, G extends InterfaceGuards, Name extends string, Params extends Schema.Struct.Fields>(
  on: Interface<P, G>,
  contact: { readonly name: Name; readonly params: Params }
) =>
  HttpApiGroup.make("contactExports")
    .add(
      HttpApiEndpoint.get("export", `${on.prefix}/contacts/:${contact.name}/export`, {
        params: contact.params,
        success: Archive
      })
        .middleware(on.Management)
        .middleware(on.NotFound)
        // Otherwise the log would store the whole archive.
        .annotate(LogsAnswer, false)
        .annotate(Refusals, [contactNotFound, contactErased])
        .annotate(OpenApi.Transform, asArchive)
        .annotate(OpenApi.Summary, "Export a contact")
        .annotate(
          OpenApi.Description,
          `Everything about the contact as a ZIP archive: the contact with consents, conversations, messages with their files, notes, scheduled messages and campaigns, and a manifest with the meaning of each file. The archive is read while it is sent; one that breaks off cannot be opened.${on.forManagers}`
        )
    )
    .annotate(OpenApi.Title, "Exports of contacts")
    .annotate(OpenApi.Description, "Archives with everything about a contact")

const archive = Effect.fnUntraced(
  function* ({ organizationId }: Requester, id: Effect.Effect<ContactId | VendorContactId, ContactNotFound>) {
    const exported = yield* exportContact(organizationId, yield* id)
    return HttpServerResponse.stream(Stream.orDie(zipOf(exported)), {
      contentType: "application/zip",
      headers: {
        "content-disposition": `attachment; filename="contact-${exported.contactId}.zip"`,
        "x-content-type-options": "nosniff"
      }
    })
  },
  Effect.catchTags({ ContactNotFound: contactNotFound, ContactErased: contactErased })
)

export const DeveloperContactExportsGroup = groupOf(developer, developerContact)

export const developerLayer = HttpApiBuilder.group(
  developerApi(DeveloperContactExportsGroup),
  "contactExports",
  (handlers) =>
    handlers.handleAll({
      export: inDeveloper((requester, { params }) => archive(requester, developerContactId(params.id)))
    })
)

export const SessionContactExportsGroup = groupOf(session, sessionContact)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionContactExportsGroup), "contactExports", (handlers) =>
  handlers.handleAll({
    export: inSession((requester, { params }) => archive(requester, sessionContactId(params.contactId)))
  })
)
