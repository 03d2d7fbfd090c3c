import type { SessionContactItem } from "../../client/promise/SessionMethods.ts"
import type { ParleySession } from "../../client/promise/createParley.ts"
import { defineQuery } from "../api/query.ts"

/** A contact in a list, with its ids on the channels and whether it opted out. */
export type ListedContact = SessionContactItem

/** Contacts per page. */
export const pageSize = 50

/** The most that a page of the API has. */
const largestPage = 100

/** Filters and order of a list of contacts. */
export type ContactFilter = Pick<
  NonNullable<Parameters<ParleySession["contacts"]["list"]>[0]>,
  "label" | "search" | "sortBy" | "sortOrder"
>

const include = "channels,optedOut"

/** A page of contacts. */
export const contactsQuery = defineQuery(
  "contacts",
  (parley, { filter, page }: { readonly filter: ContactFilter; readonly page: number }, signal) =>
    parley.contacts.list({ ...filter, page, limit: pageSize, include }, { signal })
)

/** Every contact of a filter, page after page. */
export const everyContact = (parley: ParleySession, filter: ContactFilter): AsyncIterable<ListedContact> =>
  parley.contacts.all({ ...filter, limit: largestPage, include })

/** Labels of the organization, by name. */
export const labelsQuery = defineQuery("labels", (parley, _: null, signal) => parley.labels.list({ signal }))

/** Events after which a list of contacts reloads. */
export const contactEvents = [
  "contact.created",
  "contact.updated",
  "contact.erased",
  "contact.opted_in",
  "contact.opted_out"
] as const
