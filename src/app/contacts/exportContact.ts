import { DateTime, Effect, Option, Ref, Schema, Stream } from "effect"
import { CampaignRecipient } from "../../domain/campaigns/CampaignRecipient.ts"
import { ConsentChange } from "../../domain/contacts/Consent.ts"
import { Contact, ContactNotFound, type VendorContactId } from "../../domain/contacts/Contact.ts"
import { ContactChannel, ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import { termsOf } from "../../domain/contacts/Erasure.ts"
import { Conversation } from "../../domain/conversations/Conversation.ts"
import { Note } from "../../domain/conversations/Note.ts"
import type { ContactId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import { AddressBookName } from "../../domain/inbound/InboxContact.ts"
import { Media } from "../../domain/media/Media.ts"
import { Message } from "../../domain/messages/Message.ts"
import { PendingSend } from "../../domain/sends/PendingSend.ts"
import { ConsentStore } from "../../ports/contacts/ConsentStore.ts"
import { ContactRecords } from "../../ports/contacts/ContactRecords.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { Erasures } from "../../ports/contacts/Erasures.ts"
import { MediaStore } from "../../ports/media/MediaStore.ts"
import { MessageStore } from "../../ports/messages/MessageStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordAudit } from "../access/auditLog.ts"
import { exportRows, partOf } from "../listParts.ts"

/** The contact was erased, so there is nothing to export. */
export class ContactErased extends Schema.TaggedError<ContactErased>()("ContactErased", {}) {}

/** A file of an export. Its bytes are read while they are consumed, once, and fail if the contact is removed meanwhile. */
export interface ExportedFile {
  readonly path: string
  readonly bytes: Stream.Stream<Uint8Array, ContactNotFound>
}

/** An export of everything about a contact. The files are consumed in their order; the last one is the manifest. */
export interface ContactExport {
  readonly contactId: ContactId
  readonly exportedAt: DateTime.Utc
  readonly files: Stream.Stream<ExportedFile, ContactNotFound>
}

/** Messages that an export reads at a time. */
const messagesOfPage = 200

/** What the records of each file are. The manifest repeats it for people who have the archive only. */
const contents = {
  "contact.json":
    "The contact: names, numbers and ids of platforms, tags, labels, attributes, and all stored opt-ins and opt-outs",
  "conversations.jsonl": "The conversations, with their assignee, labels and resolution",
  "messages.jsonl":
    "The messages of all conversations, the last one first, with times, status, price, failure, reactions, edits, and the files with their paths in this archive",
  "notes.jsonl": "Notes that members wrote in the conversations",
  "scheduled.jsonl": "Scheduled and recorded messages to the contact",
  "campaigns.jsonl": "The contact as a recipient of campaigns",
  "files/": "The stored files of the messages, named by their id"
} as const

const notIncluded = [
  "Copies that exist for some days while they are transported: received webhooks, events, their deliveries, and logged requests",
  "Messages whose outcome is not known yet",
  "Files that were uploaded once for messages to many contacts",
  "Names of members: records have their ids"
]

const encodeContact = Schema.encodeSync(
  Schema.toCodecJson(
    Schema.Struct({
      contact: Contact,
      addressBook: Schema.NullOr(AddressBookName),
      channels: Schema.Array(ContactChannel),
      identities: Schema.Array(ContactIdentity),
      consents: Schema.Array(ConsentChange)
    })
  )
)
const encodeConversation = Schema.encodeSync(Schema.toCodecJson(Conversation))
const encodeMessage = Schema.encodeSync(
  Schema.toCodecJson(
    Schema.Struct({
      ...Message.fields,
      files: Schema.Array(Schema.Struct({ ...Media.fields, path: Schema.NullOr(Schema.String) }))
    })
  )
)
const encodeNote = Schema.encodeSync(Schema.toCodecJson(Note))
const encodeSend = Schema.encodeSync(Schema.toCodecJson(PendingSend))
const encodeRecipient = Schema.encodeSync(Schema.toCodecJson(CampaignRecipient))

const extension = /\.[A-Za-z0-9]{1,8}$/

/** The path of a stored file; null for one that is not stored. Names of people are no paths, so only their ending stays. */
const pathOf = ({ filename, id, status }: Media): string | null =>
  status === "stored" ? `files/${id}${extension.exec(filename ?? "")?.[0] ?? ""}` : null

const withPath = (file: Media) => ({ ...file, path: pathOf(file) })

const document = (value: Schema.Json): string => `${JSON.stringify(value, null, 2)}\n`

const line = (value: Schema.Json): string => `${JSON.stringify(value)}\n`

const erasedOrUnknown = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ContactId | VendorContactId) {
  const erasure = yield* (yield* Erasures).find(organizationId, id)
  return yield* Option.isSome(erasure) ? new ContactErased() : new ContactNotFound()
})

/**
 * Exports everything about a contact (contract: Export of a contact). The files are read from the stores in pages while they
 * are consumed, so nothing is stored and memory does not grow with the number of messages.
 */
