import { accountChangesContract } from "./AccountChanges.contract.ts"
import { apiKeysContract } from "./ApiKeys.contract.ts"
import { channelAccountsContract } from "./ChannelAccounts.contract.ts"
import { contactStoreContract } from "./ContactStore.contract.ts"
import { conversationStoreContract } from "./ConversationStore.contract.ts"
import { deliveryHistoryContract } from "./DeliveryHistory.contract.ts"
import { deliveryQueueContract } from "./DeliveryQueue.contract.ts"
import { eventFeedContract } from "./EventFeed.contract.ts"
import { eventLogContract } from "./EventLog.contract.ts"
import { idSourceContract } from "./IdSource.contract.ts"
import { idempotencyKeysContract } from "./IdempotencyKeys.contract.ts"
import { inboundQueueContract } from "./InboundQueue.contract.ts"
import { inboxContract } from "./Inbox.contract.ts"
import { liveFeedContract } from "./LiveFeed.contract.ts"
import { mediaLibraryContract } from "./MediaLibrary.contract.ts"
import { membershipsContract } from "./Memberships.contract.ts"
import { messageStoreContract } from "./MessageStore.contract.ts"
import { notificationsContract } from "./Notifications.contract.ts"
import { notifierContract } from "./Notifier.contract.ts"
import { organizationsContract } from "./Organizations.contract.ts"
import { profileLookupsContract } from "./ProfileLookups.contract.ts"
import { rateLedgerContract } from "./RateLedger.contract.ts"
import { requestLogsContract } from "./RequestLogs.contract.ts"
import { sendLedgerContract } from "./SendLedger.contract.ts"
import { signInAttemptsContract } from "./SignInAttempts.contract.ts"
import { signInsContract } from "./SignIns.contract.ts"
import { transactionContract } from "./Transaction.contract.ts"
import { usersContract } from "./Users.contract.ts"
import { webhookStoreContract } from "./WebhookStore.contract.ts"

/** The promises of every store port, each to be kept by every adapter. */
export const contracts = [
  accountChangesContract,
  apiKeysContract,
  channelAccountsContract,
  contactStoreContract,
  conversationStoreContract,
  deliveryHistoryContract,
  deliveryQueueContract,
  eventFeedContract,
  eventLogContract,
  idSourceContract,
  idempotencyKeysContract,
  inboundQueueContract,
  inboxContract,
  liveFeedContract,
  mediaLibraryContract,
  membershipsContract,
  messageStoreContract,
  notificationsContract,
  notifierContract,
  organizationsContract,
  profileLookupsContract,
  rateLedgerContract,
  requestLogsContract,
  sendLedgerContract,
  signInAttemptsContract,
  signInsContract,
  transactionContract,
  usersContract,
  webhookStoreContract
]
