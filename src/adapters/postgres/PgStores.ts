import { Layer } from "effect"
import * as WakeSignals from "./delivery/WakeSignals.ts"
import * as PgApiKeys from "./PgApiKeys.ts"
import * as PgChannelAccounts from "./PgChannelAccounts.ts"
import * as PgContactStore from "./PgContactStore.ts"
import * as PgConversationStore from "./PgConversationStore.ts"
import * as PgDeliveryHistory from "./delivery/PgDeliveryHistory.ts"
import * as PgDeliveryQueue from "./delivery/PgDeliveryQueue.ts"
import * as PgEventFeed from "./delivery/PgEventFeed.ts"
import * as PgEventLog from "./delivery/PgEventLog.ts"
import * as InboundArrivals from "./InboundArrivals.ts"
import * as PgInboundQueue from "./PgInboundQueue.ts"
import * as PgInbox from "./PgInbox.ts"
import * as PgMediaLibrary from "./PgMediaLibrary.ts"
import * as PgMemberships from "./PgMemberships.ts"
import * as PgMessageStore from "./PgMessageStore.ts"
import * as PgNotifier from "./PgNotifier.ts"
import * as PgOrganizations from "./PgOrganizations.ts"
import * as PgProfileLookups from "./PgProfileLookups.ts"
import * as PgReadiness from "./PgReadiness.ts"
import * as PgRequestLogs from "./PgRequestLogs.ts"
import * as PgSendLedger from "./PgSendLedger.ts"
import * as PgSignIns from "./PgSignIns.ts"
import * as PgTransaction from "./PgTransaction.ts"
import * as PgUsers from "./PgUsers.ts"
import * as PgWebhookStore from "./PgWebhookStore.ts"

/** Every store port on one database; still wanted are the clients of `Database` and a `Sealer`. */
export const layer = Layer.mergeAll(
  PgApiKeys.layer,
  PgChannelAccounts.layer,
  PgContactStore.layer,
  PgConversationStore.layer,
  PgDeliveryHistory.layer,
  PgDeliveryQueue.layer,
  PgEventFeed.layer,
  PgEventLog.layer,
  PgInboundQueue.layer,
  PgInbox.layer,
  PgMediaLibrary.layer,
  PgMemberships.layer,
  PgMessageStore.layer,
  PgNotifier.layer,
  PgOrganizations.layer,
  PgProfileLookups.layer,
  PgReadiness.layer,
  PgRequestLogs.layer,
  PgSendLedger.layer,
  PgSignIns.layer,
  PgTransaction.layer,
  PgUsers.layer,
  PgWebhookStore.layer
).pipe(Layer.provide([WakeSignals.layer, InboundArrivals.layer]))
