import { Array, Cause, DateTime, Effect, Exit, Result } from "effect"
import {
  type ChannelAccountId,
  ContactId,
  ConversationId,
  MediaId,
  MessageId,
  type OrganizationId
} from "../../domain/Ids.ts"
import type { PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"
import { wordMeanings } from "../../domain/contacts/StopWords.ts"
import { initialSettings } from "../../domain/access/Organization.ts"
import { reopensSince } from "../../domain/conversations/automaticClosing.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import type { Inbound } from "../../domain/inbound/Inbound.ts"
import type { InboxContext, InboxIds, InboxState } from "../../domain/inbound/InboxState.ts"
import { isPlainStatus, joinsConversation, needsOf, type RoutedInbound } from "../../domain/inbound/InboxNeeds.ts"
import { type NamedSend, type UnnamedEcho, namedSends, unnamedEchoes } from "../../domain/inbound/echoedSends.ts"
import { takeInbound } from "../../domain/inbound/takeInbound.ts"
import { wantedProfiles } from "../../domain/inbound/takeProfile.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import type { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { type ContactStore, PhoneNumbers } from "../../ports/contacts/ContactStore.ts"
import { MediaLibrary, PublicAddress } from "../../ports/media/MediaLibrary.ts"
import type { EventLog } from "../../ports/webhooks/EventLog.ts"
import { Inbox } from "../../ports/inbound/Inbox.ts"
import { ProfileLookups } from "../../ports/inbound/InboundQueue.ts"
import type { PendingSends } from "../../ports/sends/PendingSends.ts"
import type { SendLedger } from "../../ports/sends/SendLedger.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { afterConflict, announceAll } from "./announceAll.ts"
import { answerAutomatically } from "./answerAutomatically.ts"
import { applyReaction } from "./applyReaction.ts"
import { completeSends, matchSends } from "./completeSends.ts"
import { discardDeleted } from "../media/media.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** Maximum characters of an error text. */
const maxLength = 500

/** The text of a failure for operators, without any reported content. */
export const problemText = (cause: Cause.Cause<unknown>): string => {
  const [error] = Cause.prettyErrors(cause)
  return error === undefined ? "unknown" : `${error.name}: ${error.message}`.slice(0, maxLength)
}

/** A report that could not be acted on. */
export interface FailedReport<Report extends RoutedInbound> {
  readonly report: Report
  readonly error: string
}

const idsFor = Effect.fnUntraced(function* (item: Inbound): Effect.fn.Return<InboxIds, never, IdSource> {
  const { uuid, vendorContactId } = yield* IdSource
  const media = "media" in item ? item.media : []
  return {
    contactId: ContactId.make(yield* uuid),
    vendorContactId: yield* vendorContactId,
    conversationId: ConversationId.make(yield* uuid),
    messageId: MessageId.make(yield* uuid),
    mediaIds: yield* Effect.forEach(media, () => Effect.map(uuid, (id) => MediaId.make(id)))
  }
})

const contextFor = Effect.fnUntraced(function* (
  { account, item }: RoutedInbound,
  now: DateTime.Utc,
  policies: Pick<InboxContext, "words" | "hasAssignment">
) {
  const numbers = yield* PhoneNumbers
  const files = yield* (yield* PublicAddress).files
  const countryOf = (phone: PhoneNumber) =>
    Result.getOrElse(
      Result.map(numbers.read(`+${phone}`), ({ countryCode }) => countryCode),
      () => null
    )
  const context: InboxContext = { account, now, ids: yield* idsFor(item), countryOf, ...policies, ...files }
  return context
})

/** The settings, if a report may depend on them. */
const settingsFor = (organizationId: OrganizationId, reports: ReadonlyArray<RoutedInbound>) =>
  reports.some(({ item }) => joinsConversation(item))
    ? Effect.flatMap(Organizations, ({ recentSettings }) => recentSettings(organizationId))
    : Effect.succeed(initialSettings)

/**
 * A context for each report. Plain statuses create nothing that needs an id, so those of an account share one.
 */
const contextsFor = Effect.fnUntraced(function* (
  reports: ReadonlyArray<RoutedInbound>,
  now: DateTime.Utc,
  policies: Pick<InboxContext, "words" | "hasAssignment">
) {
  const shared = new Map<ChannelAccountId, InboxContext>()
  const contexts: Array<InboxContext> = []
  for (const report of reports) {
    const known = isPlainStatus(report.item) ? shared.get(report.account.id) : undefined
    const context = known ?? (yield* contextFor(report, now, policies))
    if (isPlainStatus(report.item)) shared.set(report.account.id, context)
    contexts.push(context)
  }
  return contexts
})

/** Reports applied in one turn of the event loop. */
const turn = 50

/** Returns the state after the reports, in their order. Yields to the event loop after each `turn` reports. */
const takeInTurns = Effect.fnUntraced(function* (
  before: InboxState,
  reports: ReadonlyArray<readonly [report: RoutedInbound, context: InboxContext]>
) {
  let state = before
  for (const [index, [{ item }, context]] of reports.entries()) {
    if (reports.length > turn && index % turn === 0) yield* Effect.yieldNow
    state = takeInbound(state, item, context)
  }
  return state
})

/** All of them, or none. */
const applyTogether = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  reports: ReadonlyArray<RoutedInbound>
) {
  const inbox = yield* Inbox
  const now = yield* DateTime.now
  const settings = yield* settingsFor(organizationId, reports)
  const words = wordMeanings(settings.stopWords)
  const since = reopensSince(settings.reopenWithinDays, now)
  const before = yield* inbox.load(organizationId, needsOf(reports, words, since))
  const contexts = yield* contextsFor(reports, now, { words, hasAssignment: settings.assignment !== null })
  const after = yield* takeInTurns(before, Array.zip(reports, contexts))
  const reported = { sends: namedSends(after, reports), echoes: unnamedEchoes(before, after, reports) }
  if (after === before) return reported
  yield* inbox.save(organizationId, before, after, now)
  if (after.media.length > 0) yield* (yield* MediaLibrary).addAll(organizationId, after.media)
  yield* discardDeleted(organizationId, before, after, now)
  const unnamed = wantedProfiles(
    after,
    Array.map(reports, ({ account }) => account),
    now
  )
  if (unnamed.length > 0) yield* (yield* ProfileLookups).addAll(organizationId, unnamed)
  yield* announceAll(organizationId, after)
  yield* answerAutomatically(settings, before, after, now)
  return reported
})

