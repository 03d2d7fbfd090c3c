import type { ApiKeys } from "../../src/ports/ApiKeys.ts"
import type { ChannelAccounts } from "../../src/ports/ChannelAccounts.ts"
import type { DeliveryQueue } from "../../src/ports/DeliveryQueue.ts"
import type { EventLog } from "../../src/ports/EventLog.ts"
import type { IdSource } from "../../src/ports/IdSource.ts"
import type { Inbox } from "../../src/ports/Inbox.ts"
import type { Organizations } from "../../src/ports/Organizations.ts"
import type { SendLedger } from "../../src/ports/SendLedger.ts"
import type { Transaction } from "../../src/ports/Transaction.ts"
import type { WebhookStore } from "../../src/ports/WebhookStore.ts"

/** Every port that a store adapter provides. */
export type StorePorts =
  | ApiKeys
  | ChannelAccounts
  | DeliveryQueue
  | EventLog
  | IdSource
  | Inbox
  | Organizations
  | SendLedger
  | Transaction
  | WebhookStore
