import { PGlite } from "@electric-sql/pglite"
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"

/** PGlite as its documentation opens it, with the extensions that ours has: it says so once it has answered. */
const { DATA_DIR = "" } = process.env
const database = await PGlite.create(DATA_DIR, { extensions: { btree_gin, pg_trgm } })
await database.query("select 1")
process.stdout.write(`${JSON.stringify({ url: "pglite" })}\n`)
const stay = setInterval(() => {}, 60_000)
process.once("SIGTERM", () => {
  clearInterval(stay)
  void database.close()
})
