import { Effect, FileSystem, Path } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { isGood, personAt } from "../rows/peopleToImport.ts"
import { uuid7 } from "./uuid7.ts"

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The rows that an import of so many leaves, ready to be copied: who is refused is not among them. */
const filesOf = (organizationId: OrganizationId, rows: number) => {
  const at = new Date().toISOString()
  const good = Array.from({ length: rows }, (_, n) => n).filter(isGood)
  const people = good.map((n) => ({ id: uuid7(), phone: `1202${2_000_000 + n}`, person: personAt(n) }))
  return {
    contacts: people.map(({ id, person: { email, name, tags }, phone }) => {
      const searched = `${name.toLowerCase()}\n${phone}\n${email.toLowerCase()}`
      const vendorId = `ct_${id.replaceAll("-", "").slice(8)}`
      return `${organizationId},${id},${vendorId},${phone},${quoted(name)},${email},US,"{${tags.join(",")}}",api,${at},${at},${quoted(searched)}`
    }),
    contact_identities: people.map(({ id, phone }) => `${organizationId},phone,"",${phone},${id}`),
    events: people.map(({ id, person: { email, name, tags }, phone }) => {
      const data = JSON.stringify({
        contact: { id, phone, name, email, tags, attributes: {}, source: "api", createdAt: at }
      })
      return `${organizationId},${uuid7()},contact.created,${at},${quoted(data)}`
    })
  }
}

const columns = {
  contacts:
    "organization_id, id, vendor_contact_id, phone, name, email, country_code, tags, source, created_at, updated_at, searched",
  contact_identities: "organization_id, kind, scope, value, contact_id",
  events: "organization_id, id, type, occurred_at, data"
} as const

const tables = ["contacts", "contact_identities", "events"] as const

/**
 * The rows of an import as files that the server can read, and what copies them into their tables, in one transaction:
 * what is left when nothing is read, checked or found out.
 */
export const copyContacts = Effect.fnUntraced(function* (organizationId: OrganizationId, rows: number) {
  const sql = yield* SqlClient.SqlClient
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "parley-bench-" })
  // The server runs as somebody else.
  yield* fs.chmod(folder, 0o755)
  const files = filesOf(organizationId, rows)
  const fileOf = (table: (typeof tables)[number]) => path.join(folder, `${table}.csv`)
  yield* Effect.forEach(tables, (table) => fs.writeFileString(fileOf(table), files[table].join("\n")))
  return sql.withTransaction(
    Effect.forEach(tables, (table) =>
      sql.unsafe(`copy ${table} (${columns[table]}) from '${fileOf(table)}' with (format csv)`)
    )
  )
})
