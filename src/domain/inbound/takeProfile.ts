import { DateTime, HashMap, Option } from "effect"
import { type ChannelAccount, isPersonalChannel } from "../conversations/Channel.ts"
import { personIdentity } from "../contacts/ContactIdentity.ts"
import { namelessFor, type NewProfileLookup } from "./ProfileLookup.ts"
import { type InboxContact, withReportedName } from "./InboxContact.ts"
import { type InboxContext, type InboxState, contactsKnownBy } from "./InboxState.ts"
import type { InboxNeeds } from "./InboxNeeds.ts"
import { changeContact } from "./resolveContact.ts"

/** The contact has no name, neither set by a user nor reported recently. */
const isUnnamed = ({ contact, nameAt }: InboxContact, now: DateTime.Utc): boolean =>
  contact.name === "" &&
  (nameAt === null || DateTime.isLessThanOrEqualTo(nameAt, DateTime.subtractDuration(now, namelessFor)))

/** Profile lookups to enqueue, per account. */
export const wantedProfiles = (
  { contacts }: InboxState,
  accounts: Iterable<ChannelAccount>,
  now: DateTime.Utc
): ReadonlyArray<NewProfileLookup> => {
  const unnamed = [...HashMap.values(contacts)].filter((entry) => isUnnamed(entry, now))
  if (unnamed.length === 0) return []
  return [...new Map(Array.from(accounts, (account) => [account.id, account])).values()].flatMap((account) =>
    unnamed.flatMap(({ identities }) =>
      identities
        .filter(
          ({ kind, scope }) => kind === account.channel && isPersonalChannel(kind) && scope === account.externalId
        )
        .map(({ value }) => ({ channelAccountId: account.id, personId: value, dueAt: now }))
    )
  )
}

const identityOf = ({ channel, externalId }: ChannelAccount, personId: string) =>
  Option.liftPredicate(channel, isPersonalChannel).pipe(
    Option.map((kind) => personIdentity(kind, { externalId }, personId))
  )

/** Records to load before a profile can be processed. */
export const profileNeeds = (account: ChannelAccount, personId: string): InboxNeeds => ({
  identities: Option.toArray(identityOf(account, personId)),
  messages: [],
  sent: [],
  marks: [],
  consents: false,
  reopensSince: null
})

/** Records an empty name by setting only `nameAt`. */
const withoutName = (entry: InboxContact, at: DateTime.Utc): InboxContact =>
  entry.contact.name === "" ? { ...entry, nameAt: at } : entry

/** Applies the reported name of a person; null for none. A name set by a user takes precedence. */
export const takeProfile = (
  state: InboxState,
  personId: string,
  name: string | null,
  context: Pick<InboxContext, "account" | "now">
): InboxState => {
  const [entry] = contactsKnownBy(state, profileNeeds(context.account, personId).identities)
  if (entry === undefined) return state
  const { now } = context
  const after = name === null || name === "" ? withoutName(entry, now) : withReportedName(entry, name, now)
  return changeContact(state, entry, after, context)
}
