import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { usageOf } from "../../../../app/access/organizations.ts"
import { ok } from "../../shared/envelope.ts"
import { SessionApi } from "../Api.ts"
import { notAMember } from "../Failures.ts"
import { Access } from "../SessionAuth.ts"
import { usageView } from "./UsageGroup.ts"

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
