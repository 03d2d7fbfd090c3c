import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { TemplateItem, templateExample } from "../sends/developerWhatsApp.ts"
import { accountQuery } from "../sends/senderName.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { BadGateway, NotFound, Unavailable } from "../interfaces/session/Failures.ts"
import { groupTitle } from "../interfaces/session/documentedFailures.ts"

/** Endpoints of templates (contract C244). */
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
  .annotate(OpenApi.Title, groupTitle.templates)
  .annotate(OpenApi.Description, "Message templates of the connected WhatsApp number")
