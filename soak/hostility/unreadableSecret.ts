import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { actingFor } from "../../src/adapters/postgres/rowsecurity/Acting.ts"
import { ask } from "../ask.ts"
import type { Tenant } from "../business.ts"
import { SubscribableType } from "../../src/domain/webhooks/Webhook.ts"
import type { Receiver } from "../Receiver.ts"

/** Spoils the signing secret of a business past the service, as a wrong restore does. */
export const spoilSecret = ({ organizationId }: Tenant) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update webhooks set sealed_secret = 'spoilt' where organization_id = ${organizationId}::uuid`
  ).pipe(actingFor("owner"), Effect.orDie)

/** Registers the subscription again, which gives it another secret, and gives the status of the answer. */
export const registerAgain = Effect.fnUntraced(function* (tenant: Tenant, receiver: Receiver) {
  const given = { url: receiver.url(`/${tenant.organizationId}`), events: SubscribableType.literals }
  return (yield* ask("POST", `${tenant.appUrl}/api/developer/v1/webhooks`, given, tenant.developer)).status
})
