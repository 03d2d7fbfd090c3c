import { maxApiKeyDays, maxApiKeys } from "../../../domain/access/apiKeyExpiry.ts"
import { noteLimit } from "../../../domain/conversations/Note.ts"
import { phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import { maxReplayedDeliveries } from "../../../domain/webhooks/DeliveryRecord.ts"
import { textLimits } from "../../../domain/conversations/Channel.ts"
import { maxBytesOf } from "../../../domain/media/fileLimits.ts"
import { limitText } from "../shared/Storable.ts"
import { urlRefusals } from "../shared/urlRefusals.ts"
import { documentedKeyRefusals } from "../idempotency/keyRefusals.ts"
import type { DocumentedFailure } from "../shared/documented.ts"
import { tooMuchToDo } from "../server/refusal.ts"
import { lostMeanwhile, unavailable } from "../server/unlessLost.ts"
import { paceExceeded } from "../shared/sends/paceExceeded.ts"
import { recipientRefusals } from "../shared/sends/recipientRefusals.ts"
import { disconnected, unknownSender, usableSenders } from "../shared/sends/senderName.ts"
import { unreadableToken } from "../shared/sends/unreadableToken.ts"
import { overloaded } from "../shared/overloaded.ts"
import { maxStreamsOfMember, maxStreamsOfOrganization } from "../../../app/webhooks/streams/EventStreams.ts"
import {
  absentService,
  invalidCountry,
  numberNotConnected,
  fileNotFound,
  noteOfAnother,
  serviceHasNoOrganizations,
  streamsClosed,
  suspension,
  tokensUnverifiable,
  tooLargeFile,
  tooManyNotes,
  tooManyStreams,
  tooManyUnsent,
  unknownFile
} from "./Failures.ts"
import { documentedPlatformFailures } from "./documentedPlatformFailures.ts"

/** Titles of the groups in the document. */
export const groupTitle = {
  contacts: "Contacts",
  bulk: "Contact import",
  conversations: "Conversations",
  notes: "Notes",
  presence: "Presence",
  replies: "Replies",
  messages: "Messages",
  media: "Files of messages",
  uploads: "Uploads",
  notifications: "Notifications",
  events: "Events",
  templates: "Templates",
  members: "Members",
  channels: "Connected accounts",
  usage: "Usage",
  settings: "Settings",
  apiKeys: "API keys",
  webhook: "Webhook",
  deliveries: "Deliveries",
  feed: "Feed of events",
  logs: "Request logs",
  organizations: "Organizations"
} as const

const row = (status: number, when: string, error: string, operations?: ReadonlyArray<string>): DocumentedFailure => ({
  status,
  when,
  body: { success: false, error },
  ...(operations === undefined ? {} : { operations })
})

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
const moreLists = ["notes.list", "notifications.list", "deliveries.list", "feed.list", "logs.list"]
const ofWhatsApp = ["messages.send", "templates.list"]

/** Endpoints for members who manage the organization. */
const forManagers = [
  "channels.list",
  "usage.get",
  "settings.change",
  "apiKeys.list",
  "apiKeys.create",
  "apiKeys.revoke",
  "webhook.find",
  "webhook.save",
  "webhook.remove",
  "webhook.revealSecret",
  "webhook.rotateSecret",
  "webhook.test",
  "deliveries.list",
  "deliveries.get",
  "deliveries.replay",
  "deliveries.replayRange",
  "feed.list",
  "feed.listTypes",
  "logs.list",
  "logs.get"
]
const sending = ["webhook.test", "deliveries.replay", "deliveries.replayRange"]
const ofSecret = ["webhook.revealSecret", "webhook.rotateSecret"]
const notifications = ["notifications.list", "notifications.read"]
const withJson = [
  "contacts.create",
  "contacts.change",
  "bulk.import",
  "conversations.close",
  "conversations.assign",
  "notes.add",
  "presence.enter",
  "messages.send",
  "replies.send",
  "notifications.read",
  "settings.change",
  "apiKeys.create",
  "webhook.save",
  "deliveries.replayRange"
]

/** The failures of the Session interface (contract C68, C11, C35, C36, C42). */
export const documentedFailures: ReadonlyArray<DocumentedFailure> = [
  ...documentedKeyRefusals("session"),
  row(400, "The organization is not named", "x-org-id header is required"),
  row(400, "A parameter is not what it should be", "Invalid field limit: Expected a whole number from 1 to 100", [
    ...lists,
    ...moreLists
  ]),
  row(400, "The body is not JSON", "Request body is not valid JSON", withJson),
  row(400, "The body is not UTF-8", "Request body is not valid UTF-8", withJson),
  row(400, "The phone number is missing", "Phone number (userNumber) is required", ["contacts.create"]),
  row(400, "The phone number is none", "Invalid field userNumber: not a phone number", ["contacts.create"]),
  row(400, "The digits have no country code", `Invalid field userNumber: ${phoneRefusals["no country code"]}`, [
    "contacts.create"
  ]),
  row(400, "There is nothing to change", "No valid fields to update", ["contacts.change", "settings.change"]),
  row(400, "A field is not what it should be", "Invalid field tags[0]: Expected string", ["contacts.change"]),
  row(
    400,
    "The file has a column that is not known",
    'Unknown column "phone": expected userNumber, userName, email, tags',
    ["bulk.import"]
  ),
  row(400, "The country has no numbering plan", invalidCountry("defaultCountry").error, ["bulk.import"]),
  row(400, "There are too many rows", "At most 10000 contacts can be imported at once", ["bulk.import"]),
  row(400, "The country has no numbering plan", invalidCountry("defaultCountry").error, ["settings.change"]),
  row(400, "The number is not connected", numberNotConnected.error, ["settings.change"]),
  row(400, "The conversation's id is no UUID", "Invalid conversation ID", ofOneConversation),
  row(400, "The conversation is not named", "Missing required field: conversationId", ["messages.list"]),
  row(400, "The cursor is none", "Invalid field before: not a message of the conversation", ["messages.list"]),
  row(400, "More than one cursor is given", "Give only one of before, around and after", ["messages.list"]),
  row(400, "The fragment is missing", "Missing required field: q", ["messages.search"]),
  row(400, "The user is missing", "Missing required field: userId", ["conversations.assign"]),
  row(400, "The text is missing", "Missing required field: text", ["notes.add"]),
  row(400, "The text is too long", `Invalid field text: Expected at most ${noteLimit.limit} characters`, ["notes.add"]),
  row(400, "The state is missing", "Missing required field: state", ["presence.enter"]),
  row(400, "A required field is missing", "Missing required field: to", ["messages.send"]),
  row(400, "The text is missing", "Missing required field: text", ["replies.send"]),
  row(400, "The text is too long for the channel", `Invalid field text: Expected ${limitText(textLimits.messenger)}`, [
    "replies.send"
  ]),
  row(400, "The type of message does not exist", "Unknown message type: template", ["replies.send"]),
  row(400, "The account has no token", "Messenger token not stored, reconnect the account", ["replies.send"]),
  row(400, "The recipient is no phone number", "Invalid field to: not a phone number", ["messages.send"]),
  row(400, "The recipient has no country code", `Invalid field to: ${phoneRefusals["no country code"]}`, [
    "messages.send"
  ]),
  row(
    400,
    "No connected number has the name",
    `${unknownSender({ channel: "whatsapp" })}; use ${usableSenders({ available: ["+1 555-000-1111 (106540352242922)"], more: 0 })}`,
    ofWhatsApp
  ),
  row(400, "The type of message does not exist", "Unknown message type: carousel", ["messages.send"]),
  row(400, "The account has no token", "WhatsApp token not stored, reconnect the account", ofWhatsApp),
  row(400, "The event to go on after is none", "Invalid field last-event-id: Expected the id of an event", [
    "events.stream"
  ]),
  row(400, "Nothing is named", "Missing required field: ids", ["notifications.read"]),
  row(400, "Both are given", "Give either ids or upTo", ["notifications.read"]),
  row(400, "The notification is none", "Invalid field upTo: not a notification of yours", ["notifications.read"]),
  row(400, "The name is missing", "Missing required field: name", ["apiKeys.create"]),
  row(
    400,
    "The key would not expire in time",
    `Invalid field expiresAt: Expected an instant in the future, at most ${maxApiKeyDays} days away`,
    ["apiKeys.create"]
  ),
  row(400, "The URL is not HTTPS", urlRefusals["not HTTPS"], ["webhook.save"]),
  row(400, "The URL leads to a private address", urlRefusals["address not allowed"], ["webhook.save"]),
  row(400, "The type of event does not exist", "Unknown event type: message.gone", ["webhook.save"]),
  row(400, "No type of event is given", "At least one event type is required", ["webhook.save"]),
  row(400, "The beginning of the range is missing", "Missing required field: since", ["deliveries.replayRange"]),
  row(
    400,
    "The range has too many deliveries",
    `More than ${maxReplayedDeliveries} deliveries are in the range; none was made again`,
    ["deliveries.replayRange"]
  ),
  row(400, "No stored event has the id", "Invalid field after: Expected the id of an event that is still kept", [
    "feed.list"
  ]),
  row(400, "The status is none", "Invalid field status: Expected a status such as 404, or a class such as 4xx", [
    "logs.list"
  ]),
  row(400, "The file is empty", "The file is empty", ["uploads.create"]),
  row(
    400,
    "The channel does not take such a file",
    "Invalid field image: WhatsApp does not take image/gif as such; it takes image/jpeg, image/png",
    ["messages.send"]
  ),
  row(
    400,
    "The file is too large for the channel",
    "Invalid field mediaId: Messenger takes at most 25 MiB of such a file",
    ["replies.send"]
  ),
  row(401, "The token is missing or not valid", "Unauthorized"),
  row(401, "The time of the token is over", "Token expired. Please refresh your session."),
  row(403, "The user does not belong to the organization", "User is not a member of this organization"),
  row(403, "The organization is suspended", suspension),
  row(403, "The user may not see the conversation", "Forbidden", [...ofOneConversation, "messages.send", "media.get"]),
  row(403, "The member does not manage the organization", "Forbidden", forManagers),
  row(403, "The service role calls, which has no screen", absentService, ["presence.enter"]),
  row(403, "The note is another member's", noteOfAnother, ["notes.remove"]),
  row(
    403,
    "The service role calls, which is no member",
    "Notifications belong to members; the service role has none",
    notifications
  ),
  row(403, "The service role calls, which belongs to no organization", serviceHasNoOrganizations, [
    "organizations.list"
  ]),
  row(404, "No contact has the id", "Contact not found", ["contacts.get", "contacts.change"]),
  row(404, "The person is not known any more", "Contact not found", ["replies.send"]),
  row(404, "The account of the conversation is no longer connected", disconnected("messenger"), ["replies.send"]),
  row(404, "No conversation has the id", "Conversation not found", ofOneConversation),
  row(404, "No note has the id", "Note not found", ["notes.remove"]),
  row(404, "No contact has the number", "Contact not found for the given phone number", ["messages.send"]),
  row(404, "No account is connected", "WhatsApp not connected; connect the number first", ofWhatsApp),
  row(404, "No file has the id", "Media not found", ["media.get"]),
  row(404, "The file could not be fetched, or is gone", "Media not available", ["media.get"]),
  row(404, "The uploaded file is not there", fileNotFound, ["messages.send", "replies.send"]),
  row(404, "No key has the id", "API key not found", ["apiKeys.revoke"]),
  row(404, "There is no subscription", "No webhook is registered", [...sending, ...ofSecret]),
  row(404, "No delivery has the id", "Delivery not found", ["deliveries.get", "deliveries.replay"]),
  row(404, "No request has the id", "Request not found", ["logs.get"]),
  row(409, "There are too many keys", `The organization has ${maxApiKeys} API keys in use; revoke one first`, [
    "apiKeys.create"
  ]),
  row(409, "The subscription is disabled", "The webhook is disabled. Save it again, which enables it", sending),
  row(
    409,
    "The stored secret cannot be opened",
    "The webhook's stored signing secret cannot be opened. Save the webhook again, which gives it another secret",
    [...sending, ...ofSecret]
  ),
  row(409, "There are too many files that were not sent", tooManyUnsent, ["uploads.create"]),
  row(409, "There are too many notes", tooManyNotes, ["notes.add"]),
  row(409, "A contact has the number", "Contact with this phone number already exists", ["contacts.create"]),
  row(409, "The recipient is blocked", recipientRefusals.RecipientBlocked, ["messages.send", "replies.send"]),
  row(409, "The template is for marketing, and the recipient opted out", recipientRefusals.RecipientOptedOut, [
    "messages.send"
  ]),
  row(409, "It cannot be opened again", "Conversation is closed and another one is open", [
    "conversations.assign",
    "conversations.reopen"
  ]),
  row(
    413,
    "The body is larger than 256 KiB, that of a send than 64 KiB, or that of an import than 10 MiB",
    "Request body is too large"
  ),
  row(413, "The file is larger than any channel takes", tooLargeFile("image/jpeg", maxBytesOf("image/jpeg")), [
    "uploads.create"
  ]),
  row(415, "The file cannot be sent", unknownFile, ["uploads.create"]),
  row(415, "The body is not sent as JSON", "Unsupported media type"),
  row(429, "The rate tier is used up", "Rate limit exceeded. Try again in 60 seconds."),
  row(429, "The month's events are used up", "Monthly event limit reached: 1000 of 1000 used", [
    "messages.send",
    "replies.send"
  ]),
  row(
    429,
    "The platform takes no more messages for now; Retry-After says when to try again",
    paceExceeded({ channel: "whatsapp", scope: "pair", retryAfterSeconds: 12 }),
    ["messages.send"]
  ),
  row(
    429,
    "The platform takes no more messages for now; Retry-After says when to try again",
    paceExceeded({ channel: "messenger", scope: "account", retryAfterSeconds: 12 }),
    ["replies.send"]
  ),
  row(429, "The member has too many streams", tooManyStreams("member", maxStreamsOfMember), ["events.stream"]),
  row(429, "The organization has too many streams", tooManyStreams("organization", maxStreamsOfOrganization), [
    "events.stream"
  ]),
  row(500, "Something went wrong on our side", "Internal server error"),
  row(503, "Too much is asked of the service at once", tooMuchToDo),
  row(503, "The database does not answer", unavailable),
  row(503, "The database stopped to answer during the request", lostMeanwhile),
  row(503, "The stored token cannot be opened", unreadableToken.whatsapp, ofWhatsApp),
  row(503, "The stored token cannot be opened", unreadableToken.instagram, ["replies.send"]),
  row(503, "Too many are asked for at once", overloaded["too many"], [
    ...lists,
    "notes.list",
    "bulk.import",
    "logs.list"
  ]),
  row(503, "The answer takes too long", overloaded["too long"], [...lists, "notes.list", "logs.list"]),
  row(
    503,
    "The identity provider cannot be asked for its keys; Retry-After says when to try again",
    tokensUnverifiable
  ),
  row(503, "The service stops", streamsClosed, ["events.stream"]),
  row(503, "The file is on its way from the platform", "Media is being fetched", ["media.get"]),
  ...documentedPlatformFailures
]
