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
  /** One for each file of the report. */
  readonly mediaIds: ReadonlyArray<MediaId>
}

/** What it takes to act on a report, beside the report. */
export interface InboxContext extends FileAddresses {
  /** The number, Page or account that it is about. */
  readonly account: ChannelAccount
  /** When it is acted on. */
  readonly now: DateTime.Utc
  readonly ids: InboxIds
  /** The country of a number; null for a number that no country has. */
  readonly countryOf: (phone: PhoneNumber) => CountryCode | null
}