/** Matches echoes that name no send, one after the other. Returns the echoes that could not be matched. */
const matchEchoes = (organizationId: OrganizationId, echoes: ReadonlyArray<UnnamedEcho>) =>
  Effect.forEach(echoes, ({ key, thread }) =>
    matchSends(organizationId, thread).pipe(
      Effect.as([]),
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.succeed([{ key, cause }])
      )
    )
  ).pipe(Effect.map((failed) => failed.flat()))

/** Completes the sends that the reports name, or that echoes prove. The reports of those that fail are tried again. */
const complete = Effect.fnUntraced(function* <Report extends RoutedInbound>(
  organizationId: OrganizationId,
  reports: ReadonlyArray<Report>,
  reported: { readonly sends: ReadonlyArray<NamedSend>; readonly echoes: ReadonlyArray<UnnamedEcho> }
) {
  const { reactions, uncompleted } = yield* completeSends(organizationId, reported.sends)
  yield* Effect.forEach(reactions, (reaction) => applyReaction(organizationId, reaction), { discard: true })
  const unmatched = yield* matchEchoes(organizationId, reported.echoes)
  const failed = [...uncompleted.map((send) => ({ key: send.named.key, cause: send.cause })), ...unmatched]
  return yield* Effect.forEach(failed, ({ cause, key }) =>
    Effect.as(
      logFailure({ level: "Error", text: "a send that a report is about could not be completed" }, cause),
      reports
        .filter(({ item }) => item.key === key)
        .map((report): FailedReport<Report> => ({ report, error: problemText(cause) }))
    )
  ).pipe(Effect.map((all) => all.flat()))
})

/**
 * Applies the reports of an organization. Reports go together while they can; of those that cannot, each fails by
 * itself and takes nothing from the others.
 */
export const applyReports = <Report extends RoutedInbound>(
  organizationId: OrganizationId,
  reports: ReadonlyArray<Report>
): Effect.Effect<
  ReadonlyArray<FailedReport<Report>>,
  never,
  | ChannelAccounts
  | ContactStore
  | EventLog
  | IdSource
  | Inbox
  | MediaLibrary
  | Organizations
  | PendingSends
  | PhoneNumbers
  | ProfileLookups
  | PublicAddress
  | SendLedger
  | Transaction
> =>
  Effect.gen(function* () {
    if (!Array.isReadonlyArrayNonEmpty(reports)) return []
    const { atomically } = yield* Transaction
    const exit = yield* Effect.exit(
      atomically(applyTogether(organizationId, reports)).pipe(Effect.retry(afterConflict))
    )
    if (Exit.isSuccess(exit)) return yield* complete(organizationId, reports, exit.value)
    if (Cause.hasInterrupts(exit.cause)) return yield* Effect.interrupt
    if (reports.length === 1) {
      yield* logFailure({ level: "Error", text: "a report could not be acted on" }, exit.cause)
      return [{ report: reports[0], error: problemText(exit.cause) }]
    }
    const [left, right] = Array.splitAt(reports, Math.floor(reports.length / 2))
    return [...(yield* applyReports(organizationId, left)), ...(yield* applyReports(organizationId, right))]
  })
