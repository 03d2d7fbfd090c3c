import { Array, Effect, Equal, HashMap, Layer, Option, Order, type Redacted } from "effect"
import {
  type Channel,
  type ChannelAccount,
  ChannelAccountTaken,
  ChannelNotConnected,
  ChannelTokenMissing,
  ChannelTokenUnreadable,
  type TokenProblem,
  type TokenState
} from "../../../domain/conversations/Channel.ts"
import {
  type AccountHistory,
  type HistoryReport,
  withHistoryReport
} from "../../../domain/conversations/AccountHistory.ts"
import type { ChannelAccountId, OrganizationId } from "../../../domain/Ids.ts"
import {
  type AccountUnusable,
  ChannelAccounts,
  type ConnectedAccount,
  type ListedAccount,
  maxListedAccounts
} from "../../../ports/access/ChannelAccounts.ts"
import type { StoredChannelAccount, State, Step } from "../State.ts"
import { World } from "../World.ts"

/** Keeps the account's platform id and owner, and replaces the rest. */
const renewed = (
  stored: ChannelAccount,
  { businessAccountId, displayName, pageId }: ChannelAccount
): ChannelAccount => ({
  ...stored,
  businessAccountId,
  displayName,
  pageId
})

const connect =
  (
    organizationId: OrganizationId,
    account: ChannelAccount,
    token: Redacted.Redacted | null
  ): Step<ChannelAccount, ChannelAccountTaken> =>
  (state) => {
    const { channel, externalId } = account
    const present = state.channelAccounts.find(
      (stored) => stored.account.channel === channel && stored.account.externalId === externalId
    )
    if (present !== undefined && present.account.organizationId !== organizationId) {
      return [new ChannelAccountTaken({ channel, externalId }), state]
    }
    const known = present === undefined ? { ...account, organizationId } : renewed(present.account, account)
    const history = present?.history ?? null
    const next: StoredChannelAccount = { account: known, token, readable: true, problem: null, history }
    const others = state.channelAccounts.filter((stored) => stored !== present)
    return [Effect.succeed(known), { ...state, channelAccounts: [...others, next] }]
  }

const disconnect =
  (organizationId: OrganizationId, channel: Channel, externalId: string): Step<Option.Option<ChannelAccount>> =>
  (state) => {
    const isTarget = (stored: StoredChannelAccount) =>
      isOf(organizationId)(stored) && stored.account.channel === channel && stored.account.externalId === externalId
    const removed = Option.map(Array.findFirst(state.channelAccounts, isTarget), accountOf)
    const channelAccounts = state.channelAccounts.filter((stored) => !isTarget(stored))
    const settings = HashMap.map(state.settings, (one) =>
      Option.exists(removed, ({ id }) => id === one.defaultNumberId) ? { ...one, defaultNumberId: null } : one
    )
    return [Effect.succeed(removed), { ...state, channelAccounts, settings }]
  }

const accountOf = ({ account }: StoredChannelAccount): ChannelAccount => account

const byAge = Order.combine(
  Order.mapInput(Order.Number, ({ createdAt }: ChannelAccount) => createdAt.epochMilliseconds),
  Order.mapInput(Order.String, ({ id }: ChannelAccount) => id)
)

const stateOf = ({ problem, readable, token }: StoredChannelAccount): TokenState => {
  if (token === null) return "missing"
  if (!readable) return "unreadable"
  return problem === null ? "ok" : "reconnect"
}

const urgency: Readonly<Record<TokenState, number>> = { unreadable: 0, reconnect: 1, missing: 2, ok: 3 }

const withHealth = (stored: StoredChannelAccount): ListedAccount => {
  const tokenState = stateOf(stored)
  const { account, history, problem } = stored
  return { account, tokenState, problem: tokenState === "reconnect" ? problem : null, history }
}

const listed = ({ channelAccounts }: State): ReadonlyArray<ListedAccount> =>
  channelAccounts
    .map(withHealth)
    .sort(
      Order.combineAll([
        Order.mapInput(Order.Number, ({ tokenState }) => urgency[tokenState]),
        Order.mapInput(Order.String, ({ account }) => account.organizationId),
        Order.mapInput(byAge, ({ account }) => account)
      ])
    )
    .slice(0, maxListedAccounts)

/** The first usable account, with its token. */
const usable = (
  candidates: ReadonlyArray<StoredChannelAccount>,
  channel: Channel | null
): Effect.Effect<ConnectedAccount, AccountUnusable> => {
  const [first] = candidates.toSorted(Order.mapInput(byAge, accountOf))
  if (first === undefined) return Effect.fail(new ChannelNotConnected({ channel }))
  if (first.token === null) return Effect.fail(new ChannelTokenMissing({ channel: first.account.channel }))
  return first.readable
    ? Effect.succeed({ account: first.account, token: first.token })
    : Effect.fail(new ChannelTokenUnreadable({ channel: first.account.channel }))
}

