import { Context, type Effect } from "effect"
import type { CampaignRecipient } from "../../domain/campaigns/CampaignRecipient.ts"
import type {
  CampaignRecipientId,
  ContactId,
  ConversationId,
  MessageId,
  NoteId,
  OrganizationId,
  PendingSendId
} from "../../domain/Ids.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { AddressBookName } from "../../domain/inbound/InboxContact.ts"
import type { Note } from "../../domain/conversations/Note.ts"
import type { Media } from "../../domain/media/Media.ts"
import type { PendingSend } from "../../domain/sends/PendingSend.ts"

/** The contact whose records are read. */
export interface RecordsOf {
  readonly contactId: ContactId
  /** Numbers in all forms and ids of platforms: rows without a contact name the person by one of these. */
  readonly person: ReadonlyArray<string>
}

/**
 * Records about one contact that other stores list by something else, in parts for an export. Each list has the order of the
 * ids, at most `limit` rows, and begins after the given id; null is the beginning.
 */
export class ContactRecords extends Context.Service<
  ContactRecords,
  {
    /** The name of the contact in the address book of the business's phone, with the name that it covers; null without one. */
    addressBook(organizationId: OrganizationId, contactId: ContactId): Effect.Effect<AddressBookName | null>
    conversations(
      organizationId: OrganizationId,
      contactId: ContactId,
      after: ConversationId | null,
      limit: number
    ): Effect.Effect<ReadonlyArray<Conversation>>
    /** The notes of the conversations of the contact. */
    notes(
      organizationId: OrganizationId,
      contactId: ContactId,
      after: NoteId | null,
      limit: number
    ): Effect.Effect<ReadonlyArray<Note>>
    /** Scheduled sends, and those recorded in transactions of the program, that are stored. */
    sends(
      organizationId: OrganizationId,
      of: RecordsOf,
      after: PendingSendId | null,
      limit: number
    ): Effect.Effect<ReadonlyArray<PendingSend>>
    recipients(
      organizationId: OrganizationId,
      of: RecordsOf,
      after: CampaignRecipientId | null,
      limit: number
    ): Effect.Effect<ReadonlyArray<CampaignRecipient>>
    /** The files of these messages, without discarded ones. */
    files(organizationId: OrganizationId, messageIds: ReadonlyArray<MessageId>): Effect.Effect<ReadonlyArray<Media>>
  }
>()("effect-parley/ports/ContactRecords") {}
