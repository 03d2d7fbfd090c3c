import { Schema } from "effect"
import { ContactCard } from "../../../domain/messages/ContactCard.ts"
import { Interactive } from "../../../domain/messages/interactive/Interactive.ts"
import { maxMessageIdLength } from "../../../domain/messages/quotedMessages.ts"
import { RequiredText, StorableObject, Text, optional } from "../interfaces/requestFields.ts"
import { type Descriptions, documentedByName, namedSchema } from "../openapi/namedSchema.ts"

/** The name of an interactive message in the document. */
const interactiveName = "WhatsAppInteractive"

/** The name of a contact card in the document. */
const contactName = "WhatsAppContactCard"

/** The id of a message that a send refers to. */
const MessageReference = RequiredText.check(Schema.isMaxLength(maxMessageIdLength))

/** The message that a send answers. */
export const replyTo = optional(
  MessageReference.annotate({
    description:
      "Id of the message that it answers: this service's or the platform's. The person sees that message above it"
  })
)

/** Parts of the types that have the form of the platform. The domain checks them (contract: Interactive messages). */
export const platformParts = {
  previewUrl: optional(
    Schema.Boolean.annotate({
      description: "For type text: whether the first address in the text is shown with a preview of its page"
    })
  ),
  contacts: optional(
    Schema.Array(StorableObject.check(documentedByName<typeof StorableObject.Type>(contactName))).annotate({
      description: "Required for type contacts: the contact cards, in the form of the platform"
    })
  ),
  interactive: optional(
    StorableObject.check(documentedByName<typeof StorableObject.Type>(interactiveName)).annotate({
      description: "Required for type interactive: buttons, a list or another kind, in the form of the platform"
    })
  ),
  reaction: optional(
    Schema.Struct({
      messageId: MessageReference.annotate({
        description: "Id of the message that it is about: this service's or the platform's"
      }),
      emoji: Text.annotate({ description: "One emoji; empty to take the reaction back" })
    }).annotate({ description: "Required for type reaction" })
  ),
  replyTo
}

/** A message of each type that has the form of the platform, to the recipient. */
export const partExamples = (to: string) => [
  {
    to,
    type: "interactive",
    interactive: {
      type: "button",
      body: { text: "Which time suits you?" },
      action: {
        buttons: [
          { type: "reply", reply: { id: "18", title: "18:00" } },
          { type: "reply", reply: { id: "20", title: "20:00" } }
        ]
      }
    },
    replyTo: "wamid.HBgLMTU1NTEyMzQ1NjcVAgASGBQzQUI5RTlFNzU2QkFDQjJDNzlFRQA="
  },
  {
    to,
    type: "interactive",
    interactive: {
      type: "list",
      body: { text: "What would you like to drink?" },
      action: {
        button: "Drinks",
        sections: [
          {
            rows: [
              { id: "tea", title: "Tea" },
              { id: "coffee", title: "Coffee", description: "Or espresso" }
            ]
          }
        ]
      }
    }
  },
  {
    to,
    type: "contacts",
    contacts: [
      {
        name: { formatted_name: "Ada Lovelace", first_name: "Ada" },
        phones: [{ phone: "+1 555 765 4321", type: "WORK", wa_id: "15557654321" }]
      }
    ]
  },
  { to, type: "sticker", sticker: { url: "https://example.com/thanks.webp" } },
  { to, type: "reaction", reaction: { messageId: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d", emoji: "👍" } }
]

/** Descriptions of fields in the form of the platform. */
const texts: Descriptions = {
  type: "The kind",
  header: "Text, picture, film or document above the text",
  body: "The text",
  footer: "Small text below",
  action: "What the person can do",
  text: "The text",
  image: "The picture, for type image",
  video: "The film, for type video",
  document: "The document, for type document",
  id: "The platform's id of a file; of a button or row the id that the answer has",
  link: "Public address of the file; the platform fetches it",
  mediaId: "The id of a file that was uploaded to this service; it is uploaded to the platform first",
  caption: "Text below it",
  filename: "Name shown",
  name: "The name",
  buttons: "The buttons",
  button: "Text of the button that opens the list",
  reply: "Id and text of the button",
  quick_reply: "Id and text of the button",
  title: "The text shown",
  description: "Small text below the title",
  sections: "The sections, each with a title where there are several",
  rows: "The choices",
  parameters: "The values of the action",
  display_text: "Text of the button",
  url: "Address that a tap opens",
  catalog_id: "The platform's id of the catalog",
  product_retailer_id: "The seller's id of the product",
  product_items: "The products",
  thumbnail_product_retailer_id: "The product whose picture is shown",
  cards: "The cards",
  card_index: "Which card, from 0",
  flow_message_version: "Version of flow messages: 3",
  flow_id: "The platform's id of the form; this or flow_name",
  flow_name: "Name of the form; this or flow_id",
  flow_cta: "Text of the button that opens the form",
  flow_token: "Text that the answer has",
  flow_action: "navigate opens a screen, data_exchange asks the endpoint of the form",
  flow_action_payload: "The first screen and its data",
  screen: "Name of the screen",
  data: "Values of the screen",
  mode: "published, or draft for a form that is not published",
  country: "Country of the address, ISO 3166-1 alpha-2",
  values: "Known values of the address",
  saved_addresses: "Addresses to choose from",
  formatted_name: "The name as it is shown",
  first_name: "First name",
  last_name: "Last name",
  middle_name: "Middle name",
  suffix: "What follows the name",
  prefix: "What precedes the name",
  birthday: "Birthday, YYYY-MM-DD",
  org: "Where the person works",
  company: "Name of the company",
  department: "Department",
  phones: "Phone numbers",
  phone: "The phone number",
  wa_id: "The number on WhatsApp; the person can write to it with a tap",
  emails: "E-mail addresses",
  email: "The e-mail address",
  urls: "Web addresses",
  addresses: "Postal addresses",
  street: "Street and number",
  city: "City",
  state: "State",
  zip: "Postal code",
  country_code: "Country, ISO 3166-1 alpha-2"
}

/** The documented schemas of the references. */
export const whatsAppSchemas = () => ({
  ...namedSchema(
    interactiveName,
    Interactive.annotate({
      description: "An interactive message in the form of the platform. Fields that are not listed are passed on to it"
    }),
    texts
  ),
  ...namedSchema(
    contactName,
    ContactCard.annotate({
      description: "A contact card in the form of the platform. Fields that are not listed are passed on to it"
    }),
    texts
  )
})
