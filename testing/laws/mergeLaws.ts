import { Arbitrary, type DateTime, Equal, Predicate, Schema } from "effect"
import { identityKey } from "../../src/domain/contacts/ContactIdentity.ts"
import type { InboxContact, mergedContacts } from "../../src/domain/inbound/InboxContact.ts"
import { Arbitraries } from "../arbitraries/Arbitraries.ts"
import { orNull } from "../arbitraries/people.ts"
import { instant } from "../arbitraries/texts.ts"
import { law } from "./Law.ts"

/** Merges two contacts of the same person; the first one survives. */
export type MergedContacts = typeof mergedContacts

const flag = Arbitrary.schema(Schema.Boolean)

const withWish = (one: InboxContact, optedIn: boolean, optedInAt: DateTime.Utc | null): InboxContact => ({
  ...one,
  contact: { ...one.contact, optedIn },
  optedInAt
})

/**
 * Two contacts. In half of the pairs both have a marketing preference, half of these with the same time. The time
 * decides, and independently generated contacts would seldom have such times.
 */
const two = Arbitrary.map(
  Arbitrary.all({
    into: Arbitraries.inboxContact,
    from: Arbitraries.inboxContact,
    haveWishes: flag,
    isAtOnce: flag,
    wishes: Arbitrary.all({ into: flag, from: flag }),
    times: Arbitrary.all({ into: orNull(instant), from: orNull(instant) })
  }),
  ({ from, haveWishes, into, isAtOnce, times, wishes }) =>
    haveWishes
      ? {
          into: withWish(into, wishes.into, times.into),
          from: withWish(from, wishes.from, isAtOnce ? times.into : times.from)
        }
      : { into, from }
)

const keysOf = ({ identities }: InboxContact) => identities.map(identityKey)

const latest = (...instants: ReadonlyArray<DateTime.Utc | null>): number =>
  Math.max(...instants.map((at) => at?.epochMilliseconds ?? Number.NEGATIVE_INFINITY))

const marksOf = ({ watermarks }: InboxContact, account: string) =>
  watermarks.find(({ channelAccountId }) => channelAccountId === account)

export const mergeLaws = [
  law({
    name: "merging: the survivor's identity fields stay",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) => {
      const { contact } = merged(into, from)
      return (
        contact.id === into.contact.id &&
        contact.vendorContactId === into.contact.vendorContactId &&
        contact.organizationId === into.contact.organizationId
      )
    }
  }),
  law({
    name: "merging: every identity, tag and label is kept once, the survivor's first",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) => {
      const after = merged(into, from)
      const lists = [
        [keysOf(into), keysOf(from), keysOf(after)],
        [into.contact.tags, from.contact.tags, after.contact.tags],
        [into.contact.labels, from.contact.labels, after.contact.labels]
      ] as const
      return lists.every(([own, other, all]) => Equal.equals([...all], [...new Set([...own, ...other])]))
    }
  }),
  law({
    name: "merging: every attribute is kept, and the survivor's value of a common one",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) =>
      Equal.equals(merged(into, from).contact.attributes, { ...from.contact.attributes, ...into.contact.attributes })
  }),
  law({
    name: "merging: a number, e-mail address or name of only one contact is kept",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) => {
      const { contact } = merged(into, from)
      const known = (field: "phone" | "email") =>
        [into, from].map((one) => one.contact[field]).filter(Predicate.isString)
      return (
        (["phone", "email"] as const).every((field) => {
          const [value, all] = [contact[field], known(field)]
          return value === null ? all.length === 0 : all.includes(value)
        }) &&
        (contact.name !== "" || (into.contact.name === "" && from.contact.name === "")) &&
        [into.contact.name, from.contact.name].includes(contact.name)
      )
    }
  }),
  law({
    name: "merging: a block of either contact is kept",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) =>
      merged(into, from).contact.isBlocked === (into.contact.isBlocked || from.contact.isBlocked)
  }),
  law({
    name: "merging: the last marketing preference counts, and a refusal of two at the same time",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) => {
      const wishes = [into, from].filter(({ contact }) => contact.optedIn !== null)
      const last = latest(...wishes.map(({ optedInAt }) => optedInAt))
      const standing = wishes.filter(({ optedInAt }) => latest(optedInAt) === last)
      const expected = standing.some(({ contact }) => contact.optedIn === false) ? false : standing.length > 0 || null
      return merged(into, from).contact.optedIn === expected
    }
  }),
  law({
    name: "merging: no watermark moves back",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) => {
      const after = merged(into, from)
      return [...into.watermarks, ...from.watermarks].every(({ channelAccountId: account }) =>
        (["deliveredUpTo", "readUpTo"] as const).every(
          (time) =>
            latest(marksOf(after, account)?.[time] ?? null) ===
            latest(marksOf(into, account)?.[time] ?? null, marksOf(from, account)?.[time] ?? null)
        )
      )
    }
  }),
  law({
    name: "merging: is idempotent",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) => {
      const once = merged(into, from)
      const again = merged(once, from)
      return Equal.equals(again.contact, once.contact) && Equal.equals(keysOf(again), keysOf(once))
    }
  })
]
