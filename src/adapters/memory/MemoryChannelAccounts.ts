import { Effect, Layer, Order, type Redacted } from "effect"
import {
  type Channel,
  type ChannelAccount,
  ChannelNotConnected,
  ChannelTokenMissing,
  ChannelTokenUnreadable
} from "../../domain/Channel.ts"
import type { ChannelAccountId, OrganizationId } from "../../domain/Ids.ts"
import { ChannelAccounts, type ConnectedAccount } from "../../ports/ChannelAccounts.ts"
import { impossible } from "./Impossible.ts"
import type { KeptChannelAccount, State, Step } from "./State.ts"
import { World } from "./World.ts"

/** Which platform account it is, and whose, stays; the rest is renewed. */
const renewed = (kept: ChannelAccount, { businessAccountId, displayName, pageId }: ChannelAccount): ChannelAccount => ({
  ...kept,
  businessAccountId,
  displayName,
  pageId
})

const connect =
  (organizationId: OrganizationId, account: ChannelAccount, token: Redacted.Redacted | null): Step<void> =>
  (state) => {
    const isSame = (kept: ChannelAccount) => kept.organizationId === organizationId && kept.id === account.id
    const present = state.channelAccounts.find((kept) => isSame(kept.account))
    const taken = state.channelAccounts.some(
      (kept) =>
        !isSame(kept.account) &&
        kept.account.channel === account.channel &&
        kept.account.externalId === account.externalId
    )
    if (taken) return impossible(state, "the platform's account is connected already")
    const next = (known: ChannelAccount) => ({ account: known, token, readable: true })
    return [
      Effect.void,
      {
        ...state,
        channelAccounts:
          present === undefined
            ? [...state.channelAccounts, next({ ...account, organizationId })]
            : state.channelAccounts.map((kept) => (kept === present ? next(renewed(kept.account, account)) : kept))
      }
    ]
  }

const byAge = Order.combine(
  Order.mapInput(Order.Number, ({ account }: KeptChannelAccount) => account.createdAt.epochMilliseconds),
  Order.mapInput(Order.String, ({ account }: KeptChannelAccount) => account.id)
)

const connected = (
  state: State,
  organizationId: OrganizationId,
  channel: Channel
): Effect.Effect<ConnectedAccount, ChannelNotConnected | ChannelTokenMissing | ChannelTokenUnreadable> => {
  const [first] = state.channelAccounts
    .filter(({ account }) => account.organizationId === organizationId && account.channel === channel)
    .sort(byAge)
  if (first === undefined) return Effect.fail(new ChannelNotConnected({ channel }))
  if (first.token === null) return Effect.fail(new ChannelTokenMissing({ channel }))
  return first.readable
    ? Effect.succeed({ account: first.account, token: first.token })
    : Effect.fail(new ChannelTokenUnreadable({ channel }))
}

/** From now on the account's token cannot be opened, as after the loss of the key it was sealed with. */
export const spoilToken = (id: ChannelAccountId) =>
  Effect.flatMap(World, ({ update }) =>
    update((state) => ({
      ...state,
      channelAccounts: state.channelAccounts.map((kept) =>
        kept.account.id === id ? { ...kept, readable: false } : kept
      )
    }))
  )

export const layer = Layer.effect(
  ChannelAccounts,
  Effect.map(World, ({ read, step }) =>
    ChannelAccounts.of({
      connect: (organizationId, account, token) =>
        step("ChannelAccounts.connect", connect(organizationId, account, token)),
      connected: (organizationId, channel) =>
        Effect.flatten(read("ChannelAccounts.connected", (state) => connected(state, organizationId, channel)))
    })
  )
)
