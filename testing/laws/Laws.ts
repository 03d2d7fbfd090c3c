import { planImport } from "../../src/domain/contacts/importContacts.ts"
import { phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import { isInWindow, openWindow, windowEnd } from "../../src/domain/conversations/MessagingWindow.ts"
import { assign, close, escalate, handOverToAi, reopen } from "../../src/domain/conversations/conversationActions.ts"
import { mergedContacts } from "../../src/domain/inbound/InboxContact.ts"
import { takeInbound } from "../../src/domain/inbound/takeInbound.ts"
import { admitted, monthOf } from "../../src/domain/limits/MonthlyLimit.ts"
import { announcedReceipts, withReceipt } from "../../src/domain/messages/messageReceipts.ts"
import { composeMessenger } from "../../src/domain/messages/messenger/composeMessenger.ts"
import { truncate } from "../../src/domain/text/textLimits.ts"
import { afterRefusal, nextAttempt } from "../../src/domain/webhooks/afterRefusal.ts"
import { holdsBack } from "../../src/domain/webhooks/EventConsumer.ts"
import { consumerLaws } from "./consumerLaws.ts"
import type { Law } from "./Law.ts"
import { importLaws } from "./importLaws.ts"
import { inboundLaws } from "./inboundLaws.ts"
import { mergeLaws } from "./mergeLaws.ts"
import { messengerLaws } from "./messengerLaws.ts"
import { phoneIdentityLaws, type PhoneIdentityOf } from "./phoneIdentityLaws.ts"
import { monthLaws, type MonthOf, quotaLaws } from "./quotaLaws.ts"
import { rateLaws } from "./rateLaws.ts"
import { receiptLaws, type ReceiptRules } from "./receiptLaws.ts"
import { transitionLaws } from "./transitionLaws.ts"
import { truncateLaws } from "./truncateLaws.ts"
import { waitLaws } from "./waitLaws.ts"
import { windowLaws } from "./windowLaws.ts"

const months: MonthOf = monthOf
const numbers: PhoneIdentityOf = phoneIdentity
const receipts: ReceiptRules = { announcedReceipts, withReceipt }

/** The rules of the service, for which the laws of the same name hold. A bucket of `Laws.rates` has no rule of its own. */
export const LawRules = {
  consumers: { holdsBack, nextAttempt },
  imports: planImport,
  inbound: takeInbound,
  merges: mergedContacts,
  messenger: composeMessenger,
  months,
  phoneIdentity: numbers,
  quota: admitted,
  receipts,
  transitions: { assign, close, escalate, handOverToAi, reopen },
  truncation: truncate,
  waits: afterRefusal,
  windows: { isInWindow, openWindow, windowEnd }
}

/** The laws with the rule of the service, whose results counterexamples show as the expected ones. */
const lawsOf = <Rule, Stated extends Law<Rule>>(rule: Rule, laws: ReadonlyArray<Stated>) =>
  laws.map((one) => ({ ...one, rule }))

/** The laws of the domain's rules: a list for each rule, applicable to every implementation. */
export const Laws = {
  /** `nextAttempt` and `holdsBack`: retries, order and dead letters of handlers of events. */
  consumers: lawsOf(LawRules.consumers, consumerLaws),
  /** `planImport`: the rows of an import. */
  imports: lawsOf(LawRules.imports, importLaws),
  /** `takeInbound`: platform reports. */
  inbound: lawsOf(LawRules.inbound, inboundLaws),
  /** `mergedContacts`: merging two contacts of the same person. */
  merges: lawsOf(LawRules.merges, mergeLaws),
  /** `composeMessenger`: messages of Messenger and Instagram. */
  messenger: lawsOf(LawRules.messenger, messengerLaws),
  /** `monthOf`: the month of the quota. */
  months: lawsOf(LawRules.months, monthLaws),
  /** `phoneIdentity`: the forms of a number. */
  phoneIdentity: lawsOf(LawRules.phoneIdentity, phoneIdentityLaws),
  /** `admitted`: sends within the monthly limit. */
  quota: lawsOf(LawRules.quota, quotaLaws),
  /** A bucket of recent calls, such as `takeCall` makes. */
  rates: rateLaws,
  /** `withReceipt` and `announcedReceipts`: the delivery status of a message. */
  receipts: lawsOf(LawRules.receipts, receiptLaws),
  /** `close`, `assign`, `reopen`, `handOverToAi` and `escalate`: the actions on a conversation. */
  transitions: lawsOf(LawRules.transitions, transitionLaws),
  /** `truncate`: the beginning of a text. */
  truncation: lawsOf(LawRules.truncation, truncateLaws),
  /** `afterRefusal`: the retry waits of deliveries. */
  waits: lawsOf(LawRules.waits, waitLaws),
  /** `openWindow`, `isInWindow` and `windowEnd`: the messaging window. */
  windows: lawsOf(LawRules.windows, windowLaws)
}
