import type { AccountChanges } from "../../ports/stores/AccountChanges.ts"
import type { ApiKeys } from "../../ports/stores/access/ApiKeys.ts"
import type { ChannelAccounts } from "../../ports/stores/ChannelAccounts.ts"
import type { ContactStore } from "../../ports/stores/ContactStore.ts"
import type { ConversationNotes } from "../../ports/stores/ConversationNotes.ts"
import type { ConversationStore } from "../../ports/stores/ConversationStore.ts"
import type { DeliveryHistory } from "../../ports/stores/delivery/DeliveryHistory.ts"
import type { DeliveryQueue } from "../../ports/stores/delivery/DeliveryQueue.ts"
import type { EventFeed } from "../../ports/stores/delivery/EventFeed.ts"
import type { EventLog } from "../../ports/stores/delivery/EventLog.ts"
import type { LiveFeed } from "../../ports/stores/delivery/LiveFeed.ts"
import type { IdSource } from "../../ports/policies/IdSource.ts"
import type { IdempotencyKeys } from "../../ports/stores/IdempotencyKeys.ts"
import type { InboundQueue } from "../../ports/stores/InboundQueue.ts"
import type { Inbox } from "../../ports/stores/Inbox.ts"
import type { MediaLibrary } from "../../ports/stores/MediaLibrary.ts"
import type { Memberships } from "../../ports/stores/access/Memberships.ts"
import type { MessageStore } from "../../ports/stores/MessageStore.ts"
import type { Notifications } from "../../ports/stores/access/Notifications.ts"
import type { Notifier } from "../../ports/stores/access/Notifier.ts"
import type { Organizations } from "../../ports/stores/access/Organizations.ts"
import type { PresenceSignals } from "../../ports/stores/PresenceSignals.ts"
import type { ProfileLookups } from "../../ports/stores/ProfileLookups.ts"
import type { RateLedger } from "../../ports/stores/access/RateLedger.ts"
import type { RequestLogs } from "../../ports/stores/RequestLogs.ts"
import type { SendLedger } from "../../ports/stores/SendLedger.ts"
import type { SignInAttempts } from "../../ports/stores/access/SignInAttempts.ts"
import type { SignIns } from "../../ports/stores/access/SignIns.ts"
import type { Transaction } from "../../ports/stores/Transaction.ts"
import type { Users } from "../../ports/stores/access/Users.ts"
import type { WebhookStore } from "../../ports/stores/delivery/WebhookStore.ts"

/** Every port that a store adapter provides. */
export type StorePorts =
  | AccountChanges
  | ApiKeys
  | ChannelAccounts
  | ContactStore
  | ConversationNotes
  | ConversationStore
  | DeliveryHistory
  | DeliveryQueue
  | EventFeed
  | EventLog
  | IdSource
  | IdempotencyKeys
  | InboundQueue
  | Inbox
  | LiveFeed
  | MediaLibrary
  | Memberships
  | MessageStore
  | Notifications
  | Notifier
  | Organizations
  | PresenceSignals
  | ProfileLookups
  | RateLedger
  | RequestLogs
  | SendLedger
  | SignInAttempts
  | SignIns
  | Transaction
  | Users
  | WebhookStore
