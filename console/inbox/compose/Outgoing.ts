import type {
  ReplyRequest,
  TemplateComponent,
  WhatsAppContactCard,
  WhatsAppInteractive
} from "../../../client/promise/SessionMethods.ts"
import type { MessengerChannel } from "../../../src/domain/conversations/Channel.ts"
import type { Failure } from "../../api/Failure.ts"
import type { AttachmentKind } from "./composition.ts"

/** Content of a message before it is sent. */
export type OutgoingContent =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: AttachmentKind
      /** Public address; empty for an uploaded file. */
      readonly url: string
      /** Uploaded file and its name on the member's computer. */
      readonly upload?: { readonly mediaId: string; readonly name: string }
      readonly caption: string
      readonly filename: string
    }
  | {
      readonly kind: "template"
      readonly name: string
      readonly language: string
      readonly components: ReadonlyArray<TemplateComponent>
      /** The text that the contact reads. */
      readonly preview: string
    }
  | {
      readonly kind: "location"
      readonly latitude: number
      readonly longitude: number
      readonly name: string
      readonly address: string
    }
  /** A WebP file: uploaded, or at a public address. */
  | {
      readonly kind: "sticker"
      readonly url: string
      readonly upload?: { readonly mediaId: string; readonly name: string }
    }
  | { readonly kind: "contacts"; readonly contacts: ReadonlyArray<WhatsAppContactCard> }
  | { readonly kind: "interactive"; readonly interactive: WhatsAppInteractive }

/** A file with its caption and name. */
export type MediaContent = Extract<OutgoingContent, { readonly kind: AttachmentKind }>

/** Channel of the conversation. The service knows its contact, and the number, Page or account that replies. */
export type OutgoingTarget =
  | { readonly channel: "whatsapp" }
  /** `tag`: required more than 24 hours after the contact's last message. */
  | { readonly channel: MessengerChannel; readonly tag: "HUMAN_AGENT" | null }

/** An outgoing message. */
export interface Outgoing {
  /** Stable over all attempts. */
  readonly id: string
  /** Idempotency key of the attempt. */
  readonly key: string
  readonly conversationId: string
  /** The closed conversation in which it was written, if another one received it; null once the page followed it there. */
  readonly movedFrom: string | null
  readonly target: OutgoingTarget
  readonly content: OutgoingContent
  /** Id of the message that it answers; null if it answers none. */
  readonly replyTo: string | null
  /**
   * sending: the call is running. sent: the platform accepted it. lost: no answer arrived, and a retry with the same
   * key is safe. failed: it was refused. doubtful: the platform gave no usable answer, so another attempt may send it
   * twice.
   */
  readonly state: "sending" | "sent" | "lost" | "failed" | "doubtful"
  /** The message id after the send. */
  readonly messageId: string | null
  /** Newest id of the thread before the first attempt with the key; null if unknown. Ids grow with time. */
  readonly after: string | null
  /** Failed messages of the thread that belong to other sends. */
  readonly otherFailed: ReadonlyArray<string>
  readonly failure: Failure | null
}

/**
 * The code of a send whose outcome at the platform is unknown (contract: Session messages; Reason of a failed message).
 */
export const outcomeUnknown = -2

/** Outcome of a failed attempt. */
const afterFailure = ({ code, details, kind, status }: Failure): Outgoing["state"] => {
  if (code === "OUTCOME_UNKNOWN" || details?.code === outcomeUnknown) return "doubtful"
  if (kind === "offline" || code === "REQUEST_IN_PROGRESS" || code === "UNREADABLE") return "lost"
  return status !== null && status >= 500 && status !== 503 && details === null ? "lost" : "failed"
}

/** A reply that is sent at once. */
type ImmediateReply = Omit<ReplyRequest, "sendAt">

/** Answer to a send that the platform accepted. */
export interface SentMessage {
  readonly vendorMessageId: string
  /** The conversation of the message. */
  readonly conversationId: string
}

/** Returns the message after an attempt. */
export const settled = (
  outgoing: Outgoing,
  outcome: { readonly value: SentMessage } | { readonly failure: Failure }
): Outgoing => {
  if ("failure" in outcome) return { ...outgoing, state: afterFailure(outcome.failure), failure: outcome.failure }
  const { conversationId, vendorMessageId } = outcome.value
  const movedFrom = conversationId === outgoing.conversationId ? null : outgoing.conversationId
  return { ...outgoing, conversationId, movedFrom, state: "sent", messageId: vendorMessageId, failure: null }
}

/**
 * Returns the message at the start of its next attempt. After a lost answer it has the same key, so that nothing is
 * sent twice. `newest`: the newest id of the thread.
 */
