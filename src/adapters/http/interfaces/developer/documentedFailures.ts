import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { type Channel, channelRules } from "../../../../domain/conversations/Channel.ts"
import { supportedTypes } from "../../../../domain/messages/messenger/composeMessenger.ts"
import { notFound as contactNotFound } from "../../contacts/developerContacts.ts"
import { documentedKeyRefusals } from "../../idempotency/keyRefusals.ts"
import { developerMediaFailures as mediaFailures } from "../../media/media.ts"
import { developerUploadFailures as uploadFailures } from "../../media/uploads.ts"
import { developerMessageFailures, severalFilters, unknownBefore } from "../../messages/developerMessages.ts"
import { type DocumentedFailure, type Refusal, refusal, type Where } from "../../openapi/documented.ts"
import { whatsAppTypes } from "../../sends/WhatsAppMessage.ts"
import { tokenUnreadable } from "../../sends/developerDirectMessages.ts"
import { contentRefused, quotedRefused, unknownType } from "../../sends/messageRefusals.ts"
import {
  nothingScheduledToChange,
  scheduledBegun,
  scheduledNotFound,
  sendAtRefused,
  tooManyScheduled
} from "../../sends/scheduleRefusals.ts"
import {
  lookupRefusals,
  monthlyLimitReached,
  paceIsExceeded,
  recipientBlocked,
  recipientOptedOut,
  senderRefusals,
  sendRefusals
} from "../../sends/sendRefusals.ts"
import { tooMuchToDo } from "../../server/refusal.ts"
import { lostMeanwhile, overloaded, unavailable } from "../../server/unlessLost.ts"
import { deliveryNotFound, notSendable, tooManyDeliveries } from "../../webhooks/developerDeliveries.ts"
import { unknownEventType, urlRefused } from "../../webhooks/developerWebhook.ts"
import { developerEventNotFound } from "../../webhooks/eventFeed.ts"
import { refusalsOf } from "../Interface.ts"
import { missingField, Refused, type RefusedStatus } from "../Refusal.ts"
import { unreadableBody } from "../readJsonBody.ts"
import {
  BadRequest,
  documentedRefusal,
  type Failure,
  Internal,
  rateExceeded,
  suspended,
  TooLarge,
  Unavailable,
  unauthorized,
  UnsupportedMedia
} from "./Failures.ts"
import { developerFailure } from "./developer.ts"
import { fixFor } from "./fieldFixes.ts"

const row = ({ example, when }: Refusal<Failure | Refused<RefusedStatus>>, where?: Where): DocumentedFailure =>
  documentedRefusal(refusal(when, example instanceof Refused ? developerFailure(example) : example), where)

/** A failure whose text the document shows as an example. */
const example = (when: string, failure: Failure | Refused<RefusedStatus>, where?: Where): DocumentedFailure =>
  row(refusal(when, failure), where)

const missing = (where: Where, field: string): DocumentedFailure =>
  example("A required field is missing", missingField(field, fixFor(field)), where)

const unknown = (channel: Channel, types: ReadonlyArray<string>): DocumentedFailure =>
  example("The type of message does not exist", unknownType("carousel", types), { groups: [channel] })

const ofWhatsAppSend = { operations: ["whatsapp.sendMessage"] }

const uploads = { operations: ["media.upload"] }

const ofSending = { operations: ["deliveries.replay", "deliveries.replayRange", "deliveries.test"] }
const ofRange = { operations: ["deliveries.replayRange"] }

/** Sends, which can be scheduled. */
const sendOperations = ["whatsapp.sendMessage", "messenger.sendMessage", "instagram.sendMessage"]

/** Lists and searches with a limit per organization. */
const ofLists = {
  operations: [
    "messages.list",
    "contacts.list",
    "whatsapp.listConversations",
    "deliveries.list",
    "events.list",
    "logs.list"
  ]
}

const changesOfTemplates = ["templates.create", "templates.change"]
const templateOperations = [...changesOfTemplates, "templates.get", "templates.remove", "templates.preview"]
const ofTemplates: Where = { groups: ["templates"] }
const signs = { operations: ["messages.read", "messages.typing"] }
const failedSigns = lookupRefusals("messenger")

/** Operations that select one of several accounts. */
const accountOperations: Readonly<Record<Channel, ReadonlyArray<string>>> = {
  whatsapp: ["whatsapp.sendMessage", "whatsapp.listTemplates", ...templateOperations],
  messenger: ["messenger.sendMessage", "messenger.listConversations"],
  instagram: ["instagram.sendMessage", "instagram.listConversations"]
}

