import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listOwnOrganizations } from "../../../app/access/organizations.ts"
import { ok } from "../interfaces/envelope.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { Forbidden, serviceHasNoOrganizations } from "../interfaces/session/Failures.ts"
import { Bearer } from "../interfaces/session/SessionAuth.ts"
import { organizationItem } from "./organizations.ts"

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
