import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { type Kept, ofOrganization, type Row } from "./StoredInbox.ts"

type Picture = ReadonlyArray<unknown>

/** With the keys of objects in order, which says nothing. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, ordered(part)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  )
}

const sorted = (all: Picture): Picture =>
  all
    .map((one) => ({ one: ordered(one), text: JSON.stringify(ordered(one)) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ one }) => one)

/** A value without the ids of files of ours, which are in addresses. */
const withoutOurIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null).replaceAll(/\/media\/[0-9a-f-]{36}/g, "/media"))

/** What those who look at an organization see, by names that every store gives alike. */
const namesIn = (kept: Kept) => {
  const known = new Map<unknown, ReadonlyArray<string>>()
  for (const { contactId, kind, scope, value } of kept.identities) {
    known.set(contactId, [...(known.get(contactId) ?? []), `${kind} ${scope} ${value}`])
  }
  const accounts = new Map(kept.accounts.map(({ externalId, id }) => [id, externalId]))
  const conversations = new Map(kept.conversations.map((row) => [row["id"], row]))
  return {
    contact: (id: unknown): string => known.get(id)?.toSorted().join() ?? "nobody",
    isContact: (id: unknown): boolean => known.has(id),
    account: (id: unknown): unknown => accounts.get(id) ?? "no account",
    conversation: (id: unknown): Row => conversations.get(id) ?? {}
  }
}
type Names = ReturnType<typeof namesIn>

const contactPicture = (names: Names, kept: Kept, row: Row) => {
  const { contactId: _, createdAt: __, organizationId: ___, source: ____, updatedAt: _____, ...own } = row
  const { id, nameAt: ______, phoneAt: _______, vendorContactId: ________, watermarks: _________, ...shown } = own
  const phone = shown["phone"]
  return {
    ...shown,
    // Whichever form of a number came first is shown.
    phone: typeof phone === "string" ? phoneIdentity(PhoneNumber.make(phone)) : null,
    known: names.contact(id),
    watermarks: sorted(
      kept.watermarks
        .filter(({ contactId }) => contactId === id)
        .map(({ channelAccountId, deliveredUpTo, readUpTo }) => [
          names.account(channelAccountId),
          deliveredUpTo,
          readUpTo
        ])
    )
  }
}

const conversationPicture = (names: Names, row: Row) => ({
  contact: names.contact(row["contactId"]),
  account: names.account(row["channelAccountId"]),
  status: row["status"],
  unread: row["unreadCount"],
  lastEchoAt: row["lastEchoAt"]
})

/** When a watermark says that a message arrived depends on which of them came before the message. */
const receiptTimes = ({ channel, deliveredAt, readAt }: Row) =>
  channel === "whatsapp" ? { deliveredAt, readAt } : { deliveredAt: deliveredAt !== null, readAt: readAt !== null }

const messagePicture = (names: Names, row: Row) => {
  const conversation = names.conversation(row["conversationId"])
  return {
    id: row["platformMessageId"],
    account: names.account(row["channelAccountId"]),
    type: row["type"],
    direction: row["direction"],
    peer: row["peer"],
    status: row["status"],
    raw: row["raw"],
    failure: row["failure"],
    annotations: withoutOurIds(row["annotations"]),
    createdAt: row["createdAt"],
    content: withoutOurIds(row["content"]),
    ...receiptTimes(row),
    // What the business says counts for nobody.
    countsUnread: row["direction"] === "inbound" ? row["countsUnread"] : null,
    contact: names.contact(row["contactId"]),
    isTheirs: conversation["contactId"] === row["contactId"],
    isOnAccount: conversation["channelAccountId"] === row["channelAccountId"]
  }
}

const objectOf = (value: unknown): Row => (typeof value === "object" && value !== null ? { ...value } : {})

