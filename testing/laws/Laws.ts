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

/** What holds for the rules of the domain: a list of laws for each rule, and for every implementation of it. */
export const Laws = {
  /** `planImport`: the rows of an import. */
  imports: importLaws,
  /** `takeInbound`: what platforms report. */
  inbound: inboundLaws,
  /** `mergedContacts`: two contacts turn out to be one person. */
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
  /** `withReceipt` and `announcedReceipts`: how far a message has come. */
  receipts: receiptLaws,
  /** `close`, `assign`, `reopen`, `handOverToAi` and `escalate`: the actions on a conversation. */
  transitions: transitionLaws,
  /** `truncate`: the beginning of a text. */
  truncation: truncateLaws,
  /** `afterRefusal`: the waits of deliveries. */
  waits: waitLaws,
  /** `openWindow`, `isInWindow` and `windowEnd`: the messaging window. */
  windows: windowLaws
}
