import { documentedKeyRefusals } from "../idempotency/keyAnswers.ts"
import type { DocumentedFailure } from "../shared/documented.ts"
import { tooMuchToDo } from "../server/refusal.ts"
import { lostMeanwhile, unavailable } from "../server/unlessLost.ts"
import { paceExceeded } from "../shared/paceExceeded.ts"
import { recipientRefusals } from "../shared/recipientRefusals.ts"
import { unreadableToken } from "../shared/unreadableToken.ts"
import { overloaded } from "../shared/overloaded.ts"
import { maxStreamsOfMember, maxStreamsOfOrganization } from "../../../app/streams/EventStreams.ts"
import { streamsClosed, tokensUnverifiable, tooManyStreams } from "./Failures.ts"
import { notReachedCode, outcomeUnknownCode } from "./sendRefusals.ts"

/** Titles of the groups, as the document names them. */
export const groupTitle = {
  contacts: "Contacts",
  bulk: "Contact import",
  conversations: "Conversations",
  messages: "Messages",
  media: "Files of messages",
  notifications: "Notifications",
  events: "Events"
} as const

const row = (status: number, when: string, error: string, operations?: ReadonlyArray<string>): DocumentedFailure => ({
  status,
  when,
  body: { success: false, error },
  ...(operations === undefined ? {} : { operations })
})

const gateway = (when: string, reason: string, code: number, title: string): DocumentedFailure => ({
  status: 502,
  when,
  body: { success: false, error: `WhatsApp API error: ${reason}`, details: { code, title } },
  operations: ["messages.send"]
})

/** Endpoints that are about one conversation. */
const ofOneConversation = ["conversations.get", "conversations.close", "conversations.assign", "messages.list"]
const lists = ["contacts.list", "conversations.list", "messages.list"]
const notifications = ["notifications.list", "notifications.read"]
const withJson = [
  "contacts.create",
  "contacts.change",
  "bulk.import",
  "conversations.close",
  "conversations.assign",
  "messages.send",
  "notifications.read"
]

