import { Schema } from "effect"
import type { ContactChannel } from "../../../domain/contact/ContactChannel.ts"
import { Channel, channelsInWords } from "../../../domain/conversation/Channel.ts"

/** The ids of a contact, as lists of contacts and single contacts show them in both interfaces (contract C116). */
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
).annotate({ description: "The ids under which the contact can be written to, at most 50; WhatsApp first" })

export const exampleChannels: ReadonlyArray<ContactChannel> = [
  { channel: "whatsapp", accountId: null, personId: "15551234567" },
  { channel: "messenger", accountId: "110554301234567", personId: "7120554301234567" }
]
