import { Layer } from "effect"
import * as MemoryAccountChanges from "./inbound/MemoryAccountChanges.ts"
import * as MemoryApiKeys from "./access/MemoryApiKeys.ts"
import * as MemoryChannelAccounts from "./access/MemoryChannelAccounts.ts"
import * as MemoryContactStore from "./contacts/MemoryContactStore.ts"
import * as MemoryConversationNotes from "./conversations/MemoryConversationNotes.ts"
import * as MemoryConversationStore from "./conversations/MemoryConversationStore.ts"
import * as MemoryDeliveryHistory from "./webhooks/MemoryDeliveryHistory.ts"
import * as MemoryDeliveryQueue from "./webhooks/MemoryDeliveryQueue.ts"
import * as MemoryEventFeed from "./webhooks/MemoryEventFeed.ts"
import * as MemoryEventLog from "./webhooks/MemoryEventLog.ts"
import * as MemoryLiveFeed from "./webhooks/MemoryLiveFeed.ts"
import * as MemoryIdempotencyKeys from "./sends/MemoryIdempotencyKeys.ts"
import * as MemoryIds from "./MemoryIds.ts"
import * as MemoryInboundQueue from "./inbound/MemoryInboundQueue.ts"
import * as MemoryInbox from "./inbound/MemoryInbox.ts"
import * as MemoryMediaLibrary from "./media/MemoryMediaLibrary.ts"
import * as MemoryMemberships from "./access/MemoryMemberships.ts"
import * as MemoryMessageStore from "./messages/MemoryMessageStore.ts"
import * as MemoryNotifications from "./access/MemoryNotifications.ts"
import * as MemoryNotifier from "./access/MemoryNotifier.ts"
import * as MemoryOrganizationDeletion from "./access/MemoryOrganizationDeletion.ts"
import * as MemoryOrganizations from "./access/MemoryOrganizations.ts"
import * as MemoryPresenceSignals from "./conversations/MemoryPresenceSignals.ts"
import * as MemoryProfileLookups from "./inbound/MemoryProfileLookups.ts"
import * as MemoryRateLedger from "./limits/MemoryRateLedger.ts"
import * as MemoryRequestLogs from "./access/MemoryRequestLogs.ts"
import * as MemorySendLedger from "./sends/MemorySendLedger.ts"
import * as MemorySignInAttempts from "./access/MemorySignInAttempts.ts"
import * as MemorySignIns from "./access/MemorySignIns.ts"
import * as MemoryTransaction from "./MemoryTransaction.ts"
import * as MemoryUsers from "./access/MemoryUsers.ts"
import * as MemoryWebhookStore from "./webhooks/MemoryWebhookStore.ts"
import type { State } from "./State.ts"
import * as World from "./World.ts"

/** Every store port, over a `World` that the program provides. */
export const stores = Layer.mergeAll(
  MemoryAccountChanges.layer,
  MemoryApiKeys.layer,
  MemoryChannelAccounts.layer,
  MemoryContactStore.layer,
  MemoryConversationNotes.layer,
  MemoryConversationStore.layer,
  MemoryDeliveryHistory.layer,
  MemoryDeliveryQueue.layer,
  MemoryEventFeed.layer,
  MemoryEventLog.layer,
  MemoryIdempotencyKeys.layer,
  MemoryInboundQueue.layer,
  MemoryInbox.layer,
  MemoryLiveFeed.layer,
  MemoryMediaLibrary.layer,
  MemoryMemberships.layer,
  MemoryMessageStore.layer,
  MemoryNotifications.layer,
  MemoryNotifier.layer,
  MemoryOrganizationDeletion.layer,
  MemoryOrganizations.layer,
  MemoryPresenceSignals.layer,
  MemoryProfileLookups.layer,
  MemoryRateLedger.layer,
  MemoryRequestLogs.layer,
  MemorySendLedger.layer,
  MemorySignInAttempts.layer,
  MemorySignIns.layer,
  MemoryTransaction.layer,
  MemoryUsers.layer,
  MemoryWebhookStore.layer
)

/**
 * Every store port, `IdSource` and the `World` behind them, for tests. State ends with the layer, and ids are
 * deterministic.
 */
export const layer = (initial: Partial<State> = {}) =>
  stores.pipe(Layer.provideMerge(Layer.merge(World.layer(initial), MemoryIds.layer)))
