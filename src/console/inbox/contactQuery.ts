import type { ParleySession } from "../../client/promise/createParley.ts"
import { defineQuery } from "../api/query.ts"

/** A contact with everything that is known of them. */
export type Contact = Awaited<ReturnType<ParleySession["contacts"]["get"]>>

/** One contact, by its id. */
export const contactQuery = defineQuery("contact", (parley, contactId: string, signal) =>
  parley.contacts.get(contactId, { signal })
)

/** The approved templates of a number; null: the number of the organization. */
export const templatesQuery = defineQuery("templates", (parley, from: string | null, signal) =>
  parley.templates.list(from === null ? {} : { from }, { signal })
)
