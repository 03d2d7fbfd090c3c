import { Arbitrary, type DateTime, Equal, Predicate, Schema } from "effect"
import { identityKey } from "../../src/domain/contacts/ContactIdentity.ts"
import type { InboxContact, mergedContacts } from "../../src/domain/inbound/InboxContact.ts"
import { Arbitraries } from "../arbitraries/Arbitraries.ts"
import { orNull } from "../arbitraries/people.ts"
import { instant } from "../arbitraries/texts.ts"
import { law } from "./Law.ts"

/** Two contacts turn out to be one person; the first one survives. */
export type MergedContacts = typeof mergedContacts

const flag = Arbitrary.schema(Schema.Boolean)

const withWish = (one: InboxContact, optedIn: boolean, optedInAt: DateTime.Utc | null): InboxContact => ({
  ...one,
  contact: { ...one.contact, optedIn },
  optedInAt
})

/**
 * Two contacts. In half of the pairs both have a wish about offers, in half of those of the same time: the time decides
 * which wish stands, and contacts generated apart would seldom have times that show it.
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
    name: "leaves the survivor who they are",
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
    name: "keeps every identity, tag and label of either once, those of the survivor first",
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
    name: "keeps every attribute of either, and the survivor's value of a common one",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) =>
      Equal.equals(merged(into, from).contact.attributes, { ...from.contact.attributes, ...into.contact.attributes })
  }),
  law({
    name: "loses no number, e-mail address or name that only one of them has",
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
    name: "blocks a person whom the organization blocked as either",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) =>
      merged(into, from).contact.isBlocked === (into.contact.isBlocked || from.contact.isBlocked)
  }),
  law({
    name: "follows the last wish about offers, and of two at once the refusal",
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
    name: "moves no watermark back",
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
    name: "changes nothing when it is done again",
    inputs: two,
    holds: (merged: MergedContacts, { from, into }) => {
      const once = merged(into, from)
      const again = merged(once, from)
      return Equal.equals(again.contact, once.contact) && Equal.equals(keysOf(again), keysOf(once))
    }
  })
]
