import type { ApiKeys } from "../../src/ports/ApiKeys.ts"
import type { ChannelAccounts } from "../../src/ports/ChannelAccounts.ts"
import type { ContactStore } from "../../src/ports/ContactStore.ts"
import type { ConversationStore } from "../../src/ports/ConversationStore.ts"
import type { DeliveryHistory } from "../../src/ports/DeliveryHistory.ts"
import type { DeliveryQueue } from "../../src/ports/DeliveryQueue.ts"
import type { EventFeed } from "../../src/ports/EventFeed.ts"
import type { EventLog } from "../../src/ports/EventLog.ts"
import type { IdSource } from "../../src/ports/IdSource.ts"
import type { InboundQueue } from "../../src/ports/InboundQueue.ts"
import type { Inbox } from "../../src/ports/Inbox.ts"
import type { MediaLibrary } from "../../src/ports/MediaLibrary.ts"
import type { Memberships } from "../../src/ports/Memberships.ts"
import type { MessageStore } from "../../src/ports/MessageStore.ts"
import type { Notifier } from "../../src/ports/Notifier.ts"
import type { Organizations } from "../../src/ports/Organizations.ts"
import type { ProfileLookups } from "../../src/ports/ProfileLookups.ts"
import type { RequestLogs } from "../../src/ports/RequestLogs.ts"
import type { SendLedger } from "../../src/ports/SendLedger.ts"
import type { SignIns } from "../../src/ports/SignIns.ts"
import type { Transaction } from "../../src/ports/Transaction.ts"
import type { Users } from "../../src/ports/Users.ts"
import type { WebhookStore } from "../../src/ports/WebhookStore.ts"

/** Every port that a store adapter provides. */
export type StorePorts =
  | ApiKeys
  | ChannelAccounts
  | ContactStore
  | ConversationStore
  | DeliveryHistory
  | DeliveryQueue
  | EventFeed
  | EventLog
  | IdSource
  | InboundQueue
  | Inbox
  | MediaLibrary
  | Memberships
  | MessageStore
  | Notifier
  | Organizations
  | ProfileLookups
  | RequestLogs
  | SendLedger
  | SignIns
  | Transaction
  | Users
  | WebhookStore
