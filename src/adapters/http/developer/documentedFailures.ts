import { type Channel, channelName, channelRules } from "../../../domain/conversations/Channel.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { connectFirst } from "../shared/sends/connectFirst.ts"
import { documentedKeyRefusals } from "../idempotency/keyRefusals.ts"
import type { DocumentedFailure } from "../shared/documented.ts"
import { tooMuchToDo } from "../server/refusal.ts"
import { lostMeanwhile, unavailable } from "../server/unlessLost.ts"
import { paceExceeded } from "../shared/sends/paceExceeded.ts"
import { recipientRefusals } from "../shared/sends/recipientRefusals.ts"
import { unknownSender, usableSenders } from "../shared/sends/senderName.ts"
import { unreadableToken } from "../shared/sends/unreadableToken.ts"
import { overloaded } from "../shared/overloaded.ts"
import { suspensionBody } from "./Failures.ts"
import { fixForLimit, fixForRecipient } from "./platformFailures.ts"

/** Titles of the groups in the document. */
export const groupTitle = {
  ...channelName,
  contacts: "Contacts",
  webhooks: "Webhooks",
  deliveries: "Deliveries",
  events: "Events",
  media: "Files of messages",
  logs: "Logs"
} as const

const row = (
  status: number,
  when: string,
  body: { readonly message: string; readonly code?: string; readonly fix?: string },
  groups?: ReadonlyArray<string>,
  method?: "get" | "post"
): DocumentedFailure => ({
  status,
  when,
  body: { success: false, ...body },
  ...(groups === undefined ? {} : { groups }),
  ...(method === undefined ? {} : { method })
})

/** Limits a failure to these operations. */
const of = (operations: ReadonlyArray<string>, failure: DocumentedFailure): DocumentedFailure => ({
  ...failure,
  operations
})

const sending = ["deliveries.replay", "deliveries.replayRange", "deliveries.test"]

/** Lists and searches with a limit per organization. */
const shared = ["contacts.list", "whatsapp.listConversations", "deliveries.list", "events.list", "logs.list"]

/** Failures of the deliveries and events endpoints. */
const deliveries: ReadonlyArray<DocumentedFailure> = [
  of(
    ["deliveries.replayRange"],
    row(400, "A required field is missing", {
      message: "Missing required field: since",
      code: "MISSING_FIELD",
      fix: "Add since to the request body"
    })
  ),
  of(
    ["deliveries.replayRange"],
    row(400, "The range holds too many deliveries", {
      message: "More than 10000 deliveries are in the range; none was made again",
      fix: "Narrow the range with since and until, or give a status"
    })
  ),
  of(
    ["events.list"],
    row(400, "The event to go on after is not there, or not any more", {
      message: "Invalid field after: Expected the id of an event that is still kept",
      fix: "Leave after out to begin with the oldest event that is kept"
    })
  ),
  of(
    ["deliveries.replay"],
    row(404, "The delivery does not exist", { message: "Delivery not found", code: "NOT_FOUND" })
  ),
  of(
    sending,
    row(404, "There is no webhook to send to", {
      message: "No webhook is registered",
      fix: "Register it with POST /v1/webhooks"
    })
  ),
  of(
    sending,
    row(409, "Nothing is sent to the webhook", {
      message: "The webhook is disabled",
      fix: "Register it with POST /v1/webhooks again, which enables it"
    })
  ),
  of(
    sending,
    row(409, "The webhook's secret cannot be opened", {
      message: "The webhook's stored signing secret cannot be opened",
      fix: "Register it with POST /v1/webhooks again, which gives it another secret"
    })
  )
]

/** Failures of media: the platform returned no file, or the file is gone. */
export const mediaNotAvailable = {
  message: "Media not available",
  fix: "Ask the person to send the file again; the platform does not have it any more"
}

const missing = (group: string, field: string, fix: string) =>
  row(400, "A required field is missing", { message: `Missing required field: ${field}`, code: "MISSING_FIELD", fix }, [
    group
  ])

const unknownType = (group: string, types: string) =>
  row(
    400,
    "The type of message does not exist",
    { message: "Unknown message type: carousel", code: "INVALID_TYPE", fix: `Use one of: ${types}` },
    [group]
  )

const exampleContact = ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71")

/** Failures for a blocked or opted-out recipient. Only WhatsApp has templates. */
const ofRecipient = (channel: Channel): ReadonlyArray<DocumentedFailure> => {
  const groups = [groupTitle[channel]]
  const refused = (when: string, code: "RECIPIENT_BLOCKED" | "RECIPIENT_OPTED_OUT", fix: string) =>
    row(
      409,
      when,
      {
        message: recipientRefusals[code === "RECIPIENT_BLOCKED" ? "RecipientBlocked" : "RecipientOptedOut"],
        code,
        fix
      },
      groups,
      "post"
    )
  const blocked = refused(
    "The recipient is blocked",
    "RECIPIENT_BLOCKED",
    fixForRecipient(exampleContact, "isBlocked", false)
  )
  const optedOut = refused(
    "The template is for marketing, and the recipient opted out",
    "RECIPIENT_OPTED_OUT",
    fixForRecipient(exampleContact, "optedIn", true)
  )
  return channelRules[channel].hasTemplates ? [blocked, optedOut] : [blocked]
}

