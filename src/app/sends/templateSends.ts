import { Option, Effect, Result, Schema } from "effect"
import type { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import { templateField } from "../../domain/templates/namedMedia.ts"
import { refusedSend } from "../../domain/templates/refusedTemplates.ts"
import { checkTemplateValues, hasOnlyTexts, TemplateDefinition } from "../../domain/templates/Template.ts"
import type { ConnectedAccount } from "../../ports/access/ChannelAccounts.ts"
import { TemplateCatalogue } from "../../ports/templates/TemplateCatalogue.ts"

/** A template in a send, with its values. */
export type TemplateContent = Extract<WhatsAppContent, { readonly _tag: "Template" }>

const decodeDefinition = Schema.decodeUnknownOption(TemplateDefinition)

/**
 * Refuses values that do not fit the template (contract: Template sends are checked before the call). The check uses
 * the cached templates and never waits for the platform, which alone decides about templates that are not cached, and
 * about texts of header and body.
 */
export const checkTemplateSend = Effect.fnUntraced(function* (
  from: ConnectedAccount,
  { components, languageCode, name }: TemplateContent
) {
  if (hasOnlyTexts(components)) return
  const listed = (yield* (yield* TemplateCatalogue).cached(from)) ?? []
  const template = listed.find((known) => known.name === name && known.language === languageCode)
  const definition = template === undefined ? Option.none() : decodeDefinition(template)
  if (Option.isNone(definition)) return
  const checked = checkTemplateValues(definition.value, components)
  if (Result.isFailure(checked)) return yield* refusedSend(checked.failure, components, templateField)
})
