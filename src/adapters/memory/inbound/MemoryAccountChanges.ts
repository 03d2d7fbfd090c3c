import { Effect, Layer, Order } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type AccountChange, maxAccountChanges } from "../../../domain/inbound/AccountChange.ts"
import { inTime } from "../../../domain/messages/messageAfterwards.ts"
import { AccountChanges, maxListedChanges } from "../../../ports/inbound/Inbox.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

const newestFirst: Order.Order<AccountChange> = Order.flip(inTime)

const add =
  (organizationId: OrganizationId, change: AccountChange): Step<boolean> =>
  (state) => {
    const isOwn = ({ account }: AccountChange) =>
      account.id === change.account.id && account.organizationId === organizationId
    const own = state.accountChanges.filter(isOwn)
    const changes = [...own, change].toSorted(newestFirst).slice(0, maxAccountChanges)
    if (own.some(({ key }) => key === change.key) || !changes.includes(change)) return [Effect.succeed(false), state]
    const others = state.accountChanges.filter((one) => !isOwn(one))
    return [Effect.succeed(true), { ...state, accountChanges: [...others, ...changes] }]
  }

/** Pairs each change with the current state of its account. */
const newest = (
  { accountChanges, channelAccounts }: State,
  isWanted: (change: AccountChange) => boolean
): ReadonlyArray<AccountChange> =>
  accountChanges
    .filter(isWanted)
    .flatMap((change) =>
      channelAccounts.flatMap(({ account }) => (account.id === change.account.id ? [{ ...change, account }] : []))
    )
    .toSorted(newestFirst)
    .slice(0, maxListedChanges)

export const layer = Layer.effect(
  AccountChanges,
  Effect.map(World, ({ read, step }) =>
    AccountChanges.of({
      add: (organizationId, change) => step("AccountChanges.add", add(organizationId, change)),
      ofOrganization: (organizationId) =>
        read("AccountChanges.ofOrganization", (state) =>
          newest(state, ({ account }) => account.organizationId === organizationId)
        ),
      list: read("AccountChanges.list", (state) => newest(state, () => true))
    })
  )
)
