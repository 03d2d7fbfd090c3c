import { Layer } from "effect"
import { actingStores } from "./rowsecurity/actingStores.ts"
import * as FeedSignals from "./webhooks/FeedSignals.ts"
import * as PgLabelStore from "./conversations/PgLabelStore.ts"
import * as PgLiveFeed from "./webhooks/PgLiveFeed.ts"
import * as WakeSignals from "./webhooks/WakeSignals.ts"
import * as PgAccountChanges from "./inbound/PgAccountChanges.ts"
import * as PgApiKeys from "./access/PgApiKeys.ts"
import * as PgCampaignStore from "./campaigns/PgCampaignStore.ts"
import * as PgChannelSignups from "./access/PgChannelSignups.ts"
import * as PgAuditLog from "./access/PgAuditLog.ts"
import * as PgChannelAccounts from "./access/PgChannelAccounts.ts"
import * as PgConsentStore from "./contacts/PgConsentStore.ts"
import * as PgContactStore from "./contacts/PgContactStore.ts"
import * as PgConversationAgenda from "./conversations/PgConversationAgenda.ts"
import * as PgConversationNotes from "./conversations/PgConversationNotes.ts"
import * as PgConversationStore from "./conversations/PgConversationStore.ts"
import * as PgDeliveryHistory from "./webhooks/PgDeliveryHistory.ts"
import * as PgDeliveryQueue from "./webhooks/PgDeliveryQueue.ts"
import * as PgErasures from "./contacts/PgErasures.ts"
import * as PgEventConsumers from "./webhooks/PgEventConsumers.ts"
import * as PgEventFeed from "./webhooks/PgEventFeed.ts"
import * as PgEventLog from "./webhooks/PgEventLog.ts"
import * as PgIdempotencyKeys from "./sends/PgIdempotencyKeys.ts"
import * as InboundWakeSignal from "./inbound/InboundWakeSignal.ts"
import * as PgInboundQueue from "./inbound/PgInboundQueue.ts"
import * as PgInbox from "./inbound/PgInbox.ts"
import * as PgMediaLibrary from "./media/PgMediaLibrary.ts"
import * as PgMemberships from "./access/PgMemberships.ts"
import * as PgMessageStore from "./messages/PgMessageStore.ts"
import * as PgNotifications from "./access/PgNotifications.ts"
import * as PgOrganizationDeletion from "./access/PgOrganizationDeletion.ts"
import * as PgOrganizations from "./access/PgOrganizations.ts"
import * as PgPresenceSignals from "./conversations/PgPresenceSignals.ts"
import * as PgProfileLookups from "./inbound/PgProfileLookups.ts"
import * as PgRateLedger from "./limits/PgRateLedger.ts"
import * as PgReadiness from "./watch/PgReadiness.ts"
import * as PgReports from "./reports/PgReports.ts"
import * as PgRequestLogs from "./access/PgRequestLogs.ts"
import * as PgRetainedRows from "./access/PgRetainedRows.ts"
import * as PgSealedSecrets from "./secrets/PgSealedSecrets.ts"
import * as PgPendingSends from "./sends/PgPendingSends.ts"
import * as PgSendLedger from "./sends/PgSendLedger.ts"
import * as PgSignInAttempts from "./access/PgSignInAttempts.ts"
import * as PgSignIns from "./access/PgSignIns.ts"
import * as PgSavedReplyStore from "./conversations/PgSavedReplyStore.ts"
import * as PgTeamStore from "./conversations/PgTeamStore.ts"
import * as PgWorkloads from "./conversations/PgWorkloads.ts"
import * as PgTransaction from "./database/PgTransaction.ts"
import * as PgWebhookStore from "./webhooks/PgWebhookStore.ts"

/**
 * Every store port on one database. Each call acts for its organization. The layer needs the clients of `Database` and a
 * `Sealer`.
 */
export const layer = actingStores(
  Layer.mergeAll(
    PgAccountChanges.layer,
    PgApiKeys.layer,
    PgCampaignStore.layer,
    PgAuditLog.layer,
    PgChannelSignups.layer,
    PgChannelAccounts.layer,
    PgConsentStore.layer,
    PgContactStore.layer,
    PgConversationAgenda.layer,
    PgConversationNotes.layer,
    PgConversationStore.layer,
    PgDeliveryHistory.layer,
    PgDeliveryQueue.layer,
    PgErasures.layer,
    PgEventConsumers.layer,
    PgEventFeed.layer,
    PgEventLog.layer,
    PgIdempotencyKeys.layer,
    PgInboundQueue.layer,
    PgInbox.layer,
    PgLabelStore.layer,
    PgLiveFeed.layer,
    PgMediaLibrary.layer,
    PgMemberships.layer,
    PgMessageStore.layer,
    PgNotifications.layer,
    PgOrganizationDeletion.layer,
    PgOrganizations.layer,
    PgPendingSends.layer,
    PgPresenceSignals.layer,
    PgProfileLookups.layer,
    PgRateLedger.layer,
    PgReadiness.layer,
    PgReports.layer,
    PgRequestLogs.layer,
    PgRetainedRows.layer,
    PgSavedReplyStore.layer,
    PgSealedSecrets.layer,
    PgSendLedger.layer,
    PgSignInAttempts.layer,
    PgSignIns.layer,
    PgTeamStore.layer,
    PgWorkloads.layer,
    PgTransaction.layer,
    PgWebhookStore.layer
  )
).pipe(Layer.provide([FeedSignals.layer, WakeSignals.layer, InboundWakeSignal.layer]))
