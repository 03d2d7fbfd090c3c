import { Effect, Layer } from "effect"
import { Transaction } from "../../ports/process/Transaction.ts"
import * as MemoryAccountChanges from "./inbound/MemoryAccountChanges.ts"
import * as MemoryApiKeys from "./access/MemoryApiKeys.ts"
import * as MemoryCampaignStore from "./campaigns/MemoryCampaignStore.ts"
import * as MemoryChannelSignups from "./access/MemoryChannelSignups.ts"
import * as MemoryAuditLog from "./access/MemoryAuditLog.ts"
import * as MemoryChannelAccounts from "./access/MemoryChannelAccounts.ts"
import * as MemoryConsentStore from "./contacts/MemoryConsentStore.ts"
import * as MemoryContactStore from "./contacts/MemoryContactStore.ts"
import * as MemoryConversationAgenda from "./conversations/MemoryConversationAgenda.ts"
import * as MemoryConversationStore from "./conversations/MemoryConversationStore.ts"
import * as MemoryDeliveryHistory from "./webhooks/MemoryDeliveryHistory.ts"
import * as MemoryDeliveryQueue from "./webhooks/MemoryDeliveryQueue.ts"
import * as MemoryErasures from "./contacts/MemoryErasures.ts"
import * as MemoryEventConsumers from "./webhooks/MemoryEventConsumers.ts"
import * as MemoryEventFeed from "./webhooks/MemoryEventFeed.ts"
import * as MemoryEventLog from "./webhooks/MemoryEventLog.ts"
import * as MemoryIdempotencyKeys from "./sends/MemoryIdempotencyKeys.ts"
import * as MemoryIds from "./MemoryIds.ts"
import * as MemoryInboundQueue from "./inbound/MemoryInboundQueue.ts"
import * as MemoryInbox from "./inbound/MemoryInbox.ts"
import * as MemoryLabelStore from "./conversations/MemoryLabelStore.ts"
import * as MemoryMediaLibrary from "./media/MemoryMediaLibrary.ts"
import * as MemoryMemberships from "./access/MemoryMemberships.ts"
import * as MemoryMessageStore from "./messages/MemoryMessageStore.ts"
import * as MemoryNotifications from "./access/MemoryNotifications.ts"
import * as MemoryOrganizations from "./access/MemoryOrganizations.ts"
import * as MemoryPendingSends from "./sends/MemoryPendingSends.ts"
import * as MemoryProfileLookups from "./inbound/MemoryProfileLookups.ts"
import * as MemoryRateLedger from "./limits/MemoryRateLedger.ts"
import * as MemoryReports from "./reports/MemoryReports.ts"
import * as MemoryRequestLogs from "./access/MemoryRequestLogs.ts"
import * as MemoryRetainedRows from "./access/MemoryRetainedRows.ts"
import * as MemorySavedReplyStore from "./conversations/MemorySavedReplyStore.ts"
import * as MemorySendLedger from "./sends/MemorySendLedger.ts"
import * as MemorySignIns from "./access/MemorySignIns.ts"
import * as MemoryTeamStore from "./conversations/MemoryTeamStore.ts"
import * as MemoryWorkloads from "./conversations/MemoryWorkloads.ts"
import * as MemoryWebhookStore from "./webhooks/MemoryWebhookStore.ts"
import type { State } from "./State.ts"
import * as World from "./World.ts"

const transaction = Layer.effect(
  Transaction,
  Effect.map(World.World, ({ afterCommit, atomically, open }) =>
    Transaction.of({ atomically, atomicallyInTurn: (_organizationId, effect) => atomically(effect), open, afterCommit })
  )
)

/** Every store port, over a `World` that the program provides. */
export const stores = Layer.mergeAll(
  MemoryAccountChanges.layer,
  MemoryApiKeys.layer,
  MemoryCampaignStore.layer,
  MemoryAuditLog.layer,
  MemoryChannelSignups.layer,
  MemoryChannelAccounts.layer,
  MemoryConsentStore.layer,
  MemoryContactStore.layer,
  MemoryConversationAgenda.layer,
  MemoryConversationStore.layer,
  MemoryDeliveryHistory.layer,
  MemoryDeliveryQueue.layer,
  MemoryErasures.layer,
  MemoryEventConsumers.layer,
  MemoryEventFeed.layer,
  MemoryEventLog.layer,
  MemoryIdempotencyKeys.layer,
  MemoryInboundQueue.layer,
  MemoryInbox.layer,
  MemoryLabelStore.layer,
  MemoryMediaLibrary.layer,
  MemoryMemberships.layer,
  MemoryMessageStore.layer,
  MemoryNotifications.layer,
  MemoryOrganizations.layer,
  MemoryPendingSends.layer,
  MemoryProfileLookups.layer,
  MemoryRateLedger.layer,
  MemoryReports.layer,
  MemoryRequestLogs.layer,
  MemoryRetainedRows.layer,
  MemorySavedReplyStore.layer,
  MemorySendLedger.layer,
  MemorySignIns.layer,
  MemoryTeamStore.layer,
  MemoryWorkloads.layer,
  transaction,
  MemoryWebhookStore.layer
)

/**
 * Every store port, `IdSource` and the `World` behind them, for tests. State ends with the layer, and ids are
 * deterministic.
 */
export const layer = (initial: Partial<State> = {}) =>
  stores.pipe(Layer.provideMerge(Layer.merge(World.layer(initial), MemoryIds.layer)))