export const exportContact = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: ContactId | VendorContactId
) {
  const contacts = yield* ContactStore
  const records = yield* ContactRecords
  const { history } = yield* MessageStore
  const media = yield* MediaStore
  const found = yield* contacts.findOverview(organizationId, id)
  if (Option.isNone(found)) return yield* erasedOrUnknown(organizationId, id)
  const { channels, contact } = found.value
  const exportedAt = yield* DateTime.now
  yield* recordAudit(organizationId, "contact.exported", { id: contact.id, name: "" })
  const consents = yield* (yield* ConsentStore).ofContact(organizationId, contact.id)
  const identities = yield* contacts.identities(organizationId, contact.id)
  const addressBook = yield* records.addressBook(organizationId, contact.id)
  const of = { contactId: contact.id, person: termsOf(contact, identities, []).person }
  const counts = yield* Ref.make<Readonly<Record<string, number>>>({})
  const counted = (path: keyof typeof contents, records: number) =>
    Ref.update(counts, (before) => ({ ...before, [path]: (before[path] ?? 0) + records }))

  const textFile = (path: string, text: Stream.Stream<string, ContactNotFound>): ExportedFile => ({
    path,
    bytes: Stream.encodeText(text)
  })
  const linesFile = <Row extends { readonly id: string }>(
    path: keyof typeof contents,
    read: (after: Row["id"] | null, limit: number) => Effect.Effect<ReadonlyArray<Row>>,
    encode: (row: Row) => Schema.Json
  ): ExportedFile => {
    const rows = exportRows((after: Row["id"] | null, limit) =>
      Effect.map(read(after, limit + 1), (found) => partOf(found, limit, (last): Row["id"] => last.id))
    )
    return textFile(
      path,
      Stream.mapEffect(rows, (row) => Effect.as(counted(path, 1), line(encode(row))))
    )
  }

  const beginning: MessageId | null = null
  const request = { of: { _tag: "Contact", id: contact.id }, since: null } as const
  const limits = { limit: messagesOfPage, examined: messagesOfPage }
  /** Pages of messages with their files. */
  const pages = Stream.paginate(beginning, (before: MessageId | null) =>
    Effect.gen(function* () {
      const page = yield* history(organizationId, { ...request, ...limits, before })
      if (Option.isNone(page)) return yield* new ContactNotFound()
      const messages = page.value.rows.map(({ message }) => message)
      const files = yield* records.files(
        organizationId,
        messages.map((message) => message.id)
      )
      return [[{ messages, files }], Option.fromNullOr(page.value.next)] as const
    })
  )
  const messageLines = Stream.mapEffect(pages, ({ files, messages }) =>
    Effect.as(
      counted("messages.jsonl", messages.length),
      messages
        .map((message) => {
          const own = files.filter(({ messageId }) => messageId === message.id)
          return line(encodeMessage({ ...message, files: own.map(withPath) }))
        })
        .join("")
    )
  )
  const storedFiles = pages.pipe(
    Stream.flatMap(({ files }) => Stream.fromIterable(files)),
    Stream.mapEffect((file) => {
      const path = pathOf(file)
      return path === null
        ? Effect.succeedNone
        : Effect.map(
            media.get(organizationId, file.id, null),
            Option.map(({ bytes }): ExportedFile => ({ path, bytes }))
          )
    }),
    Stream.flatMap((file) => (Option.isSome(file) ? Stream.make(file.value) : Stream.empty)),
    Stream.tap(() => counted("files/", 1))
  )
  const manifest = Effect.gen(function* () {
    // Without the contact, the pages may have ended too early.
    if (Option.isNone(yield* contacts.find(organizationId, contact.id))) return yield* new ContactNotFound()
    const records = yield* Ref.get(counts)
    return document({
      format: 1,
      organizationId,
      contactId: contact.id,
      exportedAt: DateTime.formatIso(exportedAt),
      contents: Object.entries(contents).map(([path, description]) => ({
        path,
        records: records[path] ?? 0,
        description
      })),
      notIncluded
    })
  })

  const { conversations, notes, recipients, sends } = records
  const files = Stream.fromIterable([
    textFile(
      "contact.json",
      Stream.fromEffect(
        Effect.as(
          counted("contact.json", 1),
          document(encodeContact({ contact, addressBook, channels, identities, consents }))
        )
      )
    ),
    linesFile(
      "conversations.jsonl",
      (after, limit) => conversations(organizationId, contact.id, after, limit),
      encodeConversation
    ),
    textFile("messages.jsonl", messageLines),
    linesFile("notes.jsonl", (after, limit) => notes(organizationId, contact.id, after, limit), encodeNote),
    linesFile("scheduled.jsonl", (after, limit) => sends(organizationId, of, after, limit), encodeSend),
    linesFile("campaigns.jsonl", (after, limit) => recipients(organizationId, of, after, limit), encodeRecipient)
  ]).pipe(
    Stream.concat(storedFiles),
    Stream.concat(Stream.make(textFile("manifest.json", Stream.fromEffect(manifest))))
  )
  const exported: ContactExport = { contactId: contact.id, exportedAt, files }
  return exported
}, spanned("exportContact"))
