import { Context, DateTime, Effect } from "effect"
import type { ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import {
  type WhatsAppContent,
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
import { checkTemplateSend, type TemplateContent, withTemplateFiles } from "./templateSends.ts"
import { attachFile } from "./uploadToPlatform.ts"

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

/** A step before each call of the platform; null for none. */
type BeforeCall<R> = ((sendId: MessageId) => Effect.Effect<void, never, R>) | null

const dispatchContent = <R>(
  from: ConnectedAccount,
  { answered = null, to, ...person }: Addressee,
  content: WhatsAppContent,
  beforeCall: BeforeCall<R>
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
    return dispatch(from.account.organizationId, outgoing, (sendId) => {
      const called = Context.get(context, WhatsApp).send(from, to, content, sendId)
      return beforeCall === null ? called : Effect.andThen(beforeCall(sendId), called)
    })
  })

/** Sends a reaction, and shows it at its message. */
const react = Effect.fnUntraced(function* (from: ConnectedAccount, addressee: Addressee, content: WhatsAppContent) {
  const sent = yield* dispatchContent<never>(from, addressee, content, null)
  const { account } = from
  const message = { id: sent.messageId, peer: addressee.to, type: messageType(content), content: keptContent(content) }
  const reaction = sentReaction(account, message, yield* DateTime.now)
  if (reaction !== null) yield* applyReaction(account.organizationId, reaction)
  return sent
}, Effect.uninterruptible)

/** Sends a template whose values fit it, with the files that they name. */
const dispatchTemplate = Effect.fnUntraced(function* (
  from: ConnectedAccount,
  addressee: Addressee,
  template: TemplateContent
) {
  yield* checkTemplateSend(from, template)
  const { content, files } = yield* withTemplateFiles(from, addressee.identity, template)
  const attachFiles = (sendId: MessageId) =>
    Effect.forEach(files, (file) => attachFile(from, file, sendId), { discard: true })
  return yield* dispatchContent(from, addressee, content, files.length === 0 ? null : attachFiles)
})

/**
 * Sends over WhatsApp from one of the organization's numbers, on the path that every send takes. A message that the
 * content refers to is looked up first (contract: Answers to a message).
 */
export const dispatchWhatsApp = Effect.fnUntraced(function* <R = never>(
  from: ConnectedAccount,
  addressee: Addressee,
  content: WhatsAppContent,
  beforeCall: BeforeCall<R> = null
) {
  if (content._tag === "Template") return yield* dispatchTemplate(from, addressee, content)
  const reference = referenceOf(content)
  if (reference === null) return yield* dispatchContent(from, addressee, content, beforeCall)
  const { account } = from
  const { field, id } = reference
  const send = { from: account, identity: addressee.identity }
  const { conversationId, platformMessageId } = yield* quotedMessage(account.organizationId, send, field, id)
  const resolved = withReference(content, platformMessageId)
  if (content._tag !== "Reaction") return yield* dispatchContent(from, addressee, resolved, beforeCall)
  return yield* react(from, { ...addressee, answered: addressee.answered ?? conversationId }, resolved)
})

/**
 * Sends a WhatsApp message to a number or a business-scoped user id. An unknown one becomes a contact (contract: Sends
 * to unknown people).
 * `from` names the number that sends; null: `chooseNumber` decides.
 */
export const sendWhatsApp = Effect.fnUntraced(
  function* (organizationId: OrganizationId, recipient: string, content: WhatsAppContent, from: string | null = null) {
    const to = yield* readRecipient(organizationId, recipient)
    const number = yield* chooseNumber(organizationId, from, to.identity)
    return yield* dispatchWhatsApp(number, to, content)
  },
  (send, organizationId) => sendOnce(organizationId, send),
  spanned("sendWhatsApp")
)
