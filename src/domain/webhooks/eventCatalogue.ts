import { Schema } from "effect"
import { SubscribableType } from "./Webhook.ts"
import { DeliverableType } from "./DeliveryRecord.ts"

/** When an event of each type happens. */
const meanings: Readonly<Record<DeliverableType, string>> = {
  "message.received": "A person wrote",
  "message.sent": "The platform accepted a message of the business",
  "message.delivered": "The message reached the device of the person",
  "message.read": "The person read the message",
  "message.failed": "The platform reported a failure after it had accepted the message",
  "contact.created": "A contact was added",
  "contact.updated": "A contact changed",
  "conversation.opened": "A conversation started, or a closed one is open again",
  "conversation.closed": "A conversation was closed",
  postback: "A person tapped a button. It also goes to subscriptions that name message.received",
  "message.reaction": "A person or the business reacted to a message, or took a reaction back",
  "message.edited": "The writer of a message changed it",
  "message.deleted": "The writer of a message took it back",
  "message.send_failed": "A scheduled send, or one that was recorded in a transaction, failed",
  "contact.opted_in": "A contact opted in to messages on a channel",
  "contact.opted_out": "A contact opted out of messages on a channel",
  "contact.erased": "The erasure of a contact was requested: copies elsewhere have to be deleted, too",
  "conversation.note_added": "A member wrote a note about a conversation",
  "conversation.note_removed": "A note about a conversation was removed",
  "conversation.assigned": "Another member looks after a conversation, or no member any more",
  "conversation.read": "A member read the messages of a conversation",
  "conversation.unread": "A member marked a conversation as unread",
  "conversation.updated": "A conversation has another status: an agent or people answer it now",
  "account.updated": "The platform changed something about a connected account",
  "webhook.failing":
    "The subscription will be disabled: nothing has reached it for 50, 70 or 90 % of the time until then",
  "campaign.updated": "A campaign has another status, such as running, paused or finished",
  "webhook.test": "A test event was requested. It goes to the subscription whatever its events"
}

/** A type of event, for people who choose. */
export interface CataloguedType {
  readonly type: DeliverableType
  readonly description: string
  /** Whether a subscription can name it. */
  readonly isSubscribable: boolean
}

const isSubscribable = Schema.is(SubscribableType)

/** Every type of event. */
export const eventCatalogue: ReadonlyArray<CataloguedType> = DeliverableType.literals.map((type) => ({
  type,
  description: meanings[type],
  isSubscribable: isSubscribable(type)
}))