/** Platform failures of every endpoint of a channel. Only WhatsApp has templates. */
const ofChannel = (channel: Channel): ReadonlyArray<DocumentedFailure> => {
  const every: Where = { groups: [channel] }
  const sends: Where = { groups: [channel], method: "post" }
  const failures = { ...senderRefusals(channel), ...sendRefusals(channel), ...tokenUnreadable(channel) }
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
    row(lookupRefusals(channel).PlatformNotReached, { groups: [channel], method: "get" })
  ]
}

/**
 * The failures of the Developer interface, in the order of the document (contract: Developer errors; Instagram sends;
 * Rate tiers; Order of checks; Requests that reach no endpoint).
 */
export const documentedFailures = <Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<"developer", Groups>
): ReadonlyArray<DocumentedFailure> => [
  ...documentedKeyRefusals("developer"),
  missing({ groups: ["whatsapp"] }, "to"),
  missing({ groups: ["messenger"] }, "recipientId"),
  missing({ groups: ["instagram"] }, "participantId"),
  missing({ groups: ["contacts"] }, "phone"),
  missing({ groups: ["webhooks"] }, "url"),
  unknown("whatsapp", whatsAppTypes),
  unknown("messenger", supportedTypes("messenger")),
  unknown("instagram", supportedTypes("instagram")),
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
  row(severalFilters, { operations: ["messages.list"] }),
  row(unknownBefore, { operations: ["messages.list"] }),
  row(developerMessageFailures.MessageNotInbound, signs),
  row(developerEventNotFound, { operations: ["events.list"] }),
  row(deliveryNotFound, { operations: ["deliveries.replay"] }),
  row(notSendable.NoWebhook, ofSending),
  row(notSendable.WebhookDisabled, ofSending),
  row(notSendable.WebhookSecretUnreadable, ofSending),
  row(sendAtRefused, { operations: [...sendOperations, "scheduled.change"] }),
  row(nothingScheduledToChange, { operations: ["scheduled.change"] }),
  row(unauthorized),
  row(suspended),
  row(contactNotFound.ContactNotFound, { groups: ["contacts"] }),
  row(developerMessageFailures.MessageNotFound, { operations: ["messages.get", ...signs.operations] }),
  row(developerMessageFailures.ConversationDisconnected, signs),
  row(scheduledNotFound, { operations: ["scheduled.get", "scheduled.change", "scheduled.cancel"] }),
  row(scheduledBegun, { operations: ["scheduled.change", "scheduled.cancel"] }),
  row(tooManyScheduled, { operations: sendOperations }),
  row(mediaFailures.MediaNotFound, { operations: ["media.get"] }),
  row(mediaFailures.MediaNotAvailable, { operations: ["media.get"] }),
  row(mediaFailures.MediaPending, { operations: ["media.get"] }),
  row(uploadFailures.UploadEmpty, uploads),
  row(uploadFailures.TooManyUnsent, uploads),
  row(uploadFailures.UploadTooLarge, uploads),
  row(uploadFailures.UploadTypeRefused, uploads),
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
  ...refusalsOf(api, row),
  row(lookupRefusals("whatsapp").ChannelTokenMissing, ofTemplates),
  example(
    "The platform would not review a part of the template",
    contentRefused({ field: "components[0].text", expectation: "Expected at most 1024 characters" }),
    { operations: changesOfTemplates }
  ),
  example(
    "The values do not fit the template",
    contentRefused({
      field: "template.components[0].parameters",
      expectation: "Expected 2 values for the body of the template, got 1"
    }),
    { operations: ["whatsapp.sendMessage"] }
  ),
  row(senderRefusals("whatsapp").ChannelNotConnected, ofTemplates),
  row(lookupRefusals("whatsapp").ChannelTokenUnreadable, ofTemplates),
  row(lookupRefusals("whatsapp").PlatformRejected, ofTemplates),
  row(lookupRefusals("whatsapp").PlatformNotReached, ofTemplates),
  row(failedSigns.ChannelTokenMissing, signs),
  row(failedSigns.PlatformRejected, signs),
  row(failedSigns.PlatformNotReached, signs),
  row(lookupRefusals("whatsapp").ChannelTokenUnreadable, signs),
  ...ofChannel("whatsapp"),
  ...ofChannel("messenger"),
  ...ofChannel("instagram")
]
