import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { actingFor } from "../src/adapters/postgres/rowsecurity/Acting.ts"
import { ask } from "./ask.ts"
import type { Tenant } from "./business.ts"
import { businesses, expiring } from "./cast.ts"
import type { Diary } from "./Diary.ts"

/** How long the token is no longer good. */
const expired = "2 seconds"

const decodeMarked = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ external_id: Schema.String })))

/** Accounts that have to be connected again, as the service sees it. */
export const marked = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select external_id from channel_accounts where problem_code is not null`
  return (yield* decodeMarked(rows)).map(({ external_id }) => external_id)
}).pipe(actingFor("owner"), Effect.orDie)

/** The token of a business's first account expires, and is good again after a while. It has to be noticed. */
export const expireForAWhile = Effect.fnUntraced(function* (
  emulatorUrl: string,
  tenants: ReadonlyMap<string, Tenant>,
  diary: Diary
) {
  const business = businesses[expiring]
  const [account] = business?.accounts ?? []
  const tenant = tenants.get(business?.name ?? "")
  if (account === undefined || tenant === undefined) return
  const url = `${emulatorUrl}/_emulator/tokens`
  yield* ask("POST", url, { accessToken: account.token, state: "expired" })
  // Templates are looked up with the token too, without a message.
  const { status } = yield* ask("GET", `${tenant.appUrl}/api/developer/v1/templates`, null, tenant.developer)
  yield* Effect.sleep(expired)
  const accounts = yield* marked
  if (!accounts.includes(account.id))
    diary.surprises.push(`an expired token was not noticed, and the call answered ${status}`)
  yield* ask("POST", url, { accessToken: account.token, state: "valid" })
})
