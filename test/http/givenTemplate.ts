import { Effect, Option } from "effect"
import { TemplatePlatform } from "../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import type { ListedTemplate } from "../../src/domain/templates/Template.ts"
import { ChannelAccounts } from "../../src/ports/access/ChannelAccounts.ts"

export const templateId = "1192339204654487"

export const helloWorld: ListedTemplate = {
  id: templateId,
  name: "hello_world",
  language: "en_US",
  status: "APPROVED",
  category: "MARKETING",
  components: [{ type: "BODY", text: "Hi {{1}}, use {{2}} today.", example: { body_text: [["Mark", "FALL25"]] } }]
}

/** Sets the templates of the organization's first number; `helloWorld` by default. */
export const givenTemplates = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  templates: ReadonlyArray<ListedTemplate> = [helloWorld]
) {
  const [number] = yield* (yield* ChannelAccounts).ofChannel(organizationId, "whatsapp")
  const account = Option.getOrThrow(Option.fromUndefinedOr(number))
  yield* (yield* TemplatePlatform).setTemplates(account.id, templates)
})
