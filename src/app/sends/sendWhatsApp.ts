import { Context, DateTime, Effect } from "effect"
import type { ContactId, ConversationId, OrganizationId } from "../../domain/Ids.ts"
import type { FileDraft, SentFile } from "../../domain/media/SentFile.ts"
import {
  WhatsAppContent,
  announcedContent,
  keptContent,
  messageType,
  referenceOf,
  withReference
} from "../../domain/messages/WhatsAppContent.ts"
import { sentReaction } from "../../domain/inbound/sentReaction.ts"
import { isMarketing } from "../../domain/templates/Template.ts"
import { TemplateCatalogue } from "../../ports/templates/TemplateCatalogue.ts"
import { WhatsApp } from "../../ports/sends/WhatsApp.ts"
import type { ConnectedAccount } from "../../ports/access/ChannelAccounts.ts"
import { dispatch } from "./dispatch.ts"
import { quotedMessage } from "./quotedMessage.ts"
import { type ReadRecipient, readRecipient } from "../contacts/readPhoneNumber.ts"
import { logFailure } from "../../telemetry/failureLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { applyReaction } from "../inbound/applyReaction.ts"
import { chooseNumber } from "./chooseSender.ts"
import { sendOnce } from "./callOnce.ts"
import {
  contactOf,
  type ContentAtPlatform,
  refusedFile,
  untakenFile,
  withNamedFiles,
  withoutFiles
} from "./namedFiles.ts"
import { checkTemplateSend } from "./templateSends.ts"
import { callWithFiles, type FileAtPlatform, uploadToPlatform } from "./uploadToPlatform.ts"

/**
 * Whether the account's template is for marketing, from fresh copies of the catalogue. If the catalogue does not know
 * the template, the platform decides about the send.
 */
const isMarketingTemplate = (
  catalogue: TemplateCatalogue["Service"],
  from: ConnectedAccount,
  { languageCode, name }: (typeof WhatsAppContent.cases.Template)["Type"]
): Effect.Effect<boolean> =>
  catalogue.approved(from).pipe(
    Effect.map((templates) =>
      templates.some((listed) => listed.name === name && listed.language === languageCode && isMarketing(listed))
    ),
    Effect.catch((failure) =>
      Effect.as(
        logFailure({ level: "Warn", text: "the category of a template is unknown: its recipient opted out" }, failure),
        false
      )
    )
  )

/** The recipient of a message, and the conversation that it answers in; null for a send that names none. */
export interface Addressee extends ReadRecipient {
  readonly answered?: ConversationId | null
}

/** Sends the content. `atPlatform` is what the platform gets: the same, with its own ids of the files. */
const dispatchContent = (
  from: ConnectedAccount,
  { answered = null, to, ...person }: Addressee,
  content: WhatsAppContent,
  atPlatform: ContentAtPlatform
) =>
  Effect.contextWith((context: Context.Context<WhatsApp | TemplateCatalogue>) => {
    const outgoing = {
      from: from.account,
      to,
      ...person,
      answered,
      type: messageType(content),
      kept: keptContent(content),
      announced: announcedContent(content),
      isMarketing:
        content._tag === "Template" ? isMarketingTemplate(Context.get(context, TemplateCatalogue), from, content) : null
    }
    const { files } = atPlatform
    return dispatch(from.account.organizationId, outgoing, (sendId) => {
      const call = Context.get(context, WhatsApp).send(from, to, atPlatform.content, sendId)
      return files.length === 0 ? call : callWithFiles(from, files, sendId, call)
    })
  })

/** Sends a reaction, and shows it at its message. */
const react = Effect.fnUntraced(function* (from: ConnectedAccount, addressee: Addressee, content: WhatsAppContent) {
  const sent = yield* dispatchContent(from, addressee, content, withoutFiles(content))
  const { account } = from
  const message = { id: sent.messageId, peer: addressee.to, type: messageType(content), content: keptContent(content) }
  const reaction = sentReaction(account, message, yield* DateTime.now)
  if (reaction !== null) yield* applyReaction(account.organizationId, reaction)
  return sent
}, Effect.uninterruptible)

