import type { ReplyRequest, TemplateComponent } from "../../../client/promise/SessionMethods.ts"
import type { MessengerChannel } from "../../../src/domain/conversations/Channel.ts"
import type { Failure } from "../../api/Failure.ts"
import type { AttachmentKind } from "./composition.ts"

/** What a message says, before it is sent. */
export type OutgoingContent =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: AttachmentKind
      /** The public address; empty for an uploaded file. */
      readonly url: string
      /** The uploaded file, and its name on the member's computer. */
      readonly upload?: { readonly mediaId: string; readonly name: string }
      readonly caption: string
      readonly filename: string
    }
  | {
      readonly kind: "template"
      readonly name: string
      readonly language: string
      readonly components: ReadonlyArray<TemplateComponent>
      /** As the person reads it. */
      readonly preview: string
    }
  | {
      readonly kind: "location"
      readonly latitude: number
      readonly longitude: number
      readonly name: string
      readonly address: string
    }

/** A file and what stands beside it. */
export type MediaContent = Extract<OutgoingContent, { readonly kind: AttachmentKind }>

/** The channel of the conversation. The service knows its person, and the number, Page or account that replies. */
export type OutgoingTarget =
  | { readonly channel: "whatsapp" }
  /** `tag`: sent later than 24 hours after the person's last message. */
  | { readonly channel: MessengerChannel; readonly tag: "HUMAN_AGENT" | null }

/** A message on its way. */
export interface Outgoing {
  /** Stays through all attempts. */
  readonly id: string
  /** The idempotency key of the attempt. */
  readonly key: string
  readonly conversationId: string
  /** The closed conversation that it was written in, if another one took it; null once the reader was led there. */
  readonly movedFrom: string | null
  readonly target: OutgoingTarget
  readonly content: OutgoingContent
  /**
   * sending: the answer is awaited. sent: the platform took it. lost: no answer came, and the same key asks for it. failed: it
   * was refused. doubtful: the platform gave no usable answer, so that another attempt may send it twice.
   */
  readonly state: "sending" | "sent" | "lost" | "failed" | "doubtful"
  /** Once it is sent. */
  readonly messageId: string | null
  /** The newest id of the thread before anything was sent with the key: ids grow with time. Null where it is not known. */
  readonly after: string | null
  /** Failed messages of the thread that other sends became. */
  readonly otherFailed: ReadonlyArray<string>
  readonly failure: Failure | null
}

/** The code of a send whose outcome at the platform is unknown (contract C59, C258). */
export const outcomeUnknown = -2

/** What became of an attempt that failed. */
const afterFailure = ({ code, details, kind, status }: Failure): Outgoing["state"] => {
  if (code === "OUTCOME_UNKNOWN" || details?.code === outcomeUnknown) return "doubtful"
  if (kind === "offline" || code === "REQUEST_IN_PROGRESS" || code === "UNREADABLE") return "lost"
  return status !== null && status >= 500 && status !== 503 && details === null ? "lost" : "failed"
}

/** The answer to a send that the platform accepted. */
export interface SentMessage {
  readonly vendorMessageId: string
  /** The conversation that the message belongs to. */
  readonly conversationId: string
}

/** The message after an attempt. */
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
 * The message at the beginning of its next attempt. A lost answer is asked for with the same key, so that nothing is sent
 * twice. `newest`: the newest id of the thread.
 */
export const again = (outgoing: Outgoing, newKey: () => string, newest: string | null): Outgoing => ({
  ...outgoing,
  ...(outgoing.state === "lost" ? {} : { key: newKey(), after: newest, otherFailed: [] }),
  state: "sending",
  failure: null
})

/** Messages on their way that are kept; the oldest ones that are sent or failed make room. */
export const maxOutgoing = 100

/** The messages with one more. */
export const withOutgoing = (all: ReadonlyArray<Outgoing>, added: Outgoing): ReadonlyArray<Outgoing> => {
  const others = all.filter(({ id }) => id !== added.id)
  const known =
    others.length === all.length ? [...others, added] : all.map((one) => (one.id === added.id ? added : one))
  const dropped = known.length > maxOutgoing ? known.find(({ state }) => state !== "sending") : undefined
  return dropped === undefined ? known : known.filter((one) => one !== dropped)
}

/** Whom a message on WhatsApp goes to: the number, else a business-scoped user id; null when the contact has neither. */
export const whatsAppRecipient = (contact: {
  readonly phone: string
  readonly channels?: ReadonlyArray<{ readonly channel: string; readonly personId: string }>
}): string | null => {
  if (contact.phone !== "") return contact.phone
  const found = contact.channels?.find(({ channel }) => channel === "whatsapp")
  if (found === undefined) return null
  return /^\d+$/.test(found.personId) ? `+${found.personId}` : found.personId
}

/** How a request names a file. */
const fileOf = ({ upload, url }: MediaContent) => (upload === undefined ? { url } : { mediaId: upload.mediaId })

/** The request of a reply on WhatsApp. */
export const whatsAppRequest = (content: OutgoingContent): ReplyRequest => {
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
    case "audio":
      return { type: "audio", audio: fileOf(content) }
    case "document": {
      const { caption, filename } = content
      const given = { ...(caption === "" ? {} : { caption }), ...(filename === "" ? {} : { filename }) }
      return { type: "document", document: { ...fileOf(content), ...given } }
    }
    case "image":
    case "video": {
      const { caption, kind } = content
      return { type: kind, [kind]: { ...fileOf(content), ...(caption === "" ? {} : { caption }) } }
    }
  }
}

/** The request of a reply on Messenger or Instagram; null for a template or a location, which they do not have. */
const replyRequest = (tag: "HUMAN_AGENT" | null, content: OutgoingContent): ReplyRequest | null => {
  const tagged = tag === null ? {} : { tag }
  switch (content.kind) {
    case "text":
      return { type: "text", text: content.text, ...tagged }
    case "template":
    case "location":
      return null
    default: {
      const file = content.upload === undefined ? { attachmentUrl: content.url } : { mediaId: content.upload.mediaId }
      return { type: content.kind === "document" ? "file" : content.kind, ...file, ...tagged }
    }
  }
}

/** The request of a reply; null for content that the channel does not have. */
export const sendRequest = (target: OutgoingTarget, content: OutgoingContent): ReplyRequest | null =>
  target.channel === "whatsapp" ? whatsAppRequest(content) : replyRequest(target.tag, content)

/** What the message says in one line. */
export const outgoingText = (content: OutgoingContent): string => {
  switch (content.kind) {
    case "text":
      return content.text
    case "template":
      return content.preview
    case "location":
      return content.name || content.address || `${content.latitude}, ${content.longitude}`
    default:
      return content.caption || content.filename || content.upload?.name || content.url
  }
}
