import { Effect, Option, Result } from "effect"
import type { ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"
import {
  type Channel,
  type ChannelAccount,
  channelRules,
  type MessengerChannel
} from "../../domain/conversations/Channel.ts"
import { accountNamed, ConversationDisconnected, senderUnknown } from "../../domain/sends/SenderChoice.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { ChannelAccountId, OrganizationId, UserId } from "../../domain/Ids.ts"
import { ContactStore, PhoneNumbers } from "../../ports/contacts/ContactStore.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** The account that the caller names, of the connected ones of the channel. */
const namedAccount = Effect.fnUntraced(function* (
  channel: Channel,
  accounts: ReadonlyArray<ChannelAccount>,
  name: string
) {
  const numbers = yield* PhoneNumbers
  const readPhone = (text: string): PhoneNumber | null =>
    Result.match(numbers.read(text), { onFailure: () => null, onSuccess: ({ phone }) => phone })
  return accountNamed(accounts, name, readPhone) ?? (yield* senderUnknown(channel, accounts))
})

/** The organization's default number, if it is among the accounts. */
const defaultNumber = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  accounts: ReadonlyArray<ChannelAccount>
) {
  const { defaultNumberId } = yield* (yield* Organizations).recentSettings(organizationId)
  return accounts.find(({ id }) => id === defaultNumberId)?.id ?? null
})

/**
 * The account that the caller names; without a name, the one that `usual` chooses among several, else the default
 * number on WhatsApp, else the one connected first (contract: The sending account). An organization with one account
 * needs no look-up.
 */
const senderBy = Effect.fnUntraced(function* <R>(
  organizationId: OrganizationId,
  channel: Channel,
  name: string | null,
  usual: (accounts: ReadonlyArray<ChannelAccount>) => Effect.Effect<ChannelAccountId | null, never, R>
) {
  const { byId, connected, ofChannel } = yield* ChannelAccounts
  const accounts = yield* ofChannel(organizationId, channel)
  if (name !== null && accounts.length > 0) {
    return yield* byId(organizationId, (yield* namedAccount(channel, accounts, name)).id)
  }
  if (accounts.length < 2) return yield* connected(organizationId, channel)
  const chosen =
    (yield* usual(accounts)) ??
    (channelRules[channel].hasDefaultAccount ? yield* defaultNumber(organizationId, accounts) : null)
  return yield* chosen === null ? connected(organizationId, channel) : byId(organizationId, chosen)
})

/** The account of a call that is about no person, such as a list of templates. */
export const chooseAccount = (organizationId: OrganizationId, channel: Channel, name: string | null) =>
  senderBy(organizationId, channel, name, () => Effect.succeed(null))

/**
 * The number that sends to a person of WhatsApp: the one that the caller names, else that of the person's conversation
 * that is not closed and was last updated, else the default number, else the one connected first (contract: The sending
 * account).
 * `visibleTo`: only conversations assigned to this user and unassigned ones count; null for all.
 */
export const chooseNumber = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  name: string | null,
  person: ContactIdentity,
  visibleTo: UserId | null = null
) {
  return yield* senderBy(organizationId, "whatsapp", name, (accounts) =>
    Effect.flatMap(ConversationStore, ({ findLatestRunning }) =>
      Effect.map(
        findLatestRunning(
          organizationId,
          person,
          accounts.map(({ id }) => id),
          visibleTo
        ),
        (running) => (Option.isSome(running) ? running.value.channelAccountId : null)
      )
    )
  )
}, spanned("chooseNumber"))

/**
 * The Page or account that sends to a person: the one that the caller names, else the one that knows the person. An id of
 * a person holds for one Page or account only. `identityOf`: the person's identity for the account.
 */
export const choosePage = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  channel: MessengerChannel,
  name: string | null,
  identityOf: (account: ChannelAccount) => ContactIdentity
) {
  return yield* senderBy(
    organizationId,
    channel,
    name,
    Effect.fnUntraced(function* (accounts: ReadonlyArray<ChannelAccount>) {
      const { findByIdentity } = yield* ContactStore
      for (const account of accounts) {
        if (Option.isSome(yield* findByIdentity(organizationId, identityOf(account)))) return account.id
      }
      return null
    })
  )
}, spanned("choosePage"))

/** The account that the conversation came over, which every reply in it leaves from. */
export const accountOfConversation = ({ channel, channelAccountId, organizationId }: Conversation) =>
  Effect.flatMap(ChannelAccounts, ({ byId }) =>
    Effect.catchTag(byId(organizationId, channelAccountId), "ChannelNotConnected", () =>
      Effect.fail(new ConversationDisconnected({ channel }))
    )
  )
