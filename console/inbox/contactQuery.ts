import type { ParleySession } from "../../client/promise/createParley.ts"
import { defineQuery } from "../api/query.ts"

/** A contact, with their ids on the channels and whether they opted out of marketing messages. */
export type Contact = Awaited<ReturnType<ParleySession["contacts"]["get"]>>

const include = "channels,optedOut"

/** A contact by id. */
export const contactQuery = defineQuery("contact", (parley, contactId: string, signal) =>
  parley.contacts.get(contactId, { include }, { signal })
)

/** Approved templates of a number; null: the default number of the organization. */
export const templatesQuery = defineQuery("templates", (parley, from: string | null, signal) =>
  parley.templates.list(from === null ? {} : { from }, { signal })
)
