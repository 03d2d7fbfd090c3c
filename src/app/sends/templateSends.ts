import { Effect, Option, Result, Schema } from "effect"
import { type ContactId, MediaId } from "../../domain/Ids.ts"
import type { ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { SentFile } from "../../domain/media/SentFile.ts"
import { type FileKind, fileKinds } from "../../domain/media/fileTypes.ts"
import { ContentRefused } from "../../domain/messages/ContentRefused.ts"
import type { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import { mediaNamedIn, type NamedMedia, withNamedMedia } from "../../domain/templates/namedMedia.ts"
import { refusedSend } from "../../domain/templates/refusedTemplates.ts"
import { checkTemplateValues, hasOnlyTexts, TemplateDefinition } from "../../domain/templates/Template.ts"
import type { ConnectedAccount } from "../../ports/access/ChannelAccounts.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { TemplateCatalogue } from "../../ports/templates/TemplateCatalogue.ts"
import { uploadToPlatform } from "./uploadToPlatform.ts"

/** A template in a send, with its values. */
export type TemplateContent = Extract<WhatsAppContent, { readonly _tag: "Template" }>

const unknownFile = "Expected the id of an uploaded file"

/** The field of a request with the values of a template, on both interfaces. */
const field = "template.components"

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
  if (Result.isFailure(checked)) return yield* refusedSend(checked.failure, components, field)
})

const decodeMediaId = Schema.decodeUnknownOption(MediaId)
const isKind = (key: string): key is FileKind => fileKinds.some((kind) => kind === key)

const mebibyte = 1024 * 1024

/** Uploads a file of a header to the platform. The refusal names the field. */
const uploadFor = (from: ConnectedAccount, contactId: ContactId | null, media: NamedMedia) => {
  const refuse = (expectation: string) =>
    Effect.fail(new ContentRefused({ field: `${media.field}.mediaId`, expectation }))
  const id = Option.getOrNull(decodeMediaId(media.mediaId.toLowerCase()))
  if (id === null || !isKind(media.key)) return refuse(unknownFile)
  return uploadToPlatform(from, { mediaId: id, contactId, kind: media.key }).pipe(
    Effect.map(({ file }) => [media.mediaId, file] as const),
    Effect.catchTags({
      FileNotFound: () => refuse(unknownFile),
      FileTypeRefused: ({ supported }) => refuse(`Expected a file of ${supported.join(", ")}`),
      FileTooLarge: ({ maxBytes }) => refuse(`Expected at most ${maxBytes / mebibyte} MiB`),
      FileNotTaken: ({ failure }) => Effect.fail(failure)
    })
  )
}

/** A template whose files the platform has. */
export interface TemplateAtPlatform {
  readonly content: TemplateContent
  readonly files: ReadonlyArray<SentFile>
}

/**
 * Uploads the files that the values name by `mediaId`, and names them by the platform's ids. A sent file may be sent
 * again to the same person only.
 */
export const withTemplateFiles = Effect.fnUntraced(function* (
  from: ConnectedAccount,
  identity: ContactIdentity,
  content: TemplateContent
) {
  const { components } = content
  const media = mediaNamedIn(components ?? [], field)
  if (components === null || media.length === 0) return { content, files: [] } satisfies TemplateAtPlatform
  const contact = yield* (yield* ContactStore).findByIdentity(from.account.organizationId, identity)
  const contactId = Option.getOrNull(Option.map(contact, ({ id }) => id))
  const fileOf = new Map<string, SentFile>(yield* Effect.forEach(media, (one) => uploadFor(from, contactId, one)))
  return {
    content: { ...content, components: withNamedMedia(components, (id) => ({ id: fileOf.get(id)?.platformId ?? id })) },
    files: [...fileOf.values()]
  } satisfies TemplateAtPlatform
})
