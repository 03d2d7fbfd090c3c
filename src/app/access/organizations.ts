import { DateTime, Effect, Option } from "effect"
import { OrganizationUnknown } from "../../domain/access/AccessFailures.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { monthOf, type Plan } from "../../domain/quota/MonthlyLimit.ts"
import { Organizations } from "../../ports/stores/access/Organizations.ts"

/** Fails for an organization that does not exist. */
export const requireOrganization = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const found = yield* (yield* Organizations).find(organizationId)
  if (Option.isNone(found)) return yield* new OrganizationUnknown({ organizationId })
  return found.value
})

/** Changes the plan; gives what the month has used of it. */
export const changePlan = Effect.fn("changePlan")(function* (organizationId: OrganizationId, plan: Plan) {
  yield* requireOrganization(organizationId)
  const organizations = yield* Organizations
  yield* organizations.changePlan(organizationId, plan)
  return yield* organizations.usage(organizationId, monthOf(yield* DateTime.now))
})