/** The failures of the Session interface (contract C68, C11, C35, C36, C42). */
export const documentedFailures: ReadonlyArray<DocumentedFailure> = [
  ...documentedKeyRefusals("session"),
  row(400, "The organization is not named", "x-org-id header is required"),
  row(400, "A parameter is not what it should be", "Invalid field limit: Expected a whole number from 1 to 100", [
    ...lists,
    "notifications.list"
  ]),
  row(400, "The body is not JSON", "Request body is not valid JSON", withJson),
  row(400, "The body is not UTF-8", "Request body is not valid UTF-8", withJson),
  row(400, "The phone number is missing", "Phone number (userNumber) is required", ["contacts.create"]),
  row(400, "The phone number is none", "Invalid field userNumber: not a phone number", ["contacts.create"]),
  row(400, "There is nothing to change", "No valid fields to update", ["contacts.change"]),
  row(400, "A field is not what it should be", "Invalid field tags[0]: Expected string", ["contacts.change"]),
  row(
    400,
    "The file has a column that is not known",
    'Unknown column "phone": expected userNumber, userName, email, tags',
    ["bulk.import"]
  ),
  row(400, "There are too many rows", "At most 10000 contacts can be imported at once", ["bulk.import"]),
  row(400, "The conversation's id is no UUID", "Invalid conversation ID", ofOneConversation),
  row(400, "The conversation is not named", "Missing required field: conversationId", ["messages.list"]),
  row(400, "The cursor is none", "Invalid field before: not a message of the conversation", ["messages.list"]),
  row(400, "The user is missing", "Missing required field: userId", ["conversations.assign"]),
  row(400, "A required field is missing", "Missing required field: to", ["messages.send"]),
  row(400, "The recipient is no phone number", "Invalid field to: not a phone number", ["messages.send"]),
  row(400, "The type of message does not exist", "Unknown message type: carousel", ["messages.send"]),
  row(400, "The account has no token", "WhatsApp token not stored, reconnect the account", ["messages.send"]),
  row(400, "The event to go on after is none", "Invalid field last-event-id: Expected the id of an event", [
    "events.stream"
  ]),
  row(400, "Nothing is named", "Missing required field: ids", ["notifications.read"]),
  row(400, "Both are given", "Give either ids or upTo", ["notifications.read"]),
  row(400, "The notification is none", "Invalid field upTo: not a notification of yours", ["notifications.read"]),
  row(401, "The token is missing or not valid", "Unauthorized"),
  row(401, "The time of the token is over", "Token expired. Please refresh your session."),
  row(403, "The user does not belong to the organization", "User is not a member of this organization"),
  row(403, "The user may not see the conversation", "Forbidden", [...ofOneConversation, "messages.send", "media.get"]),
  row(
    403,
    "The service role calls, which is no member",
    "Notifications belong to members; the service role has none",
    notifications
  ),
  row(404, "No contact has the id", "Contact not found", ["contacts.get", "contacts.change"]),
  row(404, "No conversation has the id", "Conversation not found", ofOneConversation),
  row(404, "No contact has the number", "Contact not found for the given phone number", ["messages.send"]),
  row(404, "No account is connected", "WhatsApp not connected; connect the number first", ["messages.send"]),
  row(404, "No file has the id", "Media not found", ["media.get"]),
  row(404, "The file could not be fetched, or is gone", "Media not available", ["media.get"]),
  row(409, "A contact has the number", "Contact with this phone number already exists", ["contacts.create"]),
  row(409, "The recipient is blocked", recipientRefusals.RecipientBlocked, ["messages.send"]),
  row(409, "The template is for marketing, and the recipient opted out", recipientRefusals.RecipientOptedOut, [
    "messages.send"
  ]),
  row(409, "It cannot be opened again", "Conversation is closed and another one is open", ["conversations.assign"]),
  row(
    413,
    "The body is larger than 256 KiB, that of a send than 64 KiB, or that of an import than 10 MiB",
    "Request body is too large"
  ),
  row(415, "The body is not sent as JSON", "Unsupported media type"),
  row(429, "The rate tier is used up", "Rate limit exceeded. Try again in 60 seconds."),
  row(429, "The month's events are used up", "Monthly event limit reached: 1000 of 1000 used", ["messages.send"]),
  row(
    429,
    "The platform takes no more messages for now; Retry-After says when to try again",
    paceExceeded({ channel: "whatsapp", scope: "pair", retryAfterSeconds: 12 }),
    ["messages.send"]
  ),
  row(429, "The member has too many streams", tooManyStreams("member", maxStreamsOfMember), ["events.stream"]),
  row(429, "The organization has too many streams", tooManyStreams("organization", maxStreamsOfOrganization), [
    "events.stream"
  ]),
  row(500, "Something went wrong on our side", "Internal server error"),
  row(503, "Too much is asked of the service at once", tooMuchToDo),
  row(503, "The database does not answer", unavailable),
  row(503, "The database stopped to answer during the request", lostMeanwhile),
  row(503, "The stored token cannot be opened", unreadableToken.whatsapp, ["messages.send"]),
  row(503, "Too many are asked for at once", overloaded["too many"], [...lists, "bulk.import"]),
  row(503, "The answer takes too long", overloaded["too long"], lists),
  row(
    503,
    "The identity provider cannot be asked for its keys; Retry-After says when to try again",
    tokensUnverifiable
  ),
  row(503, "The service stops", streamsClosed, ["events.stream"]),
  row(503, "The file is on its way from the platform", "Media is being fetched", ["media.get"]),
  gateway(
    "The platform refused; the reason is its own",
    "(#132001) Template name does not exist in the translation",
    132001,
    "Template name does not exist in the translation"
  ),
  gateway(
    "The platform could not be reached",
    "WhatsApp could not be reached; the message was not sent",
    notReachedCode,
    "Not reached"
  ),
  gateway(
    "The outcome of the send is unknown",
    "WhatsApp gave no usable answer; the message may have been sent",
    outcomeUnknownCode,
    "Outcome unknown"
  )
]