/**
 * Sends over WhatsApp from one of the organization's numbers, on the path that every send takes. A message that the
 * content refers to is looked up first (contract: Answers to a message), and files that its parts name are uploaded.
 * `shown` is the file that the message itself shows, which the platform has.
 */
export const dispatchWhatsApp = Effect.fnUntraced(function* (
  from: ConnectedAccount,
  addressee: Addressee,
  content: WhatsAppContent,
  shown: SentFile | null = null
) {
  if (content._tag === "Template") {
    yield* checkTemplateSend(from, content)
    const named = yield* withNamedFiles(from, addressee.identity, content)
    return yield* dispatchContent(from, addressee, named.content, named)
  }
  const named = shown === null ? yield* withNamedFiles(from, addressee.identity, content) : { content, files: [shown] }
  const reference = referenceOf(content)
  if (reference === null) return yield* dispatchContent(from, addressee, content, named)
  const { account } = from
  const { field, id } = reference
  const send = { from: account, identity: addressee.identity }
  const { conversationId, platformMessageId } = yield* quotedMessage(account.organizationId, send, field, id)
  const resolved = withReference(content, platformMessageId)
  if (content._tag === "Reaction") {
    return yield* react(from, { ...addressee, answered: addressee.answered ?? conversationId }, resolved)
  }
  const atPlatform = { ...named, content: withReference(named.content, platformMessageId) }
  return yield* dispatchContent(from, addressee, resolved, atPlatform)
})

/** The message that shows the file. */
const contentOf = (
  { caption, filename: shown, kind, replyTo }: FileDraft,
  { file, filename, url }: FileAtPlatform
): WhatsAppContent => {
  const answer = replyTo === undefined ? {} : { replyTo }
  const { Audio, Document, Image, Sticker, Video } = WhatsAppContent.cases
  switch (kind) {
    case "image":
      return Image.make({ ...answer, url, file, caption })
    case "video":
      return Video.make({ ...answer, url, file, caption })
    case "audio":
      return Audio.make({ ...answer, url, file })
    case "sticker":
      return Sticker.make({ ...answer, url, file })
    case "document":
      return Document.make({ ...answer, url, file, caption, filename: shown ?? filename })
  }
}

/** Sends a message of WhatsApp, or a file as a message that shows it, to the contact. */
export const dispatchDraft = Effect.fnUntraced(function* (
  from: ConnectedAccount,
  contactId: ContactId | null,
  addressee: Addressee,
  content: WhatsAppContent | FileDraft
) {
  if (content._tag !== "FileDraft") return yield* dispatchWhatsApp(from, addressee, content)
  const atPlatform = yield* uploadToPlatform(from, { ...content, contactId })
  return yield* dispatchWhatsApp(from, addressee, contentOf(content, atPlatform), atPlatform.file)
})

/**
 * Sends a WhatsApp message, or an uploaded file, to a number or a business-scoped user id. An unknown one becomes a contact (contract: Sends
 * to unknown people).
 * `from` names the number that sends; null: `chooseNumber` decides.
 */
export const sendWhatsApp = Effect.fnUntraced(
  function* (
    organizationId: OrganizationId,
    recipient: string,
    content: WhatsAppContent | FileDraft,
    from: string | null = null
  ) {
    const to = yield* readRecipient(organizationId, recipient)
    const number = yield* chooseNumber(organizationId, from, to.identity)
    if (content._tag !== "FileDraft") return yield* dispatchWhatsApp(number, to, content)
    const contactId = yield* contactOf(organizationId, to.identity)
    return yield* Effect.catchTags(dispatchDraft(number, contactId, to, content), {
      ...refusedFile(`${content.kind}.mediaId`),
      ...untakenFile
    })
  },
  (send, organizationId) => sendOnce(organizationId, send),
  spanned("sendWhatsApp")
)
