import { Layer } from "effect"
import * as MemoryAccountChanges from "./directory/MemoryAccountChanges.ts"
import * as MemoryApiKeys from "./directory/MemoryApiKeys.ts"
import * as MemoryChannelAccounts from "./directory/MemoryChannelAccounts.ts"
import * as MemoryContactStore from "./MemoryContactStore.ts"
import * as MemoryConversationNotes from "./MemoryConversationNotes.ts"
import * as MemoryConversationStore from "./MemoryConversationStore.ts"
import * as MemoryDeliveryHistory from "./delivery/MemoryDeliveryHistory.ts"
import * as MemoryDeliveryQueue from "./delivery/MemoryDeliveryQueue.ts"
import * as MemoryEventFeed from "./delivery/MemoryEventFeed.ts"
import * as MemoryEventLog from "./delivery/MemoryEventLog.ts"
import * as MemoryLiveFeed from "./delivery/MemoryLiveFeed.ts"
import * as MemoryIdempotencyKeys from "./MemoryIdempotencyKeys.ts"
import * as MemoryIds from "./MemoryIds.ts"
import * as MemoryInboundQueue from "./inbound/MemoryInboundQueue.ts"
import * as MemoryInbox from "./inbound/MemoryInbox.ts"
import * as MemoryMediaLibrary from "./MemoryMediaLibrary.ts"
import * as MemoryMemberships from "./directory/MemoryMemberships.ts"
import * as MemoryMessageStore from "./MemoryMessageStore.ts"
import * as MemoryNotifications from "./directory/MemoryNotifications.ts"
import * as MemoryNotifier from "./directory/MemoryNotifier.ts"
import * as MemoryOrganizationDeletion from "./directory/MemoryOrganizationDeletion.ts"
import * as MemoryOrganizations from "./directory/MemoryOrganizations.ts"
import * as MemoryPresenceSignals from "./MemoryPresenceSignals.ts"
import * as MemoryProfileLookups from "./MemoryProfileLookups.ts"
import * as MemoryRateLedger from "./MemoryRateLedger.ts"
import * as MemoryRequestLogs from "./directory/MemoryRequestLogs.ts"
import * as MemorySendLedger from "./sends/MemorySendLedger.ts"
import * as MemorySignInAttempts from "./directory/MemorySignInAttempts.ts"
import * as MemorySignIns from "./directory/MemorySignIns.ts"
import * as MemoryTransaction from "./MemoryTransaction.ts"
import * as MemoryUsers from "./directory/MemoryUsers.ts"
import * as MemoryWebhookStore from "./directory/MemoryWebhookStore.ts"
import type { State } from "./State.ts"
import * as World from "./World.ts"

/**
 * Every store port, `IdSource` and the `World` behind them, for tests. State ends with the layer, and ids are
 * deterministic.
 */
export const layer = (initial: Partial<State> = {}) =>
  Layer.mergeAll(
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
  ).pipe(Layer.provideMerge(Layer.merge(World.layer(initial), MemoryIds.layer)))
