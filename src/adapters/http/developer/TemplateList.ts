import { Schema } from "effect"
import { ListedTemplate } from "../../../domain/ListedTemplate.ts"
import { Data, ok } from "../envelope.ts"

const { category, components, id, language, name, status } = ListedTemplate.fields

/** The answer of `GET /v1/templates` (contract C54). */
export const TemplateList = Data(
  Schema.Array(
    Schema.Struct({
      id: id.annotate({ description: "The platform's id of the template" }),
      name: name.annotate({ description: "Name that a send gives" }),
      language: language.annotate({ description: "Language code that a send gives" }),
      status: status.annotate({ description: "APPROVED" }),
      category: category.annotate({ description: "What it is for, such as MARKETING or UTILITY" }),
      components: components.annotate({
        description: "Its parts as the platform has them: {type, text}, with placeholders such as {{1}}"
      })
    })
  ).annotate({ description: "All approved templates, in the platform's order" })
).annotate({
  examples: [
    ok([
      {
        id: "1192339204654487",
        name: "hello_world",
        language: "en_US",
        status: "APPROVED",
        category: "MARKETING",
        components: [{ type: "BODY", text: "Hi {{1}}, use {{2}}" }]
      }
    ])
  ]
})
