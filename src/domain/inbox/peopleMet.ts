import { HashMap } from "effect"
import type { InboxState } from "./InboxState.ts"

/**
 * What those are known by for whom parked reports may have waited: who are new, or were written to by something that was
 * not known before.
 */
export const peopleMet = (before: InboxState, after: InboxState): ReadonlyArray<string> => {
  const writtenTo = new Set(
    [...HashMap.values(after.messages)].flatMap(({ message: { contactId, direction, id } }) =>
      direction === "outbound" && !HashMap.has(before.messages, id) ? [contactId] : []
    )
  )
  const met = [...HashMap.values(after.contacts)].filter(
    ({ contact: { id } }) => writtenTo.has(id) || !HashMap.has(before.contacts, id)
  )
  const values = met.flatMap(({ identities }) => identities.map(({ value }) => value))
  const phones = met.flatMap(({ contact: { phone } }) => (phone === null ? [] : [phone]))
  return [...new Set([...values, ...phones])]
}
