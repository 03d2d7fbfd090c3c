import fastify from "fastify"
import { Pool } from "pg"
import { announce } from "../processes/announce.ts"
import { guard, keysOf } from "./callers.ts"
import { contactsRoute } from "./contactsRoute.ts"
import { requestLog } from "./requestLog.ts"
import { sendStatements } from "./sendStatements.ts"
import { sendRoute } from "./sendRoute.ts"
import { uuid7 } from "./uuid7.ts"

/** The size of `pg`'s pool where nobody says otherwise; sends would only wait for the counter on more of them. */
const connections = 10

const { DATABASE_URL = "", GRAPH_URL = "", TOTALS } = process.env

/** The endpoints as they are usually written: a statement for each step, a transaction for each request. */
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(process.env["CONNECTIONS"] ?? connections) })
pool.on("error", (error) => process.stderr.write(`connection lost: ${error.message}\n`))
const app = fastify({ logger: false, keepAliveTimeout: 60_000, genReqId: uuid7 })
requestLog(app, (values) => {
  pool.query({ name: "logRequest", text: sendStatements.logRequest, values: [...values] }).catch((error: unknown) => {
    // Who loses its log does less, or spends its time on errors: the comparison would be worth nothing.
    process.stderr.write(`log lost: ${String(error)}\n`)
    process.exit(1)
  })
})
guard(app, keysOf(pool))
sendRoute(app, pool, GRAPH_URL)
contactsRoute(app, pool, TOTALS === "kept" ? "kept" : "counted")
await app.ready()
announce(app.server)
await app.listen({ host: "127.0.0.1", port: 0 })
