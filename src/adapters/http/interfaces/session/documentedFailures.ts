import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { sessionMessageFailures } from "../../messages/sessionMessage.ts"
import { maxStreamsOfMember, maxStreamsOfOrganization } from "../../../../app/webhooks/streams/EventStreams.ts"
import { type PhoneRefusal, phoneRefusals } from "../../../../domain/contacts/PhoneNumber.ts"
import { type Channel, textLimits } from "../../../../domain/conversations/Channel.ts"
import { noteLimit } from "../../../../domain/conversations/Note.ts"
import { expiryRefused, tooManyApiKeys, unknownKey } from "../../access/apiKeys.ts"
import { bothGiven, noMember, notificationNotFound } from "../../access/notifications.ts"
import { noOrganizations } from "../../access/organizations.ts"
import { requestNotFound } from "../../access/requestLogs.ts"
import { settingRefused } from "../../access/automationSettings.ts"
import { autoCloseRefused, numberNotConnected, stopWordsRefused } from "../../access/settings.ts"
import { tooManyRows } from "../../contacts/readImport.ts"
import { notFound as contactNotFound, phoneTaken } from "../../contacts/sessionContacts.ts"
import { conversationRefusals } from "../../conversations/conversationRefusals.ts"
import { anotherOpen } from "../../conversations/conversations.ts"
import { noteNotFound, noteOfAnother, tooManyNotes } from "../../conversations/notes.ts"
import { noScreen } from "../../conversations/presence.ts"
import { documentedKeyRefusals } from "../../idempotency/keyRefusals.ts"
import { fileNotFound, fileRefusals } from "../../media/askedFile.ts"
import { sessionMediaFailures as mediaFailures } from "../../media/media.ts"
import { sessionUploadFailures as uploadRefusals } from "../../media/uploads.ts"
import { contactNotFoundByPhone, severalCursors, unknownCursor } from "../../messages/messages.ts"
import { type DocumentedFailure, type Refusal, refusal } from "../../openapi/documented.ts"
import { contentRefused, quotedRefused, unknownType } from "../../sends/messageRefusals.ts"
import { answerRefusals } from "../../sends/replies.ts"
import { scheduledBegun, scheduledNotFound, sendAtRefused, tooManyScheduled } from "../../sends/scheduleRefusals.ts"
import {
  lookupRefusals,
  monthlyLimitReached,
  paceIsExceeded,
  recipientBlocked,
  recipientOptedOut,
  senderRefusals,
  sendRefusals
} from "../../sends/sendRefusals.ts"
import { accountNoun } from "../../sends/senderName.ts"
import { tooMuchToDo } from "../../server/refusal.ts"
import { lostMeanwhile, overloaded, unavailable } from "../../server/unlessLost.ts"
import { sessionEventNotFound } from "../../webhooks/eventFeed.ts"
import { lastEventUnknown, streamsClosed, tooManyStreams } from "../../webhooks/eventStream.ts"
import { tooManyDeliveries, unknownDelivery } from "../../webhooks/sessionDeliveries.ts"
import { noEventTypes, notHttps, notSendable, unknownEventType, urlRefused } from "../../webhooks/sessionWebhook.ts"
import { operationsWith, refusalsOf } from "../Interface.ts"
import { Refused, type RefusedStatus } from "../Refusal.ts"
import { unreadableBody } from "../readJsonBody.ts"
import { limitText } from "../requestFields.ts"
import {
  BadRequest,
  documentedRefusal,
  type Failure,
  Internal,
  invalidField,
  missingField,
  notAMember,
  nothingToChange,
  suspended,
  TooLarge,
  Unavailable,
  unknownCountry,
  UnsupportedMedia
} from "./Failures.ts"
import {
  keysUnavailable,
  notAManager,
  organizationMissing,
  rateExceeded,
  tokenExpired,
  tokenInvalid
} from "./guards.ts"
import { ManagementGuard } from "./middleware.ts"
import { sessionFailure } from "./session.ts"

const row = (
  { example, when }: Refusal<Failure | Refused<RefusedStatus>>,
  operations?: ReadonlyArray<string>
): DocumentedFailure =>
  documentedRefusal(
    refusal(when, example instanceof Refused ? sessionFailure(example) : example),
    operations === undefined ? {} : { operations }
  )

/** A failure whose text the document shows as an example. */
const example = (
  when: string,
  failure: Failure | Refused<RefusedStatus>,
  operations?: ReadonlyArray<string>
): DocumentedFailure => row(refusal(when, failure), operations)