export const again = (outgoing: Outgoing, newKey: () => string, newest: string | null): Outgoing => ({
  ...outgoing,
  ...(outgoing.state === "lost" ? {} : { key: newKey(), after: newest, otherFailed: [] }),
  state: "sending",
  failure: null
})

/** Maximum number of outgoing messages. The oldest sent or failed ones are dropped first. */
export const maxOutgoing = 100

/** Adds a message. */
export const withOutgoing = (all: ReadonlyArray<Outgoing>, added: Outgoing): ReadonlyArray<Outgoing> => {
  const others = all.filter(({ id }) => id !== added.id)
  const known =
    others.length === all.length ? [...others, added] : all.map((one) => (one.id === added.id ? added : one))
  const dropped = known.length > maxOutgoing ? known.find(({ state }) => state !== "sending") : undefined
  return dropped === undefined ? known : known.filter((one) => one !== dropped)
}

/** Recipient of a WhatsApp message: the number, else a business-scoped user id; null if the contact has neither. */
export const whatsAppRecipient = (contact: {
  readonly phone: string
  readonly channels?: ReadonlyArray<{ readonly channel: string; readonly personId: string }>
}): string | null => {
  if (contact.phone !== "") return contact.phone
  const found = contact.channels?.find(({ channel }) => channel === "whatsapp")
  if (found === undefined) return null
  return /^\d+$/.test(found.personId) ? `+${found.personId}` : found.personId
}

/** The field of a request that names a file. */
const fileOf = ({ upload, url }: Pick<MediaContent, "upload" | "url">) =>
  upload === undefined ? { url } : { mediaId: upload.mediaId }

/** Request of a reply on WhatsApp. */
export const whatsAppRequest = (content: OutgoingContent): ImmediateReply => {
  switch (content.kind) {
    case "text":
      return { type: "text", text: content.text }
    case "template": {
      const { components, language, name } = content
      return { type: "template", template: { name, language, ...(components.length === 0 ? {} : { components }) } }
    }
    case "location": {
      const { address, latitude, longitude, name } = content
      return { type: "location", location: { latitude, longitude, name, address } }
    }
    case "sticker":
      return { type: "sticker", sticker: fileOf(content) }
    case "contacts":
      return { type: "contacts", contacts: content.contacts }
    case "interactive":
      return { type: "interactive", interactive: content.interactive }
    case "audio":
      return { type: "audio", audio: fileOf(content) }
    case "document": {
      const { caption, filename } = content
      const optional = { ...(caption === "" ? {} : { caption }), ...(filename === "" ? {} : { filename }) }
      return { type: "document", document: { ...fileOf(content), ...optional } }
    }
    case "image":
    case "video": {
      const { caption, kind } = content
      return { type: kind, [kind]: { ...fileOf(content), ...(caption === "" ? {} : { caption }) } }
    }
  }
}

/** Request of a reply on Messenger or Instagram; null for content that only WhatsApp has. */
const replyRequest = (tag: "HUMAN_AGENT" | null, content: OutgoingContent): ImmediateReply | null => {
  const tagged = tag === null ? {} : { tag }
  switch (content.kind) {
    case "text":
      return { type: "text", text: content.text, ...tagged }
    case "template":
    case "location":
    case "sticker":
    case "contacts":
    case "interactive":
      return null
    default: {
      const file = content.upload === undefined ? { attachmentUrl: content.url } : { mediaId: content.upload.mediaId }
      return { type: content.kind === "document" ? "file" : content.kind, ...file, ...tagged }
    }
  }
}

/** Request of a reply; null for content that the channel lacks. A template answers no message. */
export const sendRequest = (
  target: OutgoingTarget,
  content: OutgoingContent,
  replyTo: string | null = null
): ImmediateReply | null => {
  const request = target.channel === "whatsapp" ? whatsAppRequest(content) : replyRequest(target.tag, content)
  return request === null || replyTo === null || content.kind === "template" ? request : { ...request, replyTo }
}

/** Summary of the message in one line. */
export const outgoingText = (content: OutgoingContent): string => {
  switch (content.kind) {
    case "text":
      return content.text
    case "template":
      return content.preview
    case "location":
      return content.name || content.address || `${content.latitude}, ${content.longitude}`
    case "sticker":
      return content.upload?.name ?? content.url
    case "contacts":
      return content.contacts.map(({ name }) => name.formatted_name).join(", ")
    case "interactive":
      return content.interactive.body?.text ?? ""
    default:
      return content.caption || content.filename || content.upload?.name || content.url
  }
}
