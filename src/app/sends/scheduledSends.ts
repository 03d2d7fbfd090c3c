import { DateTime, Effect, Option } from "effect"
import { type SessionAccess, visibleTo } from "../../domain/access/SessionAccess.ts"
import { type ContactIdentity, personIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import { type OrganizationId, PendingSendId } from "../../domain/Ids.ts"
import type { FileDraft } from "../../domain/media/SentFile.ts"
import type { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import {
  composedPersonal,
  composedReply,
  namedFiles,
  PendingContentRefused,
  type PendingMessage,
  readPendingMessage,
  type ReplyToRecord,
  shownFile
} from "../../domain/sends/pendingContent.ts"
import { isScheduled, type PendingSend } from "../../domain/sends/PendingSend.ts"
import {
  maxScheduledSends,
  maySeeScheduled,
  type ScheduledFilter,
  ScheduledSendBegun,
  ScheduledSendNotFound,
  scheduledStatus,
  sendAtRefusal,
  TooManyScheduled
} from "../../domain/sends/ScheduledSend.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { PendingSends } from "../../ports/sends/PendingSends.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { readRecipient } from "../contacts/readPhoneNumber.ts"
import { chooseNumber, choosePage } from "./chooseSender.ts"
import { checkNamedFile, contactOf, refusedFile } from "./namedFiles.ts"
import { keepFiles, storedContent } from "./pendingSends.ts"
import { personOf } from "./replyInConversation.ts"
import { addresseeOf, checkRunning, knownRecipient } from "./sendToContact.ts"
import { checkedFile } from "./uploadToPlatform.ts"

/** The time of a scheduled send, and its sender. */
export interface ScheduleOptions {
  readonly sendAt: DateTime.Utc
  /** The number, Page or account that sends; the one that a send would choose by default. */
  readonly from?: string | null
}

/** Refuses times in the past and too far ahead. */
const checkSendAt = Effect.fnUntraced(function* (sendAt: DateTime.Utc) {
  const refused = sendAtRefusal(sendAt, yield* DateTime.now)
  if (refused !== null) return yield* refused
})

/** Checks the uploaded files of the message, and keeps them until it has left. */
const keepChecked = Effect.fnUntraced(function* (
  { contactId, organizationId }: Pick<PendingSend, "contactId" | "organizationId">,
  message: PendingMessage,
  dueAt: DateTime.Utc
) {
  const { channel } = message
  const file = shownFile(message)
  if (file !== null) yield* checkedFile(organizationId, channel, { ...file, contactId })
  yield* Effect.forEach(namedFiles(message), (named) => checkNamedFile(organizationId, channel, contactId, named), {
    discard: true
  })
  yield* keepFiles(organizationId, message, dueAt)
})

type Scheduling = Pick<
  PendingSend,
  "organizationId" | "origin" | "recipient" | "sender" | "contactId" | "conversationId" | "scheduledBy" | "dueAt"
>

const schedule = Effect.fnUntraced(function* (scheduling: Scheduling, message: PendingMessage) {
  const { add, openScheduled } = yield* PendingSends
  const content = yield* Effect.fromResult(storedContent(message))
  if ((yield* openScheduled(scheduling.organizationId)) >= maxScheduledSends) {
    return yield* new TooManyScheduled({ limit: maxScheduledSends })
  }
  yield* keepChecked(scheduling, message, scheduling.dueAt)
  return yield* add({
    ...scheduling,
    id: PendingSendId.make(yield* (yield* IdSource).uuid),
    channel: message.channel,
    content,
    key: null,
    createdAt: yield* DateTime.now
  })
})

/** A number with its country, so that it is read the same when it is sent. */
const storedRecipient = ({ to, identity }: { readonly to: string; readonly identity: ContactIdentity }): string =>
  identity.kind === "phone" ? `+${to}` : to

/** The composed message, its recipient and the contact, if they are one. */
const composedSend = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  recipient: string,
  message: PendingMessage,
  from: string | null
) {
  if (message.channel === "whatsapp") {
    const read = yield* readRecipient(organizationId, recipient)
    yield* chooseNumber(organizationId, from, read.identity)
    return { message, recipient: storedRecipient(read), contactId: yield* contactOf(organizationId, read.identity) }
  }
  const { channel } = message
  const content = yield* Effect.fromResult(composedPersonal(channel, message.content, recipient))
  const { account } = yield* choosePage(organizationId, channel, from, (one) => personIdentity(channel, one, recipient))
  const contactId = yield* contactOf(organizationId, personIdentity(channel, account, recipient))
  return { message: { channel, content }, recipient, contactId }
})

