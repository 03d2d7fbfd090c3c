/**
 * Whether the conversation `v` runs with the contact of the row `k`.
 *
 * Organizations are compared as text, which no index supports. Before the first `analyze`, the planner expects one row from
 * every index that begins with the organization. A cached plan from that time would read all conversations of the
 * organization for each contact.
 */
export const isRunningOf = (v: string, k: string): string =>
  `${v}.contact_id = ${k}.contact_id and ${v}.organization_id::text = ${k}.organization_id::text and ${v}.status <> 'closed'`
