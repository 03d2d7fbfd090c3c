import { deliveryQueueContract } from "../../testing/contracts/stores/delivery/DeliveryQueue.contract.ts"
import { eventFeedContract } from "../../testing/contracts/stores/delivery/EventFeed.contract.ts"
import { liveFeedContract } from "../../testing/contracts/stores/delivery/LiveFeed.contract.ts"
import { inboxContract } from "../../testing/contracts/stores/Inbox.contract.ts"
import { notifierContract } from "../../testing/contracts/stores/access/Notifier.contract.ts"
import { transactionContract } from "../../testing/contracts/stores/Transaction.contract.ts"
import { runner } from "../support/runner.ts"
import { embeddedStores } from "./embeddedStores.ts"

/**
 * The contracts whose result depends on the connection: transactions, locks, notifications and streams. All others run
 * the statements of the server, and `npm run thorough` runs them here too.
 */
const contracts = [
  transactionContract,
  inboxContract,
  deliveryQueueContract,
  eventFeedContract,
  liveFeedContract,
  notifierContract
]

for (const contract of contracts) contract(runner, "the embedded database", embeddedStores())
