import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listOwnOrganizations } from "../../../../app/access/organizations.ts"
import { ok } from "../../shared/envelope.ts"
import { SessionApi } from "../Api.ts"
import { Forbidden, serviceHasNoOrganizations } from "../Failures.ts"
import { Bearer } from "../SessionAuth.ts"
import { organizationItem } from "./OrganizationsGroup.ts"

export const layer = HttpApiBuilder.group(SessionApi, "organizations", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* () {
      const caller = yield* Bearer
      if (caller._tag === "Service") return yield* new Forbidden({ error: serviceHasNoOrganizations })
      return ok({ organizations: (yield* listOwnOrganizations(caller)).map(organizationItem) })
    })
  )
)
