import { Effect, Option, Schema } from "effect"
import { type ContactId, MediaId, type OrganizationId } from "../../domain/Ids.ts"
import type { ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { Channel } from "../../domain/conversations/Channel.ts"
import { sizeText } from "../../domain/media/fileLimits.ts"
import { type FileKind, fileKinds } from "../../domain/media/fileTypes.ts"
import type {
  FileGivenTwice,
  FileNotTaken,
  FileTooLarge,
  FileTypeRefused,
  SentFile
} from "../../domain/media/SentFile.ts"
import { ContentRefused } from "../../domain/messages/ContentRefused.ts"
import { mediaOfInteractive, withInteractiveMedia } from "../../domain/messages/interactive/interactiveFiles.ts"
import type { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import { mediaNamedIn, type NamedMedia, templateField, withNamedMedia } from "../../domain/templates/namedMedia.ts"
import type { ConnectedAccount } from "../../ports/access/ChannelAccounts.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { checkedFile, uploadToPlatform } from "./uploadToPlatform.ts"

const unknownFile = "Expected the id of an uploaded file"

/** Failures of a file in the form of a refused part, for `Effect.catchTags`. `field` is the path of its id. */
export const refusedFile = (field: string) => {
  const refuse = (expectation: string) => Effect.fail(new ContentRefused({ field, expectation }))
  return {
    /** The organization has no such file. */
    FileNotFound: () => refuse(unknownFile),
    /** The file has another type than the message shows. */
    FileTypeRefused: ({ supported }: FileTypeRefused) => refuse(`Expected a file of ${supported.join(", ")}`),
    /** The file is larger than the channel takes. */
    FileTooLarge: ({ maxBytes }: FileTooLarge) => refuse(`Expected at most ${sizeText(maxBytes)}`)
  }
}

/** Failures of the reference to a file in a request, as `refusedFile` has them. */
export const refusedReference = (field: string) => ({
  /** The organization has no such file. */
  FileNotFound: refusedFile(field).FileNotFound,
  /** The message names a file and an address. */
  FileGivenTwice: ({ other }: FileGivenTwice) =>
    Effect.fail(new ContentRefused({ field, expectation: `Expected either ${other} or mediaId` }))
})

/** The failure of the platform that did not take a file, for `Effect.catchTags`. */
export const untakenFile = {
  /** Fails with the failure of the platform. */
  FileNotTaken: ({ failure }: FileNotTaken) => Effect.fail(failure)
}

/** The contact of an identity; null for a recipient who is no contact yet. */
export const contactOf = Effect.fnUntraced(function* (organizationId: OrganizationId, identity: ContactIdentity) {
  const contact = yield* (yield* ContactStore).findByIdentity(organizationId, identity)
  return Option.isSome(contact) ? contact.value.id : null
})

const decodeMediaId = Schema.decodeUnknownOption(MediaId)
const isKind = (key: string): key is FileKind => fileKinds.some((kind) => kind === key)

/** The file, and the kind that the message shows it as. */
const requestOf = ({ field, key, mediaId }: NamedMedia, contactId: ContactId | null) => {
  const id = Option.getOrNull(decodeMediaId(mediaId.toLowerCase()))
  return id === null || !isKind(key)
    ? Effect.fail(new ContentRefused({ field: `${field}.mediaId`, expectation: unknownFile }))
    : Effect.succeed({ mediaId: id, contactId, kind: key })
}

/** Checks a file that a part of a message names. The refusal names the field. */
export const checkNamedFile = Effect.fnUntraced(
  function* (organizationId: OrganizationId, channel: Channel, contactId: ContactId | null, media: NamedMedia) {
    return yield* checkedFile(organizationId, channel, yield* requestOf(media, contactId))
  },
  (checked, _organizationId, _channel, _contactId, { field }) =>
    Effect.catchTags(checked, refusedFile(`${field}.mediaId`))
)

const uploadNamed = Effect.fnUntraced(
  function* (from: ConnectedAccount, contactId: ContactId | null, media: NamedMedia) {
    const { file } = yield* uploadToPlatform(from, yield* requestOf(media, contactId))
    return [media.mediaId, file] as const
  },
  (uploaded, _from, _contactId, { field }) =>
    Effect.catchTags(uploaded, { ...refusedFile(`${field}.mediaId`), ...untakenFile })
)

/** Content whose files the platform has. */
export interface ContentAtPlatform {
  /** The content with the platform's ids of the files. */
  readonly content: WhatsAppContent
  readonly files: ReadonlyArray<SentFile>
}

const noFiles: ReadonlyArray<SentFile> = []

/** The content as it is, which names no files. */
export const withoutFiles = (content: WhatsAppContent): ContentAtPlatform => ({ content, files: noFiles })

/** Uploads the files that parts of the content name by `mediaId`. */
const uploadAll = Effect.fnUntraced(function* (
  from: ConnectedAccount,
  identity: ContactIdentity,
  media: ReadonlyArray<NamedMedia>
) {
  const contactId = yield* contactOf(from.account.organizationId, identity)
  const files = new Map<string, SentFile>(yield* Effect.forEach(media, (one) => uploadNamed(from, contactId, one)))
  return { files: [...files.values()], nameOf: (id: string) => ({ id: files.get(id)?.platformId ?? id }) }
})

/**
 * Uploads the files that the headers of a template or of an interactive message name by `mediaId` (contract: Files of
 * template headers; Files of interactive messages).
 */
export const withNamedFiles = Effect.fnUntraced(function* (
  from: ConnectedAccount,
  identity: ContactIdentity,
  content: WhatsAppContent
) {
  if (content._tag === "Template") {
    const { components } = content
    const media = mediaNamedIn(components ?? [], templateField)
    if (components === null || media.length === 0) return withoutFiles(content)
    const { files, nameOf } = yield* uploadAll(from, identity, media)
    return {
      content: { ...content, components: withNamedMedia(components, nameOf) },
      files
    } satisfies ContentAtPlatform
  }
  if (content._tag !== "Interactive") return withoutFiles(content)
  const media = mediaOfInteractive(content.interactive)
  if (media.length === 0) return withoutFiles(content)
  const { files, nameOf } = yield* uploadAll(from, identity, media)
  const interactive = withInteractiveMedia(content.interactive, nameOf)
  return { content: { ...content, interactive }, files } satisfies ContentAtPlatform
})
