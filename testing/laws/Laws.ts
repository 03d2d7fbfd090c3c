import { importLaws } from "./importLaws.ts"
import { inboundLaws } from "./inboundLaws.ts"
import { mergeLaws } from "./mergeLaws.ts"
import { messengerLaws } from "./messengerLaws.ts"
import { phoneIdentityLaws } from "./phoneIdentityLaws.ts"
import { monthLaws, quotaLaws } from "./quotaLaws.ts"
import { rateLaws } from "./rateLaws.ts"
import { receiptLaws } from "./receiptLaws.ts"
import { transitionLaws } from "./transitionLaws.ts"
import { truncateLaws } from "./truncateLaws.ts"
import { waitLaws } from "./waitLaws.ts"
import { windowLaws } from "./windowLaws.ts"

/** The laws of the domain's rules: a list for each rule, applicable to every implementation. */
export const Laws = {
  /** `planImport`: the rows of an import. */
  imports: importLaws,
  /** `takeInbound`: platform reports. */
  inbound: inboundLaws,
  /** `mergedContacts`: merging two contacts of the same person. */
  merges: mergeLaws,
  /** `composeMessenger`: messages of Messenger and Instagram. */
  messenger: messengerLaws,
  /** `monthOf`: the month of the quota. */
  months: monthLaws,
  /** `phoneIdentity`: the forms of a number. */
  phoneIdentity: phoneIdentityLaws,
  /** `admitted`: sends within the monthly limit. */
  quota: quotaLaws,
  /** A bucket of recent calls, such as `takeCall` makes. */
  rates: rateLaws,
  /** `withReceipt` and `announcedReceipts`: the delivery status of a message. */
  receipts: receiptLaws,
  /** `close`, `assign`, `reopen`, `handOverToAi` and `escalate`: the actions on a conversation. */
  transitions: transitionLaws,
  /** `truncate`: the beginning of a text. */
  truncation: truncateLaws,
  /** `afterRefusal`: the retry waits of deliveries. */
  waits: waitLaws,
  /** `openWindow`, `isInWindow` and `windowEnd`: the messaging window. */
  windows: windowLaws
}