/**
 * Schedules a send of a backend (contract: Scheduled sends). The message and the sender are checked now; recipient,
 * window and limits when it is sent.
 */
export const scheduleSend = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  recipient: string,
  message: PendingMessage,
  { from = null, sendAt }: ScheduleOptions
) {
  yield* checkSendAt(sendAt)
  const composed = yield* composedSend(organizationId, recipient, message, from)
  const scheduling = {
    organizationId,
    origin: "developer",
    recipient: composed.recipient,
    sender: from,
    contactId: composed.contactId,
    conversationId: null,
    scheduledBy: null,
    dueAt: sendAt
  } as const
  const kind = shownFile(composed.message)?.kind ?? "image"
  return yield* Effect.catchTags(schedule(scheduling, composed.message), refusedFile(`${kind}.mediaId`))
}, spanned("scheduleSend"))

const memberOf = ({ caller }: SessionAccess) => (caller._tag === "User" ? caller.userId : null)

/** Schedules a WhatsApp message of a member to a contact, as `sendToContact` sends it. */
export const scheduleToContact = Effect.fnUntraced(function* (
  access: SessionAccess,
  recipient: string,
  content: WhatsAppContent | FileDraft,
  { from = null, sendAt }: ScheduleOptions
) {
  yield* checkSendAt(sendAt)
  const { contact, read } = yield* knownRecipient(access, recipient, from)
  return yield* schedule(
    {
      organizationId: access.organizationId,
      origin: "session",
      recipient: storedRecipient(read),
      sender: from,
      contactId: contact.id,
      conversationId: null,
      scheduledBy: memberOf(access),
      dueAt: sendAt
    },
    { channel: "whatsapp", content }
  )
}, spanned("scheduleToContact"))

/** A reply, in the form that the sends of its channel take. */
export type ReplyMessage = WhatsAppContent | FileDraft | ReplyToRecord

const isOfWhatsApp = (reply: ReplyMessage): reply is WhatsAppContent | FileDraft => "_tag" in reply

/** The composed reply, and its recipient as the account of the conversation knows them now. */
export const composedInConversation = Effect.fnUntraced(function* (conversation: Conversation, reply: ReplyMessage) {
  const { channel } = conversation
  if (channel === "whatsapp") {
    if (!isOfWhatsApp(reply)) return yield* new PendingContentRefused({ detail: "the conversation is on whatsapp" })
    const { recipient } = yield* addresseeOf(conversation)
    return { recipient: storedRecipient(recipient), message: { channel, content: reply } }
  }
  if (isOfWhatsApp(reply)) return yield* new PendingContentRefused({ detail: `the conversation is on ${channel}` })
  const { to } = yield* personOf(channel, conversation)
  return { recipient: to, message: { channel, content: yield* Effect.fromResult(composedReply(channel, to, reply)) } }
})

/** Schedules a message in a conversation, which leaves as a reply in it does (contract: Scheduled sends). */
export const scheduleReply = Effect.fnUntraced(function* (
  access: SessionAccess,
  conversation: Conversation,
  reply: ReplyMessage,
  sendAt: DateTime.Utc
) {
  yield* checkSendAt(sendAt)
  const { message, recipient } = yield* composedInConversation(conversation, reply)
  yield* checkRunning(access, conversation.contactId, conversation.channelAccountId)
  return yield* schedule(
    {
      organizationId: access.organizationId,
      origin: "session",
      recipient,
      sender: null,
      contactId: conversation.contactId,
      conversationId: conversation.id,
      scheduledBy: memberOf(access),
      dueAt: sendAt
    },
    message
  )
}, spanned("scheduleReply"))