const isOf =
  (organizationId: OrganizationId) =>
  ({ account }: StoredChannelAccount): boolean =>
    account.organizationId === organizationId

/** Records the problem of the account's token, if the token has not changed. */
const withProblem = (
  organizationId: OrganizationId,
  id: ChannelAccountId,
  token: Redacted.Redacted,
  problemAfter: (before: TokenProblem | null) => TokenProblem | null
): Step<boolean> => {
  const isTarget = (stored: StoredChannelAccount) =>
    isOf(organizationId)(stored) && stored.account.id === id && stored.readable && Equal.equals(stored.token, token)
  return (state) => [
    Effect.succeed(
      state.channelAccounts.some((stored) => isTarget(stored) && problemAfter(stored.problem) !== stored.problem)
    ),
    {
      ...state,
      channelAccounts: state.channelAccounts.map((stored) =>
        isTarget(stored) ? { ...stored, problem: problemAfter(stored.problem) } : stored
      )
    }
  ]
}

const noteHistory =
  (
    organizationId: OrganizationId,
    id: ChannelAccountId,
    report: HistoryReport
  ): Step<{ readonly before: AccountHistory | null; readonly after: AccountHistory | null }> =>
  (state) => {
    const target = state.channelAccounts.find((stored) => isOf(organizationId)(stored) && stored.account.id === id)
    if (target === undefined) return [Effect.succeed({ before: null, after: null }), state]
    const history = withHistoryReport(target.history, report)
    const channelAccounts = state.channelAccounts.map((stored) => (stored === target ? { ...stored, history } : stored))
    return [Effect.succeed({ before: target.history, after: history }), { ...state, channelAccounts }]
  }

/** Makes the account's token unreadable, like the loss of its sealing key. */
export const spoilToken = (id: ChannelAccountId) =>
  Effect.flatMap(World, ({ update }) =>
    update((state) => ({
      ...state,
      channelAccounts: state.channelAccounts.map((stored) =>
        stored.account.id === id ? { ...stored, readable: false } : stored
      )
    }))
  )

export const layer = Layer.effect(
  ChannelAccounts,
  Effect.map(World, ({ read, step }) =>
    ChannelAccounts.of({
      connect: (organizationId, account, token) =>
        step("ChannelAccounts.connect", connect(organizationId, account, token)),
      disconnect: (organizationId, channel, externalId) =>
        step("ChannelAccounts.disconnect", disconnect(organizationId, channel, externalId)),
      connected: (organizationId, channel) =>
        Effect.flatten(
          read("ChannelAccounts.connected", ({ channelAccounts }) => {
            const own = channelAccounts.filter(isOf(organizationId))
            return usable(
              own.filter(({ account }) => account.channel === channel),
              channel
            )
          })
        ),
      ofChannel: (organizationId, channel) =>
        read("ChannelAccounts.ofChannel", ({ channelAccounts }) =>
          channelAccounts
            .filter(isOf(organizationId))
            .map(accountOf)
            .filter((account) => account.channel === channel)
            .toSorted(byAge)
            .slice(0, maxListedAccounts)
        ),
      byId: (organizationId, id) =>
        Effect.flatten(
          read("ChannelAccounts.byId", ({ channelAccounts }) => {
            const own = channelAccounts.filter(isOf(organizationId))
            return usable(
              own.filter(({ account }) => account.id === id),
              null
            )
          })
        ),
      route: (channel, externalId) =>
        read("ChannelAccounts.route", ({ channelAccounts }) =>
          Array.findFirst(
            channelAccounts.map(accountOf),
            (account) => account.channel === channel && account.externalId === externalId
          )
        ),
      ofBusinessAccount: (businessAccountId) =>
        read("ChannelAccounts.ofBusinessAccount", ({ channelAccounts }) =>
          channelAccounts
            .map(accountOf)
            .filter((account) => account.channel === "whatsapp" && account.businessAccountId === businessAccountId)
            .sort(byAge)
        ),
      markReconnect: (organizationId, id, token, problem) =>
        step(
          "ChannelAccounts.markReconnect",
          withProblem(organizationId, id, token, (before) => before ?? problem)
        ),
      clearReconnect: (organizationId, id, token) =>
        step(
          "ChannelAccounts.clearReconnect",
          withProblem(organizationId, id, token, () => null)
        ),
      noteHistory: (organizationId, id, report) =>
        step("ChannelAccounts.noteHistory", noteHistory(organizationId, id, report)),
      ofOrganization: (organizationId) =>
        read("ChannelAccounts.ofOrganization", ({ channelAccounts }) =>
          channelAccounts
            .filter(isOf(organizationId))
            .toSorted(Order.mapInput(byAge, accountOf))
            .slice(0, maxListedAccounts)
            .map(withHealth)
        ),
      list: read("ChannelAccounts.list", listed)
    })
  )
)
