import { DateTime, Effect, Option, type Redacted } from "effect"
import { ChannelAccountId, type OrganizationId } from "../../domain/Ids.ts"
import {
  AccountCheck,
  type AccountUnusable,
  ChannelAccounts,
  type ConnectedAccount
} from "../../ports/access/ChannelAccounts.ts"
import { spanned } from "../../telemetry/spanned.ts"
import type { AuditFields, AuditSubject } from "../../domain/access/AuditEntry.ts"
import { AccountIdWrong, AccountUnknown } from "../../domain/access/AccessFailures.ts"
import type { Channel, ChannelAccount } from "../../domain/conversations/Channel.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { recordAudit } from "./auditLog.ts"
import { requireOrganization } from "./organizations.ts"

/** The connected accounts of the organization with the health of their tokens, the one connected first as the first. */
export const listChannels = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* ChannelAccounts).ofOrganization(organizationId)
}, spanned("listChannels"))

/** The account as the subject of an audit entry. */
export const auditedAccount = ({ displayName, id }: ChannelAccount): AuditSubject => ({ id, name: displayName })

/** The fields of an account in an audit entry. */
export const accountFields = ({
  businessAccountId,
  channel,
  displayName,
  externalId,
  pageId
}: ChannelAccount): AuditFields => ({ businessAccountId, channel, displayName, externalId, pageId })

/** The result of checking an account with the platform. */
export interface CheckedAccount {
  readonly account: ChannelAccount
  /** Why it cannot be used; null if it can. */
  readonly problem: string | null
  /** False if the platform was not reached or did not respond; the state of the token is unknown then. */
  readonly isReached: boolean
}

/** Accounts that are checked concurrently. */
const concurrency = 4

/** Why an account does not work, for operators. */
export const problemOf = (failure: PlatformFailure | AccountUnusable): string => {
  switch (failure._tag) {
    case "PlatformRejected":
      return `${failure.code} ${failure.message}`
    case "PlatformNotReached":
      return `the platform cannot be reached: ${failure.detail}`
    case "PlatformOutcomeUnknown":
      return `the platform gave no answer: ${failure.reason}`
    case "ChannelNotConnected":
      return "the account is not connected any more"
    case "ChannelTokenMissing":
      return "no token is stored"
    case "ChannelTokenUnreadable":
      return "the stored token cannot be opened"
  }
}

/** The ids by which webhooks name the account instead of its external id; none where the platform does not tell. */
const otherIdsOf = Effect.fnUntraced(function* (connected: ConnectedAccount) {
  const { otherWebhookIds } = yield* AccountCheck
  return yield* Effect.orElseSucceed(otherWebhookIds(connected), (): ReadonlyArray<string> => [])
})

/** Refuses an account whose webhooks name another id: they would reach no organization. */
export const requireWebhookId = Effect.fn("requireWebhookId")(function* (
  organizationId: OrganizationId,
  {
    token,
    ...account
  }: Pick<ChannelAccount, "channel" | "externalId" | "displayName" | "businessAccountId" | "pageId"> & {
    readonly token: Redacted.Redacted | null
  }
) {
  if (token === null) return
  const id = ChannelAccountId.make(yield* (yield* IdSource).uuid)
  const createdAt = yield* DateTime.now
  const webhookIds = yield* otherIdsOf({ account: { id, organizationId, createdAt, ...account }, token })
  const { channel, externalId } = account
  if (webhookIds.length > 0) return yield* new AccountIdWrong({ channel, externalId, webhookIds })
})

const idProblem = (webhookIds: ReadonlyArray<string>): string | null =>
  webhookIds.length === 0
    ? null
    : `webhooks name it ${webhookIds.join(" or ")}: connect that id, and disconnect this one`

/** Asks the platforms with the token of each account of the organization. */
export const checkAccounts = Effect.fn("checkAccounts")(function* (organizationId: OrganizationId) {
  yield* outsideTransaction("checkAccounts")
  yield* requireOrganization(organizationId)
  const accounts = yield* ChannelAccounts
  const { check } = yield* AccountCheck
  const listed = yield* accounts.list
  return yield* Effect.forEach(
    listed.filter(({ account }) => account.organizationId === organizationId),
    ({ account }) =>
      accounts.byId(organizationId, account.id).pipe(
        Effect.tap(check),
        Effect.flatMap(otherIdsOf),
        Effect.match({
          onFailure: (failure): CheckedAccount => ({
            account,
            problem: problemOf(failure),
            isReached: failure._tag !== "PlatformNotReached" && failure._tag !== "PlatformOutcomeUnknown"
          }),
          onSuccess: (webhookIds): CheckedAccount => ({ account, problem: idProblem(webhookIds), isReached: true })
        })
      ),
    { concurrency }
  )
})

/**
 * Disconnects an account: its token is forgotten, nothing is sent or received over it, and another organization can
 * connect it. Contacts, conversations and messages stay.
 */
export const disconnectAccount = Effect.fn("disconnectAccount")(function* (
  organizationId: OrganizationId,
  channel: Channel,
  externalId: string
) {
  const accounts = yield* ChannelAccounts
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* requireOrganization(organizationId)
      const removed = yield* accounts.disconnect(organizationId, channel, externalId)
      if (Option.isNone(removed)) return yield* new AccountUnknown({ organizationId, channel, externalId })
      const account = removed.value
      yield* recordAudit(organizationId, "channel.disconnected", auditedAccount(account), {
        before: accountFields(account)
      })
      return account
    })
  )
})
