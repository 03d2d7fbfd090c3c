import type { DateTime } from "effect"
import type { ChannelAccount } from "../conversations/Channel.ts"
import type { VendorContactId } from "../contacts/Contact.ts"
import type { ContactId, ConversationId, MediaId, MessageId } from "../Ids.ts"
import type { FileAddresses } from "../media/Media.ts"
import type { CountryCode, PhoneNumber } from "../contacts/PhoneNumber.ts"

/** The ids of whatever a report may bring about. */
export interface InboxIds {
  readonly contactId: ContactId
  readonly vendorContactId: VendorContactId
  readonly conversationId: ConversationId
  readonly messageId: MessageId
  /** Ids for the files of the report, one each. */
  readonly mediaIds: ReadonlyArray<MediaId>
}

/** Input for processing a report, beside the report itself. */
export interface InboxContext extends FileAddresses {
  /** The number, Page or account that it is about. */
  readonly account: ChannelAccount
  /** When it is acted on. */
  readonly now: DateTime.Utc
  readonly ids: InboxIds
  /** The country of a number; null for a number that no country has. */
  readonly countryOf: (phone: PhoneNumber) => CountryCode | null
}
