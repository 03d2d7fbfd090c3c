import { Schema } from "effect"
import { maxSearchLength } from "../../../domain/contacts/ContactSearch.ts"
import { isOptedOut } from "../../../domain/contacts/RecipientCheck.ts"
import { Channel, channelsInWords } from "../../../domain/conversations/Channel.ts"
import { labelNameLimit } from "../../../domain/conversations/Label.ts"
import type { ReachableContact } from "../../../ports/contacts/ContactStore.ts"
import { Text, textWithin } from "../interfaces/requestFields.ts"

/** Channel ids of a contact, which both interfaces return on request (contract: Ids of a contact). */
const ContactChannels = Schema.Array(
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

/** Names that `include` accepts (contract: Additional fields of contacts). */
const names = ["channels", "optedOut"] as const
type Addition = (typeof names)[number]

/** Maximum length of an unknown name in an error text. */
const longestName = 64

const isAddition = (name: string): name is Addition => names.some((known) => known === name)

const namesIn = (list: string): ReadonlyArray<string> =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** Query parameter of endpoints that return contacts. */
export const includeQuery = {
  include: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter(
        (list) => {
          const unknown = namesIn(list).find((name) => !isAddition(name))
          return unknown === undefined || `Unknown name ${unknown.slice(0, longestName)}; use ${names.join(", ")}`
        },
        { toJsonSchema: () => [{ examples: ["channels,optedOut"] }, true] }
      )
    ).annotate({ description: `Additional fields of the contacts, separated by commas: ${names.join(", ")}` })
  )
}

/** Fields that a response has if `include` names them. */
export const contactAdditions = {
  channels: Schema.optionalKey(ContactChannels),
  optedOut: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Whether the contact opted out of marketing messages: they get no marketing template. False while nothing is known. There if include names optedOut"
    })
  )
}

/** Returns the additional fields that `include` names. */
export const includedView =
  (include: string = "") =>
  ({ channels, contact }: ReachableContact) => {
    const included = new Set(namesIn(include))
    return {
      ...(included.has("channels") ? { channels } : {}),
      ...(included.has("optedOut") ? { optedOut: isOptedOut(contact) } : {})
    }
  }

/** A search term for contacts. `parts` names the fields that are searched. */
export const searchTerm = (parts: string) =>
  Text.check(
    Schema.makeFilter((term) => term.length <= maxSearchLength || `Expected at most ${maxSearchLength} characters`, {
      toJsonSchema: () => [{ maxLength: maxSearchLength }, true]
    })
  ).annotate({ description: `Part of ${parts}, at most ${maxSearchLength} characters` })

/** The name of a label, exactly as it is stored. A name of no label finds nothing. */
export const labelQuery = textWithin(labelNameLimit).annotate({ description: "Only those with this label; its name" })

/** Search term of the Session interface, for contacts, and for conversations by contact. */
export const SearchTerm = searchTerm("a name, a phone number or an e-mail address")
