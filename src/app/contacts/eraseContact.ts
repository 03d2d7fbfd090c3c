import { DateTime, Effect, Option, Schema } from "effect"
import type { RoutedInbound } from "../../domain/inbound/InboxNeeds.ts"
import { ContactNotFound, VendorContactId } from "../../domain/contacts/Contact.ts"
import {
  erasedMessageRetention,
  erasurePause,
  isErased,
  partAfter,
  reportKeys,
  settledAt
} from "../../domain/contacts/Erasure.ts"
import { type ContactId, EventId, type OrganizationId } from "../../domain/Ids.ts"
import { contactErased } from "../../domain/webhooks/Event.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { type ErasureTurn, Erasures } from "../../ports/contacts/Erasures.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { getContactOverview } from "./contacts.ts"
import { recordAudit } from "../access/auditLog.ts"
import { purgeInBatches } from "../purgeInBatches.ts"

const isVendorContactId = Schema.is(VendorContactId)

/** Duration of a claim, longer than a turn. */
const erasureLease = "5 minutes"

/** Duration of a turn. Then other erasures are due first. */
const turnLength = "1 minute"

/** The erasure of the contact with either of their former ids. */
export const getErasure = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: ContactId | VendorContactId
) {
  const found = yield* (yield* Erasures).find(organizationId, id)
  return yield* Option.isSome(found) ? Effect.succeed(found.value) : new ContactNotFound()
}, spanned("getErasure"))

/**
 * Erases everything about a contact (contract: Erasure of a contact). The contact is gone at once, the rest follows in the
 * background. Again for the same contact, it returns the erasure that was requested first.
 */
export const eraseContact = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: ContactId | VendorContactId
) {
  const erasures = yield* Erasures
  const { atomically } = yield* Transaction
  const former = yield* erasures.find(organizationId, id)
  if (Option.isSome(former)) return former.value
  const contactId = isVendorContactId(id) ? (yield* getContactOverview(organizationId, id)).contact.id : id
  return yield* atomically(
    Effect.gen(function* () {
      const at = yield* DateTime.now
      const erasure = yield* erasures.begin(organizationId, contactId, at)
      if (erasure === null) return yield* getErasure(organizationId, contactId)
      yield* (yield* ContactStore).remove(organizationId, contactId)
      yield* recordAudit(organizationId, "contact.erased", { id: contactId, name: "" })
      const eventId = EventId.make(yield* (yield* IdSource).uuid)
      yield* (yield* EventLog).append(contactErased(eventId, erasure))
      return erasure
    })
  )
}, spanned("eraseContact"))

/** Claims the running erasure that is due for the longest time. */
export const claimErasure = Effect.fnUntraced(function* () {
  const now = yield* DateTime.now
  return yield* (yield* Erasures).claim(now, DateTime.addDuration(now, erasureLease))
})

/** Erases a batch. Returns the next position of the pass; null after the last part. */
const eraseNext = Effect.fnUntraced(function* ({ erasure, ...position }: ErasureTurn) {
  const erasures = yield* Erasures
  const { contactId, organizationId } = erasure
  const now = yield* DateTime.now
  const batch = yield* erasures.eraseBatch(organizationId, contactId, position, now)
  const isClean = position.isClean && !batch.isWaiting && batch.messages + batch.files + batch.records === 0
  const part = batch.next === null ? partAfter(position.part) : position.part
  if (part !== null) {
    const next = { part, cursor: batch.next, isClean }
    yield* erasures.advance(organizationId, contactId, batch, next)
    const turn: ErasureTurn = { erasure, ...next }
    return turn
  }
  yield* erasures.advance(organizationId, contactId, batch, { part: "sends", cursor: null, isClean: true })
  const settled = settledAt(erasure)
  if (isClean && DateTime.isGreaterThanOrEqualTo(now, settled)) {
    yield* erasures.finish(organizationId, contactId, now)
  } else {
    const at = isClean ? settled : DateTime.addDuration(now, erasurePause)
    yield* erasures.postpone(organizationId, contactId, at)
  }
  return null
})

/**
 * Continues an erasure, a batch in each transaction, until the end of the pass or of the turn. Passes repeat until one finds
 * nothing after `erasureSettleTime`: work in flight can store something of the contact until then.
 */
export const runErasure = Effect.fnUntraced(function* (claimed: ErasureTurn) {
  const { atomically } = yield* Transaction
  const until = DateTime.addDuration(yield* DateTime.now, turnLength)
  let turn: ErasureTurn | null = claimed
  while (turn !== null) {
    turn = yield* atomically(eraseNext(turn))
    const now = yield* DateTime.now
    if (turn !== null && DateTime.isGreaterThan(now, until)) {
      const { contactId, organizationId } = turn.erasure
      yield* (yield* Erasures).postpone(organizationId, contactId, now)
      return
    }
  }
}, spanned("runErasure"))

/** The reports that bring back no erased person and no erased message. Call it when the contacts of the reports are locked. */
export const withoutErased = Effect.fnUntraced(function* <Report extends RoutedInbound>(
  organizationId: OrganizationId,
  reports: ReadonlyArray<Report>
) {
  const keyed = reports.map((report) => ({ report, keys: reportKeys(report.item, report.account) }))
  const keys = [...new Set(keyed.flatMap(({ keys: { messages, people } }) => [...people, ...messages]))]
  const erased = yield* (yield* Erasures).erased(organizationId, keys)
  return erased.size === 0
    ? reports
    : keyed.filter((one) => !isErased(one.report.item, one.keys, erased)).map(({ report }) => report)
})

/** Deletes old hashes of erased messages. Returns how many. */
export const purgeErasedMessages = Effect.fnUntraced(function* () {
  const { purge } = yield* Erasures
  const before = DateTime.subtractDuration(yield* DateTime.now, erasedMessageRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
}, spanned("purgeErasedMessages"))
