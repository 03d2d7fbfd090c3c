import { DateTime, Option, Order } from "effect"
import type { Contact } from "../../domain/Contact.ts"
import { type ContactSearch, folded, isFound } from "../../domain/ContactSearch.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { offsetOf, type Page, type PageRequest } from "../../domain/Page.ts"
import type { ContactOrder, ContactOverview } from "../../ports/ContactStore.ts"
import { newest } from "./newest.ts"
import type { State } from "./State.ts"

/** The contact, and how much was said with them. */
export const contactOverview = ({ conversations, messages }: State, contact: Contact): ContactOverview => {
  const said = messages.filter(({ contactId }) => contactId === contact.id).map(({ createdAt }) => createdAt)
  const [first] = said
  return {
    contact,
    conversationCount: conversations.filter(({ contactId }) => contactId === contact.id).length,
    lastMessageAt: first === undefined ? null : said.reduce((one, other) => DateTime.max(one, other), first)
  }
}

const byName = Order.mapInput(Order.String, ({ contact }: ContactOverview) => folded(contact.name))
const byBeginning = Order.mapInput(Order.Number, ({ contact }: ContactOverview) => contact.createdAt.epochMilliseconds)
const byLastMessage = Order.mapInput(Order.Number, ({ lastMessageAt }: ContactOverview) =>
  lastMessageAt === null ? 0 : lastMessageAt.epochMilliseconds
)

/** With whom nothing was said comes last in both directions. */
const silentLast = Order.mapInput(Order.Boolean, ({ lastMessageAt }: ContactOverview) => lastMessageAt === null)

const orders: Readonly<Record<ContactOrder["by"], Order.Order<ContactOverview>>> = {
  createdAt: byBeginning,
  name: byName,
  lastMessageAt: byLastMessage
}

const orderOf = ({ by, direction }: ContactOrder): Order.Order<ContactOverview> => {
  const order = direction === "ascending" ? orders[by] : Order.flip(orders[by])
  const newestFirst = Order.mapInput(
    newest(({ createdAt }: Contact) => createdAt),
    ({ contact }: ContactOverview) => contact
  )
  return Order.combineAll([...(by === "lastMessageAt" ? [silentLast] : []), order, newestFirst])
}

export const listContactOverviews = (
  state: State,
  organizationId: OrganizationId,
  page: PageRequest,
  search: ContactSearch | null,
  order: ContactOrder
): Page<ContactOverview> => {
  const found = state.contacts
    .filter((contact) => contact.organizationId === organizationId && (search === null || isFound(search, contact)))
    .map((contact) => contactOverview(state, contact))
    .toSorted(orderOf(order))
  return { rows: found.slice(offsetOf(page), offsetOf(page) + page.limit), total: found.length }
}

export const findContactOverview = (
  state: State,
  organizationId: OrganizationId,
  id: string
): Option.Option<ContactOverview> =>
  Option.fromUndefinedOr(
    state.contacts.find(
      (contact) => contact.organizationId === organizationId && (contact.id === id || contact.vendorContactId === id)
    )
  ).pipe(Option.map((contact) => contactOverview(state, contact)))
