import { apiKeysContract } from "./ApiKeys.contract.ts"
import { channelAccountsContract } from "./ChannelAccounts.contract.ts"
import { deliveryQueueContract } from "./DeliveryQueue.contract.ts"
import { eventLogContract } from "./EventLog.contract.ts"
import { idSourceContract } from "./IdSource.contract.ts"
import { inboxContract } from "./Inbox.contract.ts"
import { organizationsContract } from "./Organizations.contract.ts"
import { sendLedgerContract } from "./SendLedger.contract.ts"
import { transactionContract } from "./Transaction.contract.ts"
import { webhookStoreContract } from "./WebhookStore.contract.ts"

/** The promises of every store port, each to be kept by every adapter. */
export const contracts = [
  apiKeysContract,
  channelAccountsContract,
  deliveryQueueContract,
  eventLogContract,
  idSourceContract,
  inboxContract,
  organizationsContract,
  sendLedgerContract,
  transactionContract,
  webhookStoreContract
]
