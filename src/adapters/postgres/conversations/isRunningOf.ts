/**
 * Whether the conversation `v` runs with the contact of the row `k`.
 *
 * The organizations are compared in a way that no index serves. In a table of which nothing is counted yet every index that
 * begins with the organization seems to lead to one row. A plan that is made then, and kept, goes through all
 * conversations of the organization for each contact.
 */
export const isRunningOf = (v: string, k: string): string =>
  `${v}.contact_id = ${k}.contact_id and ${v}.organization_id::text = ${k}.organization_id::text and ${v}.status <> 'closed'`
