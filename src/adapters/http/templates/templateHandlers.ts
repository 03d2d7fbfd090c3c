import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listTemplates } from "../../../app/templates/listTemplates.ts"
import { templateItem } from "../sends/developerWhatsAppHandlers.ts"
import { ok } from "../interfaces/envelope.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { lookupRefusals, senderRefusals } from "../sends/sessionSendFailures.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"

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
