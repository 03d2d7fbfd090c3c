import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { listTemplates } from "../../../app/templates/listTemplates.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { BadGateway, NotFound, Unavailable } from "../interfaces/session/Failures.ts"
import { Access, sessionApi } from "../interfaces/session/middleware.ts"
import { TemplateItem, templateExample, templateItem } from "../sends/developerWhatsApp.ts"
import { accountQuery } from "../sends/senderName.ts"
import { lookupRefusals, senderRefusals } from "../sends/sessionSendFailures.ts"

/** Endpoints of templates (contract: Templates of the console). */
export const TemplatesGroup = HttpApiGroup.make("templates")
  .add(
    HttpApiEndpoint.get("list", "/templates", {
      query: accountQuery("whatsapp"),
      success: Data(
        Schema.Struct({
          templates: Schema.Array(TemplateItem).annotate({
            description: "All approved templates, in the platform's order"
          })
        })
      ).annotate({ examples: [ok({ templates: [templateExample] })] }),
      error: [NotFound, BadGateway, Unavailable]
    })
      .annotate(OpenApi.Summary, "List WhatsApp templates")
      .annotate(
        OpenApi.Description,
        "All approved templates of a connected number; at most some minutes old. Numbers of different WhatsApp Business Accounts have different ones."
      )
  )
  .annotate(OpenApi.Title, "Templates")
  .annotate(OpenApi.Description, "Message templates of the connected WhatsApp number")

export const layer = HttpApiBuilder.group(sessionApi(TemplatesGroup), "templates", (handlers) =>
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
