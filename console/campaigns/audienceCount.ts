import type { ParleySession } from "../../client/promise/createParley.ts"
import { defineQuery } from "../api/query.ts"
import { everyContact } from "../contacts/contactQueries.ts"
import type { AudienceDraft } from "./campaignDraft.ts"

/** Contacts that a count reads at most. Larger audiences are counted by the service when the campaign starts. */
export const maxCounted = 5_000

/** Contacts of an audience, as far as the lists of the service tell. */
export interface AudienceCount {
  /** Null: known after the start. */
  readonly contacts: number | null
  /** Contacts among them that get no message; null if unknown. */
  readonly skipped: { readonly blocked: number; readonly optedOut: number } | null
}

const unknown: AudienceCount = { contacts: null, skipped: null }

/** Counts an audience: the list of contacts has a total, and tags and consents of each contact, but no attributes. */
const countAudience = async (
  parley: ParleySession,
  { attributes, contactIds, kind, label, rows, search, tags }: AudienceDraft,
  signal: AbortSignal
): Promise<AudienceCount> => {
  if (kind === "file") return { contacts: rows, skipped: null }
  if (kind === "chosen") return { contacts: contactIds.length, skipped: null }
  if (kind === "filter" && attributes.length > 0) return unknown
  const filter =
    kind === "label" ? { label } : kind === "filter" && search.trim() !== "" ? { search: search.trim() } : {}
  const wanted = kind === "filter" ? tags : []
  const { total } = await parley.contacts.list({ ...filter, limit: 1 }, { signal })
  if (total > maxCounted) return wanted.length === 0 ? { contacts: total, skipped: null } : unknown
  let contacts = 0
  let blocked = 0
  let optedOut = 0
  for await (const contact of everyContact(parley, filter)) {
    if (signal.aborted) break
    if (!wanted.every((tag) => contact.tags.includes(tag))) continue
    contacts += 1
    if (contact.isBlocked) blocked += 1
    else if (contact.optedOut === true) optedOut += 1
  }
  return { contacts, skipped: { blocked, optedOut } }
}

export const audienceQuery = defineQuery("audience", (parley, audience: AudienceDraft, signal) =>
  countAudience(parley, audience, signal)
)
