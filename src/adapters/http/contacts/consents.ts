import { DateTime, Effect, Schema, Stream } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  type ChannelConsent,
  exportConsents,
  getConsents,
  listConsents,
  setConsent
} from "../../../app/contacts/consents.ts"
import { ConsentSource, ConsentState, type ConsentChange, maxConsentChanges } from "../../../domain/contacts/Consent.ts"
import { ContactNotFound, VendorContactId } from "../../../domain/contacts/Contact.ts"
import { Channel, channelsInWords } from "../../../domain/conversations/Channel.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { type ConsentFilter, type ContactConsent } from "../../../ports/contacts/ConsentStore.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { notFound, Refusals } from "../interfaces/Refusal.ts"
import {
  afterQuery,
  continuation,
  continuationFields,
  makePositions,
  positionUnknown
} from "../interfaces/continuation.ts"
import { asCsvFile, CsvFile, csvFileAnswer, csvOf } from "../interfaces/csvAnswer.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi, LogsAnswer } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageQuery, timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { idOr, instant } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { refusal } from "../openapi/documented.ts"

const channel = Channel.annotate({ description: channelsInWords })
const state = ConsentState.annotate({ description: "opted_in or opted_out" })
const source = ConsentSource.annotate({
  description:
    "api: a backend. member: a member. import: a row of an import. platform: a preference or an opt-in at the platform. word: a stop word. refusal: the platform refused a marketing message"
})
const by = Schema.NullOr(Schema.String).annotate({
  description: "The API key, the user or the platform's id of the message; null if the source has none"
})

const Change = Schema.Struct({ state, at: timestamp("When the contact chose"), source, by }).annotate({
  identifier: "ConsentChange",
  description: "An opt-in or an opt-out"
})

const ConsentItem = Schema.Struct({
  channel,
  state: Schema.Literals([...ConsentState.literals, "unknown"]).annotate({
    description: "opted_in, opted_out, or unknown while the contact has not chosen"
  }),
  since: Schema.NullOr(Schema.String).annotate({
    description: "When the contact chose: ISO 8601, UTC, with milliseconds; null while unknown",
    format: "date-time"
  }),
  source: Schema.NullOr(source).annotate({ description: "How the choice became known; null while unknown" }),
  by,
  history: Schema.Array(Change).annotate({
    description: `The changes, newest first, at most ${maxConsentChanges}`
  })
}).annotate({ identifier: "Consent", description: "The consent of a contact on a channel" })

const byOrNull = (actor: string): string | null => (actor === "" ? null : actor)

const changeView = ({ at, by, source, state }: ConsentChange): typeof Change.Type => ({
  state,
  at: DateTime.formatIso(at),
  source,
  by: byOrNull(by)
})

const consentView = ({ channel, current, history }: ChannelConsent): typeof ConsentItem.Type => ({
  channel,
  state: current?.state ?? "unknown",
  since: timestampOrNull(current?.at ?? null),
  source: current?.source ?? null,
  by: byOrNull(current?.by ?? ""),
  history: history.map(changeView)
})

const exampleChange = {
  state: "opted_out" as const,
  at: "2026-11-20T12:00:00.000Z",
  source: "word" as const,
  by: "wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5"
}
const { at: since, ...exampleFields } = exampleChange
const example = { channel: "whatsapp" as const, ...exampleFields, since, history: [exampleChange] }
const unknown = { state: "unknown" as const, since: null, source: null, by: null, history: [] }

/** Consents of a contact. */
const ContactConsents = Data(
  Schema.Struct({ consents: Schema.Array(ConsentItem).annotate({ description: "One for each channel" }) })
).annotate({
  examples: [
    ok({
      consents: [example, { channel: "messenger" as const, ...unknown }, { channel: "instagram" as const, ...unknown }]
    })
  ]
})

/** The consent after a change. */
const ChangedConsent = Data(ConsentItem).annotate({ examples: [ok(example)] })

const SetConsentRequest = Schema.Struct({ channel, state }).annotate({
  identifier: "SetConsentRequest",
  description: "What the contact chose",
  examples: [{ channel: "whatsapp", state: "opted_in" }]
})