const missing = (when: string, field: string, operation: string): DocumentedFailure =>
  example(when, missingField(field), [operation])

const notANumber = (when: string, field: string, reason: PhoneRefusal, operation: string): DocumentedFailure =>
  example(when, invalidField(field, phoneRefusals[reason]), [operation])

/** Endpoints of one conversation. */
const ofOneConversation = [
  "conversations.get",
  "conversations.close",
  "conversations.assign",
  "conversations.unassign",
  "conversations.reopen",
  "conversations.read",
  "conversations.unread",
  "notes.list",
  "notes.add",
  "notes.remove",
  "presence.enter",
  "replies.send",
  "messages.list"
]
const lists = ["contacts.list", "conversations.list", "messages.list", "messages.search"]
const moreLists = ["scheduled.list", "notes.list", "notifications.list", "deliveries.list", "feed.list", "logs.list"]
const ofOneScheduled = ["scheduled.get", "scheduled.change", "scheduled.cancel"]
const changesOfTemplates = ["templates.create", "templates.change"]
const ofOneTemplate = ["templates.get", "templates.change", "templates.remove", "templates.preview"]
const ofTemplates = ["templates.list", "templates.create", ...ofOneTemplate]
const ofWhatsApp = ["messages.send", ...ofTemplates]

const sending = ["webhook.test", "deliveries.replay", "deliveries.replayRange"]
const ofSecret = ["webhook.revealSecret", "webhook.rotateSecret"]
const notifications = ["notifications.list", "notifications.read"]
const signs = ["message.read", "message.typing"]
const ofOneMessage = ["message.get", ...signs]
const threads = [...signs, "conversations.close"]
const failedSigns = lookupRefusals("messenger")

const senderUnknown = (channel: Channel, known: string, operations: ReadonlyArray<string>): DocumentedFailure =>
  example(
    `No connected ${accountNoun[channel]} has the name`,
    senderRefusals(channel).SenderUnknown({ channel, available: [known], more: 0 }),
    operations
  )

const rejected = (channel: Channel, operations: ReadonlyArray<string>): DocumentedFailure =>
  example("The platform refused; the reason is its own", lookupRefusals(channel).PlatformRejected.example, operations)

const unknownMessage = (type: string, operations: ReadonlyArray<string>): DocumentedFailure =>
  example("The type of message does not exist", unknownType(type, []), operations)

const whatsApp = lookupRefusals("whatsapp")
const sends = ["messages.send"]
const privateReplies = ["privateReplies.send"]
const answers = ["replies.send"]
const handling = ["handling.handOver", "handling.escalate"]
const replies = [...answers, ...privateReplies]

/**
 * The failures of the Session interface, in the order of the document (contract: Session errors; Transitions of a
 * conversation; Rate tiers; Order of checks; Requests that reach no endpoint).
 */