/** A page of the scheduled sends that the caller may see. */
export const listScheduled = Effect.fnUntraced(function* (
  access: SessionAccess,
  filter: Omit<ScheduledFilter, "visibleTo">,
  page: PageRequest
) {
  const { list } = yield* PendingSends
  return yield* list(access.organizationId, { ...filter, visibleTo: visibleTo(access) }, page)
}, spanned("listScheduled"))

/** A scheduled send, if the caller may see it. */
export const getScheduled = Effect.fnUntraced(function* (access: SessionAccess, id: PendingSendId) {
  const found = Option.getOrNull(yield* (yield* PendingSends).find(access.organizationId, id))
  if (found === null || !isScheduled(found)) return yield* new ScheduledSendNotFound()
  const { conversationId } = found
  const conversation =
    conversationId === null || visibleTo(access) === null
      ? null
      : Option.getOrNull(yield* (yield* ConversationStore).find(access.organizationId, conversationId))
  return maySeeScheduled(access, found, conversation) ? found : yield* new ScheduledSendNotFound()
}, spanned("getScheduled"))

/** A change of a scheduled send; absent fields stay. */
export interface ScheduledChange {
  readonly sendAt?: DateTime.Utc
  /** Replaces the whole content. */
  readonly message?: PendingMessage
}

/** The changed send, or why it can be changed no more: the worker or another caller was first. */
const changedOr = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: PendingSendId,
  changed: Effect.Effect<Option.Option<PendingSend>>
) {
  const after = yield* changed
  if (Option.isSome(after)) return after.value
  return yield* new ScheduledSendBegun({ status: scheduledStatus(yield* getScheduled(access, id)) })
})

/** The content as it is stored. */
const composedChange = Effect.fnUntraced(function* ({ channel, recipient }: PendingSend, message: PendingMessage) {
  if (message.channel !== channel) return yield* new PendingContentRefused({ detail: `the send is on ${channel}` })
  if (message.channel === "whatsapp") return message
  const content = yield* Effect.fromResult(composedPersonal(message.channel, message.content, recipient))
  return { channel: message.channel, content }
})

/** Changes the time or the content of a scheduled send that has not begun. */
export const changeScheduled = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: PendingSendId,
  { message, sendAt }: ScheduledChange
) {
  const { organizationId } = access
  const { change } = yield* PendingSends
  const scheduled = yield* getScheduled(access, id)
  const status = scheduledStatus(scheduled)
  if (status !== "scheduled") return yield* new ScheduledSendBegun({ status })
  if (sendAt !== undefined) yield* checkSendAt(sendAt)
  const composed = message === undefined ? null : yield* composedChange(scheduled, message)
  const content = composed === null ? undefined : yield* Effect.fromResult(storedContent(composed))
  const sent = composed ?? (yield* Effect.fromResult(readPendingMessage(scheduled.channel, scheduled.content)))
  yield* keepChecked(scheduled, sent, sendAt ?? scheduled.dueAt)
  const changed = change(organizationId, id, {
    ...(content !== undefined && { content }),
    ...(sendAt !== undefined && { dueAt: sendAt })
  })
  return yield* changedOr(access, id, changed)
}, spanned("changeScheduled"))

/** Cancels a scheduled send that has not begun. */
export const cancelScheduled = Effect.fnUntraced(function* (access: SessionAccess, id: PendingSendId) {
  const { cancel } = yield* PendingSends
  const scheduled = yield* getScheduled(access, id)
  return yield* changedOr(access, scheduled.id, cancel(access.organizationId, id, yield* DateTime.now))
}, spanned("cancelScheduled"))
