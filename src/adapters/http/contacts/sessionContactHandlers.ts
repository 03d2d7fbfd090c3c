import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import {
  changeContact,
  createContact,
  getContactOverview,
  listContactOverviews
} from "../../../app/contacts/contacts.ts"
import { ContactNotFound, VendorContactId } from "../../../domain/contacts/Contact.ts"
import { type ContactFieldRefused, contactRefusals } from "../../../domain/contacts/contactLimits.ts"
import { contactSearch } from "../../../domain/contacts/ContactSearch.ts"
import { phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import { ContactId } from "../../../domain/Ids.ts"
import type { ContactOrder } from "../../../ports/contacts/ContactStore.ts"
import { ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/idIn.ts"
import { pageOf } from "../interfaces/pagination.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import {
  contactDetails,
  contactItem,
  createdContact,
  createdFields,
  fieldNames,
  patchedContact,
  patchedFields
} from "./SessionContactViews.ts"
import { BadRequest, Conflict, invalidCountry, invalidField, NotFound } from "../interfaces/session/Failures.ts"
import { pageFacts } from "../interfaces/session/pages.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"

const contactIdOf = idOr(Schema.Union([ContactId, VendorContactId]), () => new ContactNotFound())

const sorts = { created_at: "createdAt", name: "name", last_message_at: "lastMessageAt" } as const
const directions = { desc: "descending", asc: "ascending" } as const

const orderOf = ({
  sortBy = "created_at",
  sortOrder = "desc"
}: {
  readonly sortBy?: keyof typeof sorts
  readonly sortOrder?: keyof typeof directions
}): ContactOrder => ({ by: sorts[sortBy], direction: directions[sortOrder] })

const notFound = { ContactNotFound: () => new NotFound({ error: "Contact not found" }) }

const refused = (names: (typeof fieldNames)[keyof typeof fieldNames]) => ({
  ContactFieldRefused: ({ field, reason }: ContactFieldRefused) => invalidField(names[field], contactRefusals[reason]),
  UnknownCountry: () => invalidCountry(names.country)
})

export const layer = HttpApiBuilder.group(SessionApi, "contacts", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const { organizationId } = yield* Access
      const page = pageOf(query)
      const search = contactSearch(query.search ?? "", "name, phone and email")
      const found = yield* listContactOverviews(organizationId, page, search, orderOf(query))
      return ok({ contacts: found.rows.map(contactItem(query.include)), ...pageFacts(found, page) })
    }),
    create: Effect.fnUntraced(
      function* ({ payload }) {
        const { organizationId } = yield* Access
        return ok(createdContact(yield* createContact(organizationId, payload.userNumber, createdFields(payload))))
      },
      Effect.catchTags({
        ...refused(fieldNames.create),
        InvalidPhoneNumber: ({ reason }) => invalidField("userNumber", phoneRefusals[reason]),
        PhoneNumberTaken: () => new Conflict({ error: "Contact with this phone number already exists" })
      })
    ),
    get: Effect.fnUntraced(function* ({ params, query }) {
      const { organizationId } = yield* Access
      const found = yield* getContactOverview(organizationId, yield* contactIdOf(params.contactId))
      return ok(contactDetails(found, query.include))
    }, Effect.catchTags(notFound)),
    change: Effect.fnUntraced(
      function* ({ params, payload }) {
        const { organizationId } = yield* Access
        const request = patchedFields(payload)
        if (Object.values(request).every((value) => value === undefined)) {
          return yield* new BadRequest({ error: "No valid fields to update" })
        }
        const id = yield* contactIdOf(params.contactId)
        return ok(patchedContact(yield* changeContact(organizationId, id, request)))
      },
      Effect.catchTags({ ...notFound, ...refused(fieldNames.change) })
    )
  })
)