/** Operations that select one of several accounts. */
const accountOperations: Readonly<Record<Channel, ReadonlyArray<string>>> = {
  whatsapp: ["whatsapp.sendMessage", "whatsapp.listTemplates"],
  messenger: ["messenger.sendMessage", "messenger.listConversations"],
  instagram: ["instagram.sendMessage", "instagram.listConversations"]
}

/** Platform failures of every endpoint of a channel. */
const ofChannel = (channel: Channel, refusal: string): ReadonlyArray<DocumentedFailure> => {
  const groups = [groupTitle[channel]]
  const name = channelName[channel]
  return [
    row(400, "The account has no token", { message: `${name} token not stored, reconnect the account` }, groups),
    of(
      accountOperations[channel],
      row(400, "No connected account has the name", {
        message: unknownSender({ channel }),
        fix: `Use ${usableSenders({ available: ["106540352242922"], more: 0 })}`
      })
    ),
    ...ofRecipient(channel),
    row(404, "No account is connected", { message: `${name} not connected; ${connectFirst[channel]}` }, groups),
    row(
      429,
      "The month's events are used up",
      { message: "Monthly event limit reached: 1000 of 1000 used", code: "API_LIMIT_REACHED", fix: fixForLimit },
      groups,
      "post"
    ),
    row(
      429,
      "The platform takes no more messages for now; Retry-After says when to try again",
      { message: paceExceeded({ channel, scope: channelRules[channel].paceScope, retryAfterSeconds: 12 }) },
      groups,
      "post"
    ),
    channel === "messenger"
      ? row(
          500,
          "The stored token cannot be opened",
          { message: unreadableToken.messenger, fix: "Connect the Page again" },
          groups
        )
      : row(
          503,
          "The stored token cannot be opened",
          { message: unreadableToken[channel], code: "CHANNEL_UNAVAILABLE" },
          groups
        ),
    row(502, "The platform refused; the text is its own", { message: refusal }, groups),
    row(
      502,
      "The platform could not be reached",
      { message: `${name} could not be reached; the message was not sent` },
      groups,
      "post"
    ),
    row(502, "The platform could not be reached", { message: `${name} could not be reached` }, groups, "get")
  ]
}

/** The failures of the Developer interface (contract C69, C23, C35, C36, C42). */
export const documentedFailures: ReadonlyArray<DocumentedFailure> = [
  ...documentedKeyRefusals("developer"),
  missing(groupTitle.whatsapp, "to", "Add the recipient's phone number in E.164 without +, for example 15551234567"),
  missing(groupTitle.messenger, "recipientId", "Add the page-scoped id of the person"),
  missing(groupTitle.instagram, "participantId", "Add the Instagram-scoped id of the person"),
  missing(groupTitle.contacts, "phone", "Add the contact's phone number in E.164 without +, for example 15551234567"),
  missing(groupTitle.webhooks, "url", "Add the HTTPS address that events are sent to"),
  unknownType(groupTitle.whatsapp, "template, text, image, document, audio, video, location"),
  unknownType(groupTitle.messenger, "text, quick_replies, button_template, generic_template, attachment_url"),
  unknownType(
    groupTitle.instagram,
    "text, image, video, audio, file, quick_replies, button_template, generic_template"
  ),
  row(400, "A field or parameter is not what it should be", {
    message: "Invalid field limit: Expected a whole number from 1 to 100"
  }),
  row(400, "The body is not JSON", { message: "Request body is not valid JSON" }),
  row(400, "The body is not UTF-8", { message: "Request body is not valid UTF-8" }),
  row(400, "The address is not HTTPS", { message: "Webhook URL must use HTTPS" }, [groupTitle.webhooks]),
  row(400, "The event type does not exist", { message: "Unknown event type: message.lost" }, [groupTitle.webhooks]),
  ...deliveries,
  row(401, "The key is missing or not valid", {
    message: "Invalid or missing API key",
    code: "INVALID_API_KEY",
    fix: "Send a key of your organization in the header x-api-key"
  }),
  row(403, "The organization of the key is suspended", suspensionBody),
  row(404, "No contact has the id", { message: "Contact not found", code: "NOT_FOUND" }, [groupTitle.contacts]),
  row(404, "No file has the id", { message: "Media not found", code: "NOT_FOUND" }, [groupTitle.media]),
  row(404, "The file could not be fetched, or is gone", mediaNotAvailable, [groupTitle.media]),
  row(503, "The file is on its way from the platform", { message: "Media is being fetched" }, [groupTitle.media]),
  row(413, "The body is larger than 256 KiB, or that of a send than 64 KiB", { message: "Request body is too large" }),
  row(415, "The body is not sent as JSON", { message: "Unsupported media type" }),
  row(429, "The rate tier is used up", { message: "Rate limit exceeded. Try again in 60 seconds." }),
  row(500, "Something went wrong on our side", { message: "Internal server error" }),
  row(503, "Too much is asked of the service at once", { message: tooMuchToDo }),
  row(503, "The database does not answer", { message: unavailable }),
  row(503, "The database stopped to answer during the request", { message: lostMeanwhile }),
  of(shared, row(503, "Too many are asked for at once", { message: overloaded["too many"] })),
  of(shared, row(503, "The answer takes too long", { message: overloaded["too long"] })),
  ...ofChannel("whatsapp", "(#132001) Template name does not exist in the translation"),
  ...ofChannel("messenger", "(#10) This message is sent outside of allowed window."),
  ...ofChannel("instagram", "(#10) This message is sent outside of allowed window.")
]
