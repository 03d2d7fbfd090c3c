import { Effect, Option } from "effect"
import { AccountUnknown } from "../../domain/access/AccessFailures.ts"
import type { Channel, ChannelAccount } from "../../domain/conversation/Channel.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { PlatformFailure } from "../../domain/message/PlatformError.ts"
import { AccountCheck } from "../../ports/platforms/AccountCheck.ts"
import { type AccountUnusable, ChannelAccounts } from "../../ports/stores/ChannelAccounts.ts"
import { requireOrganization } from "./organizations.ts"

/** What the platform says of an account. */
export interface CheckedAccount {
  readonly account: ChannelAccount
  /** Why it cannot be used; null if it can. */
  readonly problem: string | null
  /** False if the platform was not reached, or gave no answer: then nothing is known of the token. */
  readonly isReached: boolean
}

/** Accounts that are asked about at the same time. */
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

/** Asks the platforms with the token of each account of the organization. */
export const checkAccounts = Effect.fn("checkAccounts")(function* (organizationId: OrganizationId) {
  yield* requireOrganization(organizationId)
  const accounts = yield* ChannelAccounts
  const { check } = yield* AccountCheck
  const listed = yield* accounts.list
  return yield* Effect.forEach(
    listed.filter(({ account }) => account.organizationId === organizationId),
    ({ account }) =>
      accounts.byId(organizationId, account.id).pipe(
        Effect.flatMap(check),
        Effect.match({
          onFailure: (failure): CheckedAccount => ({
            account,
            problem: problemOf(failure),
            isReached: failure._tag !== "PlatformNotReached" && failure._tag !== "PlatformOutcomeUnknown"
          }),
          onSuccess: (): CheckedAccount => ({ account, problem: null, isReached: true })
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
  yield* requireOrganization(organizationId)
  const removed = yield* (yield* ChannelAccounts).disconnect(organizationId, channel, externalId)
  return Option.isSome(removed) ? removed.value : yield* new AccountUnknown({ organizationId, channel, externalId })
})
