import type { AccountChanges } from "../../src/ports/stores/AccountChanges.ts"
import type { ApiKeys } from "../../src/ports/stores/access/ApiKeys.ts"
import type { ChannelAccounts } from "../../src/ports/stores/ChannelAccounts.ts"
import type { ContactStore } from "../../src/ports/stores/ContactStore.ts"
import type { ConversationStore } from "../../src/ports/stores/ConversationStore.ts"
import type { DeliveryHistory } from "../../src/ports/stores/delivery/DeliveryHistory.ts"
import type { DeliveryQueue } from "../../src/ports/stores/delivery/DeliveryQueue.ts"
import type { EventFeed } from "../../src/ports/stores/delivery/EventFeed.ts"
import type { EventLog } from "../../src/ports/stores/delivery/EventLog.ts"
import type { LiveFeed } from "../../src/ports/stores/delivery/LiveFeed.ts"
import type { IdSource } from "../../src/ports/policies/IdSource.ts"
import type { IdempotencyKeys } from "../../src/ports/stores/IdempotencyKeys.ts"
import type { InboundQueue } from "../../src/ports/stores/InboundQueue.ts"
import type { Inbox } from "../../src/ports/stores/Inbox.ts"
import type { MediaLibrary } from "../../src/ports/stores/MediaLibrary.ts"
import type { Memberships } from "../../src/ports/stores/access/Memberships.ts"
import type { MessageStore } from "../../src/ports/stores/MessageStore.ts"
import type { Notifications } from "../../src/ports/stores/access/Notifications.ts"
import type { Notifier } from "../../src/ports/stores/access/Notifier.ts"
import type { Organizations } from "../../src/ports/stores/access/Organizations.ts"
import type { ProfileLookups } from "../../src/ports/stores/ProfileLookups.ts"
import type { RateLedger } from "../../src/ports/stores/access/RateLedger.ts"
import type { RequestLogs } from "../../src/ports/stores/RequestLogs.ts"
import type { SendLedger } from "../../src/ports/stores/SendLedger.ts"
import type { SignInAttempts } from "../../src/ports/stores/access/SignInAttempts.ts"
import type { SignIns } from "../../src/ports/stores/access/SignIns.ts"
import type { Transaction } from "../../src/ports/stores/Transaction.ts"
import type { Users } from "../../src/ports/stores/access/Users.ts"
import type { WebhookStore } from "../../src/ports/stores/delivery/WebhookStore.ts"

/** Every port that a store adapter provides. */
export type StorePorts =
  | AccountChanges
  | ApiKeys
  | ChannelAccounts
  | ContactStore
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
  | ProfileLookups
  | RateLedger
  | RequestLogs
  | SendLedger
  | SignInAttempts
  | SignIns
  | Transaction
  | Users
  | WebhookStore
