import { DateTime } from "effect"
import { type InboxContact, mergedContacts } from "../../../src/domain/inbound/InboxContact.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import type { MergedContacts } from "../../../testing/laws/mergeLaws.ts"
import { findsDefects } from "./findsDefects.ts"

type Two = readonly [into: InboxContact, from: InboxContact]

/** Our rule, whose contact has other fields afterwards. */
const contact =
  (change: (after: InboxContact["contact"], ...two: Two) => Partial<InboxContact["contact"]>): MergedContacts =>
  (into, from) => {
    const after = mergedContacts(into, from)
    return { ...after, contact: { ...after.contact, ...change(after.contact, into, from) } }
  }

/** Our rule, which knows other things of the contact afterwards. */
const known =
  (change: (after: InboxContact, ...two: Two) => Partial<InboxContact>): MergedContacts =>
  (into, from) => {
    const after = mergedContacts(into, from)
    return { ...after, ...change(after, into, from) }
  }

const isLater = (one: DateTime.Utc | null, other: DateTime.Utc | null) =>
  (one?.epochMilliseconds ?? 0) > (other?.epochMilliseconds ?? 0)

findsDefects("merges", Laws.merges, [
  ["keeps the other one", (into, from) => mergedContacts(from, into)],
  ["forgets the other one", (into) => into],
  [
    "keeps the older one",
    (into, from) =>
      isLater(into.contact.createdAt, from.contact.createdAt) ? mergedContacts(from, into) : mergedContacts(into, from)
  ],
  [
    "gives the public id of the other one",
    contact((_, __, from) => ({ vendorContactId: from.contact.vendorContactId }))
  ],
  [
    "gives the organization of the other one",
    contact((_, __, from) => ({ organizationId: from.contact.organizationId }))
  ],
  [
    "repeats what both have",
    known((after, into, from) => ({
      identities: [...into.identities, ...from.identities],
      contact: { ...after.contact, tags: [...into.contact.tags, ...from.contact.tags] }
    }))
  ],
  ["sorts tags", contact(({ tags }) => ({ tags: tags.toSorted() }))],
  [
    "has the labels of the other one first",
    contact((_, into, from) => ({ labels: [...new Set([...from.contact.labels, ...into.contact.labels])] }))
  ],
  ["loses identities of the other one", known((_, into) => ({ identities: into.identities }))],
  [
    "takes the attributes of the other one first",
    contact((_, into, from) => ({ attributes: { ...into.contact.attributes, ...from.contact.attributes } }))
  ],
  ["loses attributes of the other one", contact((_, into) => ({ attributes: into.contact.attributes }))],
  [
    "takes attributes only where there are none",
    contact((_, into, from) => ({
      attributes: Object.keys(from.contact.attributes).length > 0 ? from.contact.attributes : into.contact.attributes
    }))
  ],
  ["keeps its own number", contact((_, into) => ({ phone: into.contact.phone }))],
  ["keeps its own address", contact((_, into) => ({ email: into.contact.email }))],
  ["keeps its own name, though it is empty", contact((_, into) => ({ name: into.contact.name }))],
  ["joins the names", contact((_, into, from) => ({ name: `${into.contact.name} ${from.contact.name}` }))],
  ["keeps its own block", contact((_, into) => ({ isBlocked: into.contact.isBlocked }))],
  [
    "blocks only if both are blocked",
    contact((_, into, from) => ({ isBlocked: into.contact.isBlocked && from.contact.isBlocked }))
  ],
  ["unblocks", contact(() => ({ isBlocked: false }))],
  ["keeps its own wish", contact((_, into) => ({ optedIn: into.contact.optedIn }))],
  [
    "takes the other one's wish",
    contact((_, into, from) => ({ optedIn: from.contact.optedIn ?? into.contact.optedIn }))
  ],
  [
    "takes every refusal, however old",
    contact(({ optedIn }, into, from) => ({
      optedIn: into.contact.optedIn === false || from.contact.optedIn === false ? false : optedIn
    }))
  ],
  [
    "takes a wish of unknown time for the last",
    contact(({ optedIn }, into, from) => ({
      optedIn:
        (into.optedInAt === null ? into.contact.optedIn : null) ??
        (from.optedInAt === null ? from.contact.optedIn : null) ??
        optedIn
    }))
  ],
  [
    "prefers the wish to get offers",
    contact(({ optedIn }, into, from) => ({
      optedIn:
        into.optedInAt === from.optedInAt && (into.contact.optedIn === true || from.contact.optedIn === true)
          ? true
          : optedIn
    }))
  ],
  ["keeps its own watermarks", known((_, into) => ({ watermarks: into.watermarks }))],
  [
    "takes the other one's watermarks",
    known((after, _, from) => ({
      watermarks: [
        ...after.watermarks.filter(
          ({ channelAccountId }) => !from.watermarks.some((mark) => mark.channelAccountId === channelAccountId)
        ),
        ...from.watermarks
      ]
    }))
  ],
  [
    "takes what was read for what was delivered",
    known(({ watermarks }) => ({ watermarks: watermarks.map((mark) => ({ ...mark, deliveredUpTo: mark.readUpTo })) }))
  ],
  [
    "counts its merges",
    contact(({ attributes }, into) => ({
      attributes: { ...attributes, merges: Number(into.contact.attributes["merges"] ?? 0) + 1 }
    }))
  ],
  ["turns its tags", contact(({ tags }) => ({ tags: tags.toReversed() }))],
  ["changes once more", contact(({ updatedAt }) => ({ updatedAt: DateTime.add(updatedAt, { milliseconds: 1 }) }))]
])