const eventPicture = (names: Names, isLoose: boolean, { data, type }: Row): unknown => {
  const told = objectOf(withoutOurIds(data))
  const who = (id: unknown) => (isLoose ? "" : names.contact(id))
  switch (type) {
    case "contact.created":
      return [type, who(objectOf(told["contact"])["id"])]
    case "conversation.opened":
      return [type, who(objectOf(told["conversation"])["contact_id"]), objectOf(told["conversation"])["channel"]]
    case "message.received": {
      const { contact_id, conversation_id: _, ...said } = told
      return [type, said, who(contact_id)]
    }
    // Whether a later one was known depends on the order; of two deletions the first gives the time.
    case "message.reaction":
    case "message.edited":
    case "message.deleted": {
      const { contact_id, conversation_id: _, latest: __, ...own } = told
      return [type, type === "message.deleted" ? { ...own, timestamp: "" } : own, who(contact_id)]
    }
    // What was sent is announced by the answer to the send, or by its echo, whichever comes first.
    case "message.sent":
      return [type, told["channel"], told["message_id"]]
    // The first announced report gives the time and the price known by then, and any of them may come first.
    case "message.delivered":
    case "message.read": {
      const { pricing: _, ...receipt } = told
      return [type, { ...receipt, timestamp: "" }]
    }
    case "account.updated": {
      const { account_id: _, ...own } = told
      return [type, own]
    }
    default:
      return [type, told]
  }
}

const isOfMessages = ({ type }: Row) => String(type).startsWith("message.") || type === "postback"

/** Events of intermediate states, which depend on the order of arrival. */
const inBetween: ReadonlySet<string> = new Set(["contact.opted_in", "contact.opted_out", "contact.updated"])

/**
 * What is left of it but for our ids and our times, so that any two can be compared. Where contacts turn out to be one,
 * it depends on the order of things how many there were before, so only what is announced of messages is looked at.
 */
export const pictureOf = (all: Kept, id: OrganizationId, isLoose: boolean) => {
  const own = (rows: ReadonlyArray<Row>) => ofOrganization(rows, id)
  const names = namesIn(all)
  const accounts = new Set(own(all.accounts).map(({ externalId }) => externalId))
  const deleted = new Set(
    own(all.messages).flatMap((row) =>
      objectOf(row["annotations"])["deletedAt"] === undefined ? [] : [row["platformMessageId"]]
    )
  )
  // An edit of a deleted message is announced only where it came before the deletion.
  const isCertain = ({ data, type }: Row) => type !== "message.edited" || !deleted.has(objectOf(data)["message_id"])
  const events = own(all.events).filter(
    (row) => !inBetween.has(String(row["type"])) && (!isLoose || isOfMessages(row)) && isCertain(row)
  )
  const messageIds = new Map(own(all.messages).map((row) => [row["id"], row["platformMessageId"]]))
  return {
    contacts: sorted(own(all.contacts).map((row) => contactPicture(names, all, row))),
    conversations: sorted(own(all.conversations).map((row) => conversationPicture(names, row))),
    messages: sorted(own(all.messages).map((row) => messagePicture(names, row))),
    media: sorted(
      own(all.media).map(({ index, messageId, mimeType, platformMediaId, url }) => ({
        message: messageIds.get(messageId),
        index,
        mimeType,
        platformMediaId,
        url
      }))
    ),
    parked: sorted(
      own(all.parked).map(({ channelAccountId, key, platformMessageId }) => [
        names.account(channelAccountId),
        platformMessageId,
        key
      ])
    ),
    priced: sorted(
      own(all.priced)
        .filter(({ messages }) => messages !== 0)
        .map(({ billable, category, messages, month }) => [month, category, messages, billable])
    ),
    events: sorted(events.map((event) => eventPicture(names, isLoose, event))),
    // A delivery that comes again has its problems again.
    problems: [
      ...new Set(
        all.problems
          .filter(({ account }) => accounts.has(String(account)))
          .map(({ error, key, reason }) => JSON.stringify([reason, key, error]))
      )
    ].toSorted()
  }
}

export type InboxPicture = ReturnType<typeof pictureOf>

const parts = ["contacts", "conversations", "messages", "media", "parked", "events", "problems"] as const

const without = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const left = [...others]
  return some.filter((one) => {
    const place = left.indexOf(one)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** What is in the one and not in the other, and the other way round, in words. */
export const differences = (found: InboxPicture, expected: InboxPicture): ReadonlyArray<string> =>
  parts.flatMap((part) => {
    const has = found[part].map((one) => JSON.stringify(one))
    const wants = expected[part].map((one) => JSON.stringify(one))
    const missing = without(wants, has).map((one) => `${part}: not there: ${one}`)
    return missing.concat(without(has, wants).map((one) => `${part}: not expected: ${one}`))
  })
