import type { ParleySession } from "../../client/promise/createParley.ts"
import { defineQuery } from "../api/query.ts"

/** A contact, with their ids on the channels and whether they opted out of marketing messages. */
export type Contact = Awaited<ReturnType<ParleySession["contacts"]["get"]>>

const include = "channels,optedOut"

/** One contact, by its id. */
export const contactQuery = defineQuery("contact", (parley, contactId: string, signal) =>
  parley.contacts.get(contactId, { include }, { signal })
)

/** The approved templates of a number; null: the number of the organization. */
export const templatesQuery = defineQuery("templates", (parley, from: string | null, signal) =>
  parley.templates.list(from === null ? {} : { from }, { signal })
)
