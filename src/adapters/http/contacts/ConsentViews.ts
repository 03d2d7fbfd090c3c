import { DateTime, Effect, Option, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema, type OpenApi } from "effect/http-api"
import { type ChannelConsent, exportConsents, listConsents } from "../../../app/contacts/consents.ts"
import { ConsentSource, ConsentState, type ConsentChange, maxConsentChanges } from "../../../domain/contacts/Consent.ts"
import { VendorContactId } from "../../../domain/contacts/Contact.ts"
import { Channel, channelsInWords } from "../../../domain/conversations/Channel.ts"
import { ContactId, type OrganizationId } from "../../../domain/Ids.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import {
  type ConsentCursor,
  type ConsentFilter,
  type ConsentStore,
  type ContactConsent
} from "../../../ports/contacts/ConsentStore.ts"
import { csvOf } from "../interfaces/csvAnswer.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageQuery, timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { Text, instant } from "../interfaces/requestFields.ts"

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

export const consentView = ({ channel, current, history }: ChannelConsent): typeof ConsentItem.Type => ({
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
export const ContactConsents = Data(
  Schema.Struct({ consents: Schema.Array(ConsentItem).annotate({ description: "One for each channel" }) })
).annotate({
  examples: [
    ok({
      consents: [example, { channel: "messenger" as const, ...unknown }, { channel: "instagram" as const, ...unknown }]
    })
  ]
})

/** The consent after a change. */
export const ChangedConsent = Data(ConsentItem).annotate({ examples: [ok(example)] })

export const SetConsentRequest = Schema.Struct({ channel, state }).annotate({
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

export const listedConsent = ({
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

/** A part of the list. */
export const ConsentList = Data(
  Schema.Struct({
    consents: Schema.Array(ListedConsent).annotate({ description: "The newest first" }),
    nextAfter: Schema.NullOr(Schema.String).annotate({ description: "Value of after for the rest; null at the end" }),
    hasMore: Schema.Boolean.annotate({ description: "Whether there are more" })
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

/** Query parameters of the list, and of the export. */
export const consentsQuery = {
  ...filterQuery,
  after: Schema.optionalKey(Text.annotate({ description: "nextAfter of the answer before" })),
  limit: pageQuery.limit
}
export const exportQuery = filterQuery

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

const cursorSeparator = "~"
const Cursor = Schema.Tuple([Schema.DateTimeUtcFromString, ContactId, Channel])
const readCursor = Schema.decodeUnknownOption(Cursor)

const cursorText = ({ at, channel, contactId }: ConsentCursor): string =>
  [DateTime.formatIso(at), contactId, channel].join(cursorSeparator)

const cursorIn = (text: string): Option.Option<ConsentCursor> =>
  Option.map(readCursor(text.split(cursorSeparator)), ([at, contactId, channel]) => ({ at, contactId, channel }))

/** The position is not one that an answer gave. */
export class ConsentCursorUnknown extends Schema.TaggedError<ConsentCursorUnknown>()("ConsentCursorUnknown", {}) {}

/** The text of the refusal. */
export const unknownPosition = "Expected nextAfter of an answer of this list"

/** Answer with a part of the list. */
export const consentsAfter = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  query: Filters & { readonly after?: string; readonly limit?: number }
) {
  const { after, limit = defaultPageSize } = query
  const cursor = after === undefined ? null : Option.getOrNull(cursorIn(after))
  if (after !== undefined && cursor === null) return yield* new ConsentCursorUnknown()
  const { consents, next } = yield* listConsents(organizationId, filterOf(query), cursor, limit)
  return ok({
    consents: consents.map(listedConsent),
    nextAfter: next === null ? null : cursorText(next),
    hasMore: next !== null
  })
})

const header = csvOf([["contactId", "vendorContactId", "phone", "name", "channel", "state", "since", "source", "by"]])

const csvLine = (row: ContactConsent): string => {
  const { by, channel, contact, since, source, state } = listedConsent(row)
  const { id, name, phone, vendorContactId } = contact
  return csvOf([[id, vendorContactId, phone ?? "", name, channel, state, since, source, by ?? ""]])
}

const encoder = new TextEncoder()

/** The body of the export. */
export const ConsentCsv = HttpApiSchema.StreamUint8Array({ contentType: "text/csv" })

/** Documents the response with a table. */
export const withCsv: OpenApi.Transform["Service"] = ({ responses, ...operation }) => {
  const { "200": file, ...failures } = responses
  const row = "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71,ct_aaaaaaaaaaaaaaaaaaaaaaaa,15551234567,Ada,whatsapp,opted_in"
  const value = `${header}${row},${since},api,\r\n`
  const content = { "text/csv": { schema: { type: "string", format: "binary" }, examples: { one: { value } } } }
  return { ...operation, responses: { "200": { ...file, description: "The table", content }, ...failures } }
}

/** Answer with all current consents as CSV, which is read while it is sent. */
export const consentFile = Effect.fnUntraced(function* (organizationId: OrganizationId, query: Filters) {
  const services = yield* Effect.context<ConsentStore>()
  const lines = exportConsents(organizationId, filterOf(query)).pipe(Stream.map(csvLine))
  const body = Stream.concat(Stream.make(header), lines).pipe(
    Stream.map((line) => encoder.encode(line)),
    Stream.provideContext(services)
  )
  return HttpServerResponse.stream(body, {
    contentType: "text/csv; charset=utf-8",
    headers: { "content-disposition": 'attachment; filename="consents.csv"', "x-content-type-options": "nosniff" }
  })
})
