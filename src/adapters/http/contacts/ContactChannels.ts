import { Schema } from "effect"
import { Channel, channelsInWords } from "../../../domain/conversations/Channel.ts"

/** Channel ids of a contact, which both interfaces return on request (contract C116). */
export const ContactChannels = Schema.Array(
  Schema.Struct({
    channel: Channel.annotate({ description: channelsInWords }),
    accountId: Schema.NullOr(Schema.String).annotate({
      description: "The platform's id of the Page or account that the id holds for; null on WhatsApp"
    }),
    personId: Schema.String.annotate({
      description:
        "The platform's id of the person. WhatsApp: the number in digits, or a business-scoped user id. Messenger: recipientId of a send. Instagram: participantId of a send"
    })
  }).annotate({ identifier: "ContactChannel", description: "An id under which a contact can be written to" })
).annotate({
  description:
    "Ids under which the contact can be written to, at most 50; WhatsApp first. There if include names channels"
})
