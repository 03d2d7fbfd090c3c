import { type Channel, channelRules } from "../../../../domain/conversations/Channel.ts"
import { messengerRules } from "../../../../domain/messages/messenger/MessengerRules.ts"
import { notFound as contactNotFound } from "../../contacts/developerContacts.ts"
import { documentedKeyRefusals } from "../../idempotency/keyRefusals.ts"
import { developerMediaFailures as mediaFailures } from "../../media/media.ts"
import { type DocumentedFailure, refusal, type Where } from "../../openapi/documented.ts"
import { whatsAppTypes } from "../../sends/WhatsAppMessage.ts"
import {
  fixFor,
  lookupFailures,
  monthlyLimitReached,
  paceIsExceeded,
  quotedRefused,
  recipientBlocked,
  recipientOptedOut,
  sendFailures
} from "../../sends/developerSendFailures.ts"
import { tooMuchToDo } from "../../server/refusal.ts"
import { lostMeanwhile, overloaded, unavailable } from "../../server/unlessLost.ts"
import { deliveryNotFound, notSendable, tooManyDeliveries } from "../../webhooks/developerDeliveries.ts"
import { unknownEventType, urlRefused } from "../../webhooks/developerWebhook.ts"
import { developerEventNotFound } from "../../webhooks/eventFeed.ts"
import { unreadableBody } from "../readJsonBody.ts"
import {
  BadRequest,
  documentedRefusal,
  type Failure,
  Internal,
  missingField,
  rateExceeded,
  suspended,
  TooLarge,
  Unavailable,
  unauthorized,
  unknownType,
  UnsupportedMedia
} from "./Failures.ts"

const row = documentedRefusal

/** A failure whose text the document shows as an example. */
const example = (when: string, failure: Failure, where?: Where): DocumentedFailure => row(refusal(when, failure), where)

const missing = (where: Where, field: string): DocumentedFailure =>
  example("A required field is missing", missingField(field, fixFor(field)), where)

const unknown = (channel: Channel, types: ReadonlyArray<string>): DocumentedFailure =>
  example("The type of message does not exist", unknownType("carousel", types), { groups: [channel] })

const ofWhatsAppSend = { operations: ["whatsapp.sendMessage"] }

const ofSending = { operations: ["deliveries.replay", "deliveries.replayRange", "deliveries.test"] }
const ofRange = { operations: ["deliveries.replayRange"] }

/** Lists and searches with a limit per organization. */
const ofLists = {
  operations: ["contacts.list", "whatsapp.listConversations", "deliveries.list", "events.list", "logs.list"]
}

/** Operations that select one of several accounts. */
const accountOperations: Readonly<Record<Channel, ReadonlyArray<string>>> = {
  whatsapp: ["whatsapp.sendMessage", "whatsapp.listTemplates"],
  messenger: ["messenger.sendMessage", "messenger.listConversations"],
  instagram: ["instagram.sendMessage", "instagram.listConversations"]
}

/** Platform failures of every endpoint of a channel. Only WhatsApp has templates. */
const ofChannel = (channel: Channel): ReadonlyArray<DocumentedFailure> => {
  const every: Where = { groups: [channel] }
  const sends: Where = { groups: [channel], method: "post" }
  const failures = sendFailures(channel)
  return [
    row(failures.ChannelTokenMissing, every),
    row(failures.SenderUnknown, { operations: accountOperations[channel] }),
    row(recipientBlocked, sends),
    ...(channelRules[channel].hasTemplates ? [row(recipientOptedOut, sends)] : []),
    row(failures.ChannelNotConnected, every),
    row(monthlyLimitReached, sends),
    row(paceIsExceeded(channel), sends),
    row(failures.ChannelTokenUnreadable, every),
    row(failures.PlatformRejected, every),
    row(failures.PlatformNotReached, sends),
    row(lookupFailures(channel).PlatformNotReached, { groups: [channel], method: "get" })
  ]
}

/**
 * The failures of the Developer interface, in the order of the document (contract: Developer errors; Instagram sends;
 * Rate tiers; Order of checks; Requests that reach no endpoint).
 */
export const documentedFailures: ReadonlyArray<DocumentedFailure> = [
  ...documentedKeyRefusals("developer"),
  missing({ groups: ["whatsapp"] }, "to"),
  missing({ groups: ["messenger"] }, "recipientId"),
  missing({ groups: ["instagram"] }, "participantId"),
  missing({ groups: ["contacts"] }, "phone"),
  missing({ groups: ["webhooks"] }, "url"),
  unknown("whatsapp", whatsAppTypes),
  unknown("messenger", messengerRules.messenger.types),
  unknown("instagram", messengerRules.instagram.types),
  example(
    "A field or parameter is not what it should be",
    new BadRequest({ message: "Invalid field limit: Expected a whole number from 1 to 100" })
  ),
  example(
    "A part of the message is not what the platform takes",
    new BadRequest({
      message: "Invalid field interactive.action.buttons[1].reply.title: Expected 1 to 20 characters"
    }),
    ofWhatsAppSend
  ),
  row(quotedRefused, ofWhatsAppSend),
  example("The body is not JSON", new BadRequest({ message: unreadableBody.NotJson })),
  example("The body is not UTF-8", new BadRequest({ message: unreadableBody.NotUtf8 })),
  row(urlRefused, { groups: ["webhooks"] }),
  row(unknownEventType, { groups: ["webhooks"] }),
  missing(ofRange, "since"),
  row(tooManyDeliveries, ofRange),
  row(developerEventNotFound, { operations: ["events.list"] }),
  row(deliveryNotFound, { operations: ["deliveries.replay"] }),
  row(notSendable.NoWebhook, ofSending),
  row(notSendable.WebhookDisabled, ofSending),
  row(notSendable.WebhookSecretUnreadable, ofSending),
  row(unauthorized),
  row(suspended),
  row(contactNotFound.ContactNotFound, { groups: ["contacts"] }),
  row(mediaFailures.MediaNotFound, { groups: ["media"] }),
  row(mediaFailures.MediaNotAvailable, { groups: ["media"] }),
  row(mediaFailures.MediaPending, { groups: ["media"] }),
  example(
    "The body is larger than 256 KiB, or that of a send than 64 KiB",
    new TooLarge({ message: unreadableBody.BodyTooLarge })
  ),
  example("The body is not sent as JSON", new UnsupportedMedia({ message: unreadableBody.NotJsonMedia })),
  row(rateExceeded),
  example("Something went wrong on our side", new Internal({ message: "Internal server error" })),
  example("Too much is asked of the service at once", new Unavailable({ message: tooMuchToDo })),
  example("The database does not answer", new Unavailable({ message: unavailable })),
  example("The database stopped to answer during the request", new Unavailable({ message: lostMeanwhile })),
  example("Too many are asked for at once", new Unavailable({ message: overloaded["too many"] }), ofLists),
  example("The answer takes too long", new Unavailable({ message: overloaded["too long"] }), ofLists),
  ...ofChannel("whatsapp"),
  ...ofChannel("messenger"),
  ...ofChannel("instagram")
]
