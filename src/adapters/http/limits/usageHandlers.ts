import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { usageOf } from "../../../app/access/organizations.ts"
import { ok } from "../interfaces/envelope.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { notAMember } from "../interfaces/session/Failures.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"
import { usageView } from "./usage.ts"

export const layer = HttpApiBuilder.group(SessionApi, "usage", (handlers) =>
  handlers.handle(
    "get",
    Effect.fnUntraced(
      function* () {
        const { organizationId } = yield* Access
        return ok(usageView(yield* usageOf(organizationId)))
      },
      Effect.catchTag("OrganizationUnknown", notAMember)
    )
  )
)
