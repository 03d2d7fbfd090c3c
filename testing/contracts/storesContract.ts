import type { Layer } from "effect"
import { accountChangesContract } from "./stores/AccountChanges.contract.ts"
import { apiKeysContract } from "./stores/access/ApiKeys.contract.ts"
import { channelSignupsContract } from "./stores/access/ChannelSignups.contract.ts"
import { auditLogContract } from "./stores/access/AuditLog.contract.ts"
import { channelAccountsContract } from "./stores/ChannelAccounts.contract.ts"
import { consentStoreContract } from "./stores/ConsentStore.contract.ts"
import { contactStoreContract } from "./stores/ContactStore.contract.ts"
import { conversationAgendaContract } from "./stores/ConversationAgenda.contract.ts"
import { conversationNotesContract } from "./stores/ConversationNotes.contract.ts"
import { conversationStoreContract } from "./stores/ConversationStore.contract.ts"
import { deliveryHistoryContract } from "./stores/delivery/DeliveryHistory.contract.ts"
import { deliveryQueueContract } from "./stores/delivery/DeliveryQueue.contract.ts"
import { erasuresContract } from "./stores/Erasures.contract.ts"
import { eventConsumersContract } from "./stores/delivery/EventConsumers.contract.ts"
import { eventFeedContract } from "./stores/delivery/EventFeed.contract.ts"
import { eventLogContract } from "./stores/delivery/EventLog.contract.ts"
import { idSourceContract } from "./IdSource.contract.ts"
import { idempotencyKeysContract } from "./stores/IdempotencyKeys.contract.ts"
import { inboundQueueContract } from "./stores/InboundQueue.contract.ts"
import { inboxContract } from "./stores/Inbox.contract.ts"
import { labelsContract } from "./stores/Labels.contract.ts"
import { liveFeedContract } from "./stores/delivery/LiveFeed.contract.ts"
import { mediaLibraryContract } from "./stores/MediaLibrary.contract.ts"
import { membershipsContract } from "./stores/access/Memberships.contract.ts"
import { messageStoreContract } from "./stores/MessageStore.contract.ts"
import { notificationsContract } from "./stores/access/Notifications.contract.ts"
import { notifierContract } from "./stores/access/Notifier.contract.ts"
import { organizationDeletionContract } from "./stores/access/OrganizationDeletion.contract.ts"
import { organizationSuspensionContract } from "./stores/access/OrganizationSuspension.contract.ts"
import { organizationsContract } from "./stores/access/Organizations.contract.ts"
import { campaignStoreContract } from "./stores/CampaignStore.contract.ts"
import { pendingSendsContract } from "./stores/PendingSends.contract.ts"
import { presenceSignalsContract } from "./stores/PresenceSignals.contract.ts"
import { profileLookupsContract } from "./stores/ProfileLookups.contract.ts"
import { rateLedgerContract } from "./stores/access/RateLedger.contract.ts"
import { reportsContract } from "./stores/Reports.contract.ts"
import { requestLogsContract } from "./stores/RequestLogs.contract.ts"
import { retainedRowsContract } from "./stores/RetainedRows.contract.ts"
import { savedRepliesContract } from "./stores/SavedReplies.contract.ts"
import { sendLedgerContract } from "./stores/SendLedger.contract.ts"
import { signInAttemptsContract } from "./stores/access/SignInAttempts.contract.ts"
import { signInsContract } from "./stores/access/SignIns.contract.ts"
import { teamsContract } from "./stores/Teams.contract.ts"
import { transactionContract } from "./stores/Transaction.contract.ts"
import { usersContract } from "./stores/access/Users.contract.ts"
import { webhookStoreContract } from "./stores/delivery/WebhookStore.contract.ts"
import { workloadsContract } from "./stores/Workloads.contract.ts"
import type { Runner } from "./Runner.ts"
import type { StorePorts } from "./StorePorts.ts"

/** The contracts of all store ports; every adapter fulfils each of them. */
const contracts = [
  accountChangesContract,
  apiKeysContract,
  auditLogContract,
  channelSignupsContract,
  channelAccountsContract,
  consentStoreContract,
  contactStoreContract,
  conversationAgendaContract,
  conversationNotesContract,
  conversationStoreContract,
  deliveryHistoryContract,
  deliveryQueueContract,
  erasuresContract,
  eventConsumersContract,
  eventFeedContract,
  eventLogContract,
  campaignStoreContract,
  idSourceContract,
  idempotencyKeysContract,
  inboundQueueContract,
  inboxContract,
  labelsContract,
  liveFeedContract,
  mediaLibraryContract,
  membershipsContract,
  messageStoreContract,
  notificationsContract,
  notifierContract,
  organizationDeletionContract,
  organizationSuspensionContract,
  organizationsContract,
  pendingSendsContract,
  presenceSignalsContract,
  profileLookupsContract,
  rateLedgerContract,
  reportsContract,
  requestLogsContract,
  retainedRowsContract,
  savedRepliesContract,
  sendLedgerContract,
  signInAttemptsContract,
  signInsContract,
  teamsContract,
  transactionContract,
  usersContract,
  webhookStoreContract,
  workloadsContract
]

/**
 * Contract of all store ports. They are one unit: a transaction covers every store, a send begins contacts,
 * conversations and events, and suites prepare and check their scenes through other stores.
 */
export const storesContract = <E>(runner: Runner, name: string, stores: Layer.Layer<StorePorts, E>): void => {
  for (const contract of contracts) contract(runner, name, stores)
}
