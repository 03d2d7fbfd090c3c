import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listTemplates } from "../../../../app/templates/listTemplates.ts"
import { templateItem } from "../../developer/whatsapp.ts"
import { ok } from "../../shared/envelope.ts"
import { SessionApi } from "../Api.ts"
import { lookupRefusals, senderRefusals } from "../sendRefusals.ts"
import { Access } from "../SessionAuth.ts"

export const layer = HttpApiBuilder.group(SessionApi, "templates", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(
      function* ({ query: { from = null } }) {
        const { organizationId } = yield* Access
        return ok({ templates: (yield* listTemplates(organizationId, from)).map(templateItem) })
      },
      Effect.catchTags({ ...lookupRefusals("whatsapp"), ...senderRefusals })
    )
  )
)