const ListedConsent = Schema.Struct({
  contact: Schema.Struct({
    id: ContactId.annotate({ description: "The contact's id" }),
    vendorContactId: VendorContactId.annotate({ description: "The contact's opaque id" }),
    phone: Schema.NullOr(Schema.String).annotate({ description: "E.164 without +; null when it is not known" }),
    name: Schema.String.annotate({ description: "Name; empty when it is not known" })
  }),
  channel,
  state,
  since: timestamp("When the contact chose"),
  source,
  by
}).annotate({ identifier: "ListedConsent", description: "The current consent of a contact on a channel" })

const listedConsent = ({
  consent,
  contact: { id, name, phone, vendorContactId }
}: ContactConsent): typeof ListedConsent.Type => ({
  contact: { id, vendorContactId, phone, name },
  channel: consent.channel,
  state: consent.state,
  since: DateTime.formatIso(consent.at),
  source: consent.source,
  by: byOrNull(consent.by)
})

const ConsentList = Data(
  Schema.Struct({
    consents: Schema.Array(ListedConsent).annotate({ description: "The newest first" }),
    ...continuationFields
  })
).annotate({
  examples: [
    ok({
      consents: [
        {
          contact: {
            id: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
            vendorContactId: VendorContactId.make("ct_aaaaaaaaaaaaaaaaaaaaaaaa"),
            phone: "15551234567",
            name: "Ada"
          },
          channel: "whatsapp" as const,
          ...exampleFields,
          since
        }
      ],
      nextAfter: null,
      hasMore: false
    })
  ]
})

const filterQuery = {
  state: Schema.optionalKey(ConsentState).annotate({ description: "Consents of this state only" }),
  channel: Schema.optionalKey(Channel).annotate({ description: "Consents on this channel only" }),
  since: Schema.optionalKey(instant("Consents of this time and later"))
}

const listQuery = {
  ...filterQuery,
  ...afterQuery,
  limit: pageQuery.limit
}

interface Filters {
  readonly state?: ConsentState
  readonly channel?: Channel
  readonly since?: DateTime.Utc
}

const filterOf = ({ channel, since, state }: Filters): ConsentFilter => ({
  state: state ?? null,
  channel: channel ?? null,
  since: since ?? null
})

const { positionIn, textOf } = makePositions(Schema.Tuple([Schema.DateTimeUtcFromString, ContactId, Channel]))

const header = csvOf([["contactId", "vendorContactId", "phone", "name", "channel", "state", "since", "source", "by"]])

const csvLine = (row: ContactConsent): string => {
  const { by, channel, contact, since, source, state } = listedConsent(row)
  const { id, name, phone, vendorContactId } = contact
  return csvOf([[id, vendorContactId, phone ?? "", name, channel, state, since, source, by ?? ""]])
}

const exampleRow = `018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71,ct_aaaaaaaaaaaaaaaaaaaaaaaa,15551234567,Ada,whatsapp,opted_in,${since},api,`

export const contactNotFound = refusal("No contact has the id", notFound("Contact not found"))

/** Endpoints of consents (contract: Consents of a contact; Lists of consents). */
const groupOf = <P extends Prefix, G extends InterfaceGuards, Name extends string, Params extends Schema.Struct.Fields>(
  on: Interface<P, G>,
  contact: { readonly name: Name; readonly params: Params; readonly elsewhere: string }
) =>
  HttpApiGroup.make("consents")
    .add(
      HttpApiEndpoint.get("get", `${on.prefix}/contacts/:${contact.name}/consents`, {
        params: contact.params,
        success: ContactConsents
      })
        .middleware(on.NotFound)
        .annotate(Refusals, [contactNotFound])
        .annotate(OpenApi.Summary, "Get the consents of a contact")
        .annotate(OpenApi.Description, "The opt-in or opt-out of the contact on each channel, with its history."),
      HttpApiEndpoint.patch("set", `${on.prefix}/contacts/:${contact.name}/consents`, {
        params: contact.params,
        payload: SetConsentRequest,
        success: ChangedConsent
      })
        .middleware(on.NotFound)
        .annotate(Refusals, [contactNotFound])
        .annotate(OpenApi.Summary, "Record a consent")
        .annotate(
          OpenApi.Description,
          `Records what the contact chose elsewhere, on ${contact.elsewhere} for instance. The same choice again changes nothing. On WhatsApp it also sets \`optedIn\` of the contact.`
        ),
      HttpApiEndpoint.get("list", `${on.prefix}/consents`, { query: listQuery, success: ConsentList })
        .middleware(on.Management)
        .annotate(Refusals, [positionUnknown])
        .annotate(OpenApi.Summary, "List consents")
        .annotate(OpenApi.Description, `The current consents of all contacts, the newest first.${on.forManagers}`),
      HttpApiEndpoint.get("export", `${on.prefix}/consents/export`, {
        query: filterQuery,
        success: CsvFile
      })
        .middleware(on.Management)
        // Otherwise the log would store the whole list.
        .annotate(LogsAnswer, false)
        .annotate(OpenApi.Transform, asCsvFile(`${header}${exampleRow}\r\n`))
        .annotate(OpenApi.Summary, "Export consents")
        .annotate(
          OpenApi.Description,
          `The current consents of all contacts as CSV with a header row, the newest first.${on.forManagers}`
        )
    )
    .annotate(OpenApi.Title, "Consents")
    .annotate(OpenApi.Description, "Opt-ins and opt-outs of contacts, with source and time")

