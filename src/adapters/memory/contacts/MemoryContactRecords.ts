import { Effect, Layer, Option } from "effect"
import type { ContactId, OrganizationId } from "../../../domain/Ids.ts"
import { ContactRecords, type RecordsOf } from "../../../ports/contacts/ContactRecords.ts"
import { pick } from "../newest.ts"
import { asConversation, reportedContact, type State } from "../State.ts"
import { World } from "../World.ts"
import { isRecipient } from "./eraseRows.ts"

/** The part of the rows after the id, in the order of the ids. */
const partAfter = <Row extends { readonly id: string }>(
  rows: ReadonlyArray<Row>,
  after: Row["id"] | null,
  limit: number
): ReadonlyArray<Row> =>
  rows
    .filter(({ id }) => after === null || id > after)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, limit)

const conversationsOf = ({ conversations }: State, organizationId: OrganizationId, contactId: ContactId) =>
  conversations.filter((row) => row.organizationId === organizationId && row.contactId === contactId && !row.isHidden)

const notesOf = (state: State, organizationId: OrganizationId, contactId: ContactId) => {
  const own = new Set(conversationsOf(state, organizationId, contactId).map(({ id }) => id))
  return state.notes.filter((note) => note.organizationId === organizationId && own.has(note.conversationId))
}

const sendsOf = ({ pendingSends }: State, organizationId: OrganizationId, { contactId, person }: RecordsOf) => {
  const isPerson = isRecipient(person)
  return pendingSends
    .map(({ send }) => send)
    .filter(
      (send) =>
        send.organizationId === organizationId &&
        (send.contactId === null ? isPerson(send.recipient) : send.contactId === contactId)
    )
}

const recipientsOf = ({ campaignRecipients }: State, organizationId: OrganizationId, of: RecordsOf) => {
  const isPerson = isRecipient(of.person)
  return campaignRecipients
    .filter(
      ({ phoneKey, recipient: { contactId, organizationId: owner, to } }) =>
        owner === organizationId &&
        (contactId === null
          ? isPerson(to) || (phoneKey !== null && of.person.includes(phoneKey))
          : contactId === of.contactId)
    )
    .map(({ recipient }) => recipient)
}

export const layer = Layer.effect(
  ContactRecords,
  Effect.map(World, ({ read }) =>
    ContactRecords.of({
      addressBook: (organizationId, contactId) =>
        read("ContactRecords.addressBook", (state) =>
          Option.isSome(pick(state.contacts, organizationId, contactId))
            ? (reportedContact(state, contactId).addressBook ?? null)
            : null
        ),
      conversations: (organizationId, contactId, after, limit) =>
        read("ContactRecords.conversations", (state) =>
          partAfter(conversationsOf(state, organizationId, contactId).map(asConversation), after, limit)
        ),
      notes: (organizationId, contactId, after, limit) =>
        read("ContactRecords.notes", (state) => partAfter(notesOf(state, organizationId, contactId), after, limit)),
      sends: (organizationId, of, after, limit) =>
        read("ContactRecords.sends", (state) => partAfter(sendsOf(state, organizationId, of), after, limit)),
      recipients: (organizationId, of, after, limit) =>
        read("ContactRecords.recipients", (state) => partAfter(recipientsOf(state, organizationId, of), after, limit)),
      files: (organizationId, messageIds) =>
        read("ContactRecords.files", ({ media }) =>
          media
            .map((stored) => stored.media)
            .filter(
              ({ messageId, organizationId: owner, status }) =>
                owner === organizationId &&
                status !== "discarded" &&
                messageId !== null &&
                messageIds.includes(messageId)
            )
            .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        )
    })
  )
)