export const documentedFailures = <Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<"session", Groups>
): ReadonlyArray<DocumentedFailure> => {
  const forManagers = operationsWith(api, ({ middlewares }) =>
    [...middlewares].some((guard) => guard === ManagementGuard)
  )
  const withJson = operationsWith(api, ({ payload }) => payload.has("application/json"))
  return [
    ...documentedKeyRefusals("session"),
    row(organizationMissing),
    example("A parameter is not what it should be", invalidField("limit", "Expected a whole number from 1 to 100"), [
      ...lists,
      ...moreLists
    ]),
    example("The body is not JSON", new BadRequest({ error: unreadableBody.NotJson }), withJson),
    example("The body is not UTF-8", new BadRequest({ error: unreadableBody.NotUtf8 }), withJson),
    example("The phone number is missing", new BadRequest({ error: "Phone number (userNumber) is required" }), [
      "contacts.create"
    ]),
    notANumber("The phone number is none", "userNumber", "not a number", "contacts.create"),
    notANumber("The digits have no country code", "userNumber", "no country code", "contacts.create"),
    row(nothingToChange, ["contacts.change", "settings.change", "scheduled.change"]),
    row(sendAtRefused, [...sends, ...answers, "scheduled.change"]),
    example("A field is not what it should be", invalidField("tags[0]", "Expected string"), ["contacts.change"]),
    example(
      "The file has a column that is not known",
      new BadRequest({ error: 'Unknown column "phone": expected userNumber, userName, email, tags, optedIn' }),
      ["bulk.import"]
    ),
    row(unknownCountry("defaultCountry"), ["bulk.import"]),
    row(tooManyRows, ["bulk.import"]),
    row(unknownCountry("defaultCountry"), ["settings.change"]),
    row(numberNotConnected, ["settings.change"]),
    row(stopWordsRefused, ["settings.change"]),
    row(autoCloseRefused, ["settings.change"]),
    row(settingRefused, ["settings.change"]),
    example("The conversation's id is no UUID", new BadRequest({ error: "Invalid conversation ID" }), [
      ...ofOneConversation,
      "triage.snooze",
      "triage.unsnooze",
      "triage.prioritize",
      ...handling,
      "labels.setOfConversation",
      "teams.assign"
    ]),
    missing("The conversation is not named", "conversationId", "messages.list"),
    row(unknownCursor("before"), ["messages.list"]),
    row(severalCursors, ["messages.list"]),
    missing("The fragment is missing", "q", "messages.search"),
    missing("The user is missing", "userId", "conversations.assign"),
    row(sessionMessageFailures.MessageNotInbound, signs),
    row(failedSigns.ChannelTokenMissing, threads),
    missing("The text is missing", "text", "notes.add"),
    example("The text is too long", invalidField("text", `Expected at most ${noteLimit.limit} characters`), [
      "notes.add"
    ]),
    missing("The state is missing", "state", "presence.enter"),
    missing("A required field is missing", "to", "messages.send"),
    missing("The text is missing", "text", "replies.send"),
    missing("The comment is not named", "commentId", "privateReplies.send"),
    example(
      "The platform has no such private replies",
      invalidField("tag", "Expected no tag with commentId"),
      privateReplies
    ),
    senderUnknown("messenger", "106540352242922", privateReplies),
    row(senderRefusals("messenger").ChannelNotConnected, privateReplies),
    example(
      "The text is too long for the channel",
      invalidField("text", `Expected ${limitText(textLimits.messenger)}`),
      replies
    ),
    unknownMessage("template", replies),
    row(sendRefusals("messenger").ChannelTokenMissing, replies),
    notANumber("The recipient is no phone number", "to", "not a number", "messages.send"),
    notANumber("The recipient has no country code", "to", "no country code", "messages.send"),
    senderUnknown("whatsapp", "+1 555-000-1111 (106540352242922)", ofWhatsApp),
    unknownMessage("carousel", sends),
    example(
      "A part of the message is not what the platform takes",
      invalidField("interactive.action.buttons[1].reply.title", "Expected 1 to 20 characters"),
      sends
    ),
    row(quotedRefused, [...sends, ...answers]),
    example(
      "The values do not fit the template",
      contentRefused({
        field: "template.components[0].parameters",
        expectation: "Expected 2 values for the body of the template, got 1"
      }),
      sends
    ),
    example(
      "The platform would not review a part of the template",
      contentRefused({ field: "components[0].text", expectation: "Expected at most 1024 characters" }),
      changesOfTemplates
    ),
    row(whatsApp.ChannelTokenMissing, ofWhatsApp),
    row(lastEventUnknown, ["events.stream"]),
    missing("Nothing is named", "ids", "notifications.read"),
    row(bothGiven, ["notifications.read"]),
    row(notificationNotFound, ["notifications.read"]),
    missing("The name is missing", "name", "apiKeys.create"),
    row(expiryRefused, ["apiKeys.create"]),
    row(notHttps, ["webhook.save"]),
    row(urlRefused("The URL leads to a private address", "address not allowed"), ["webhook.save"]),
    row(unknownEventType, ["webhook.save"]),
    row(noEventTypes, ["webhook.save"]),
    missing("The beginning of the range is missing", "since", "deliveries.replayRange"),
    row(tooManyDeliveries, ["deliveries.replayRange"]),
    row(sessionEventNotFound, ["feed.list"]),
    example("The status is none", invalidField("status", "Expected a status such as 404, or a class such as 4xx"), [
      "logs.list"
    ]),
    row(uploadRefusals.UploadEmpty, ["uploads.create"]),
    row(fileRefusals("image").FileTypeRefused, sends),
    row(fileRefusals("mediaId").FileTooLarge, answers),
    row(tokenInvalid),
    row(tokenExpired),
    row(notAMember),
    row(suspended),
    row(conversationRefusals.Forbidden, [
      ...ofOneConversation,
      ...handling,
      ...ofOneMessage,
      "messages.send",
      "media.get"
    ]),
    row(notAManager, forManagers),
    row(noScreen, ["presence.enter"]),
    row(noteOfAnother, ["notes.remove"]),
    row(noMember.NoMember, notifications),
    row(noOrganizations, ["organizations.list"]),
    row(contactNotFound.ContactNotFound, ["contacts.get", "contacts.change"]),
    row(answerRefusals.ContactNotFound, answers),
    row(answerRefusals.ConversationDisconnected, [...answers, ...signs]),
    row(sessionMessageFailures.MessageNotFound, ofOneMessage),
    row(conversationRefusals.ConversationNotFound, ofOneConversation),
    row(noteNotFound, ["notes.remove"]),
    example("No scheduled message has the id, or the user may not see it", scheduledNotFound.example, ofOneScheduled),
    row(contactNotFoundByPhone, sends),
    row(senderRefusals("whatsapp").ChannelNotConnected, ofWhatsApp),
    row(mediaFailures.MediaNotFound, ["media.get"]),
    row(mediaFailures.MediaNotAvailable, ["media.get"]),
    row(fileNotFound, [...sends, ...answers, "scheduled.change"]),
    row(unknownKey, ["apiKeys.revoke"]),
    row(notSendable.NoWebhook, [...sending, ...ofSecret]),
    row(unknownDelivery.DeliveryNotFound, ["deliveries.get", "deliveries.replay"]),
    row(requestNotFound, ["logs.get"]),
    row(tooManyApiKeys, ["apiKeys.create"]),
    row(notSendable.WebhookDisabled, sending),
    row(notSendable.WebhookSecretUnreadable, [...sending, ...ofSecret]),
    row(uploadRefusals.TooManyUnsent, ["uploads.create"]),
    row(tooManyNotes, ["notes.add"]),
    row(tooManyScheduled, [...sends, ...answers]),
    row(scheduledBegun, ["scheduled.change", "scheduled.cancel"]),
    row(phoneTaken, ["contacts.create"]),
    row(recipientBlocked, [...sends, ...answers]),
    row(recipientOptedOut, sends),
    row(anotherOpen, ["conversations.assign", "conversations.reopen"]),
    example(
      "The body is larger than 256 KiB, that of a send than 64 KiB, or that of an import than 10 MiB",
      new TooLarge({ error: unreadableBody.BodyTooLarge })
    ),
    row(uploadRefusals.UploadTooLarge, ["uploads.create"]),
    row(uploadRefusals.UploadTypeRefused, ["uploads.create"]),
    example("The body is not sent as JSON", new UnsupportedMedia({ error: unreadableBody.NotJsonMedia })),
    row(rateExceeded),
    row(monthlyLimitReached, [...sends, ...replies]),
    row(paceIsExceeded("whatsapp"), sends),
    row(paceIsExceeded("messenger"), replies),
    row(tooManyStreams("member", maxStreamsOfMember), ["events.stream"]),
    row(tooManyStreams("organization", maxStreamsOfOrganization), ["events.stream"]),
    example("Something went wrong on our side", new Internal({ error: "Internal server error" })),
    example("Too much is asked of the service at once", new Unavailable({ error: tooMuchToDo })),
    example("The database does not answer", new Unavailable({ error: unavailable })),
    example("The database stopped to answer during the request", new Unavailable({ error: lostMeanwhile })),
    row(whatsApp.ChannelTokenUnreadable, ofWhatsApp),
    row(sendRefusals("instagram").ChannelTokenUnreadable, replies),
    example("Too many are asked for at once", new Unavailable({ error: overloaded["too many"] }), [
      ...lists,
      "notes.list",
      "bulk.import",
      "logs.list"
    ]),
    example("The answer takes too long", new Unavailable({ error: overloaded["too long"] }), [
      ...lists,
      "notes.list",
      "logs.list"
    ]),
    row(keysUnavailable),
    row(streamsClosed, ["events.stream"]),
    row(mediaFailures.MediaPending, ["media.get"]),
    rejected("whatsapp", sends),
    row(sendRefusals("whatsapp").PlatformNotReached, sends),
    row(sendRefusals("whatsapp").PlatformOutcomeUnknown, sends),
    rejected("whatsapp", ofTemplates),
    row(whatsApp.PlatformNotReached, ofTemplates),
    row(whatsApp.PlatformOutcomeUnknown, ofTemplates),
    row(failedSigns.ChannelTokenUnreadable, threads),
    rejected("messenger", threads),
    row(failedSigns.PlatformNotReached, threads),
    row(failedSigns.PlatformOutcomeUnknown, threads),
    rejected("messenger", replies),
    row(sendRefusals("messenger").PlatformNotReached, replies),
    row(sendRefusals("messenger").PlatformOutcomeUnknown, replies),
    ...refusalsOf(api, (refused, { operations }) => row(refused, operations))
  ]
}