type GivenId = Effect.Effect<ContactId | VendorContactId, ContactNotFound>

const get = Effect.fnUntraced(
  function* ({ organizationId }: Requester, id: GivenId) {
    const consents = yield* getConsents(organizationId, yield* id)
    return ok({ consents: consents.map(consentView) })
  },
  Effect.catchTag("ContactNotFound", contactNotFound)
)

const set = Effect.fnUntraced(
  function* ({ actor, organizationId }: Requester, id: GivenId, { channel, state }: typeof SetConsentRequest.Type) {
    return ok(consentView(yield* setConsent(organizationId, yield* id, channel, state, actor)))
  },
  Effect.catchTag("ContactNotFound", contactNotFound)
)

const list = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  { query }: { readonly query: Filters & { readonly after?: string; readonly limit?: number } }
) {
  const { after, limit = defaultPageSize } = query
  const position = after === undefined ? null : positionIn(after)
  if (after !== undefined && position === null) return yield* positionUnknown()
  const cursor = position === null ? null : { at: position[0], contactId: position[1], channel: position[2] }
  const { next, rows } = yield* listConsents(organizationId, filterOf(query), cursor, limit)
  const nextAfter = next === null ? null : textOf([next.at, next.contactId, next.channel])
  return ok({ consents: rows.map(listedConsent), ...continuation(nextAfter) })
})

/** Answers with all current consents as CSV. */
const file = ({ organizationId }: Requester, { query }: { readonly query: Filters }) =>
  csvFileAnswer("consents.csv", header, Stream.map(exportConsents(organizationId, filterOf(query)), csvLine))

/** The contact in paths of each interface, and its id. */
export const developerContact = {
  name: "id",
  params: { id: Schema.String.annotate({ description: "The contact's id, a UUID" }) }
} as const
export const developerContactId = idOr(ContactId, () => new ContactNotFound())
export const sessionContact = {
  name: "contactId",
  params: { contactId: Schema.String.annotate({ description: "The contact's id or vendorContactId" }) }
} as const
export const sessionContactId = idOr(Schema.Union([ContactId, VendorContactId]), () => new ContactNotFound())

export const DeveloperConsentsGroup = groupOf(developer, { ...developerContact, elsewhere: "a form" })

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperConsentsGroup), "consents", (handlers) =>
  handlers.handleAll({
    get: inDeveloper((requester, { params }) => get(requester, developerContactId(params.id))),
    set: inDeveloper((requester, { params, payload }) => set(requester, developerContactId(params.id), payload)),
    list: inDeveloper(list),
    export: inDeveloper(file)
  })
)

export const SessionConsentsGroup = groupOf(session, { ...sessionContact, elsewhere: "the phone" })

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionConsentsGroup), "consents", (handlers) =>
  handlers.handleAll({
    get: inSession((requester, { params }) => get(requester, sessionContactId(params.contactId))),
    set: inSession((requester, { params, payload }) => set(requester, sessionContactId(params.contactId), payload)),
    list: inSession(list),
    export: inSession(file)
  })
)
