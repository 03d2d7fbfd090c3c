import { Effect, Layer } from "effect"
import * as GraphTemplateCatalogue from "../../../src/adapters/meta/client/GraphTemplateCatalogue.ts"
import type { ConnectedAccount } from "../../../src/ports/access/ChannelAccounts.ts"
import { TemplateCatalogue } from "../../../src/ports/templates/TemplateCatalogue.ts"
import { accountsInMemory } from "../accountsInMemory.ts"
import { type Answer, answeredBy } from "../cannedAgent.ts"
import { account } from "../graph.ts"
import { logLines } from "../logLines.ts"

/** A template as the platform lists it. */
export const template = {
  id: "1192339204654487",
  name: "hello_world",
  language: "en_US",
  status: "APPROVED",
  category: "MARKETING",
  components: [{ type: "BODY", text: "Hello {{1}}", example: { body_text: [["Ada"]] } }]
}

/** What is asked of the catalogue, where the platform answers its calls so. */
export const catalogue = (answer: (ordinal: number) => Answer) => {
  const { asked, calls, layer } = answeredBy((_, ordinal) => answer(ordinal))
  const { layer: logger, lines } = logLines()
  const adapter = GraphTemplateCatalogue.layer({ graphUrl: "https://graph.facebook.com", version: "v23.0" })
  return {
    asked,
    calls,
    lines,
    layer: Layer.merge(adapter.pipe(Layer.provide([layer, accountsInMemory])), logger)
  }
}

export const approved = (from: ConnectedAccount = account) =>
  Effect.flatMap(TemplateCatalogue, ({ approved }) => approved(from))

/** The names of the templates. */
export const names = (from?: ConnectedAccount) =>
  Effect.map(approved(from), (templates) => templates.map(({ name }) => name))
