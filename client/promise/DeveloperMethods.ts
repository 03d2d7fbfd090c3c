// Generated from the schemas of the interface: `node scripts/clientTypes.ts` writes it again.
import type { FeedEvent } from "../webhooks/ParleyEvent.ts"
import type { CallOptions, Json, PostOptions, Table } from "./Endpoint.ts"

/** The fields to change; absent fields stay as they are. Null clears email and countryCode, and counts as absent elsewhere */
export interface ChangeContactRequest {
  /** Name, at most 512 characters */
  readonly name?: string | null | undefined
  /** E-mail address, at most 320 characters; empty text is none, like null */
  readonly email?: string | null | undefined
  /** Calling code of the country, with or without +; empty text or null for none */
  readonly countryCode?: string | null | undefined
  /** All tags that the contact has from now on, at most 100 of 1 to 128 characters; duplicates are dropped */
  readonly tags?: ReadonlyArray<string> | null | undefined
  /** Merged into the attributes that are there, where null removes a key; together at most 100 keys and 16 KiB as JSON */
  readonly attributes?: { readonly [name: string]: Json } | null | undefined
  /** Whether the contact is blocked: nothing is sent to a blocked contact */
  readonly isBlocked?: boolean | null | undefined
  /** Whether the contact opted in to marketing messages; false refuses marketing templates */
  readonly optedIn?: boolean | null | undefined
}

/** An id under which a contact can be written to */
export interface ContactChannel {
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** The platform's id of the Page or account that the id holds for; null on WhatsApp */
  readonly accountId: string | null
  /** The platform's id of the person. WhatsApp: the number in digits, or a business-scoped user id. Messenger: recipientId of a send. Instagram: participantId of a send */
  readonly personId: string
}

/** A contact in a list */
export interface ContactItem {
  /** The contact's id */
  readonly id: string
  /** Name; empty when it is not known */
  readonly name: string
  /** Phone number, E.164 without +; empty when there is none */
  readonly phone: string
  /** E-mail address; null when there is none */
  readonly email: string | null
  /** Tags, in the order they were given */
  readonly tags: ReadonlyArray<string>
  /** When the contact was added: ISO 8601, UTC */
  readonly created_at: string
  /** Ids under which the contact can be written to, at most 50; WhatsApp first. There if include names channels */
  readonly channels?: ReadonlyArray<ContactChannel>
  /** Whether the contact opted out of marketing messages: they get no marketing template. False while nothing is known. There if include names optedOut */
  readonly optedOut?: boolean
}

/** Which deliveries are made again */
export interface ReplayRequest {
  /** Only deliveries of events that happened then or later: ISO 8601 with its zone */
  readonly since: string
  /** Only deliveries of events that happened before; up to now when left out: ISO 8601 with its zone */
  readonly until?: string | null | undefined
  /** Only those with this status */
  readonly status?: "pending" | "delivered" | "failed" | null | undefined
}

/** The values of one part of a template. Fields that are not listed are passed on to the platform */
export interface TemplateComponent {
  /** Which part of the template: header, body, button, carousel or limited_time_offer */
  readonly type: string
  /** The kind of a button: quick_reply, url, copy_code, flow, catalog, mpm, order_details, reminder or booking_confirmation */
  readonly sub_type?: string | undefined
  /** Which button, from 0 */
  readonly index?: number | string | undefined
  /** The values of the part, in the order of its placeholders */
  readonly parameters?:
    | ReadonlyArray<{
        /** What the value is: text, image, document, video, currency, date_time, payload, coupon_code, action or limited_time_offer */
        readonly type: string
        /** For type text: the value */
        readonly text?: string | undefined
        /** The placeholder, where placeholders have names */
        readonly parameter_name?: string | undefined
        /** For type image */
        readonly image?:
          | {
              /** Public address of the file; the platform fetches it */
              readonly link?: string | undefined
              /** The platform's id of an uploaded file */
              readonly id?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        /** For type document */
        readonly document?:
          | {
              /** Public address of the file; the platform fetches it */
              readonly link?: string | undefined
              /** The platform's id of an uploaded file */
              readonly id?: string | undefined
              /** Name shown */
              readonly filename?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        /** For type video */
        readonly video?:
          | {
              /** Public address of the file; the platform fetches it */
              readonly link?: string | undefined
              /** The platform's id of an uploaded file */
              readonly id?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        /** For type currency */
        readonly currency?:
          | {
              /** The text that recipients read */
              readonly fallback_value: string
              /** Currency, ISO 4217 */
              readonly code: string
              /** Amount times 1000 */
              readonly amount_1000: number
              readonly [name: string]: unknown
            }
          | undefined
        /** For type date_time */
        readonly date_time?:
          | {
              /** The text that recipients read */
              readonly fallback_value: string
              readonly [name: string]: unknown
            }
          | undefined
        /** For type payload: what the webhook of a quick reply carries */
        readonly payload?: string | undefined
        /** For type coupon_code: the code that is copied */
        readonly coupon_code?: string | undefined
        /** For type limited_time_offer */
        readonly limited_time_offer?:
          | {
              /** When the offer ends, in milliseconds since 1970 */
              readonly expiration_time_ms: number
              readonly [name: string]: unknown
            }
          | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  /** For a carousel: the values of each card */
  readonly cards?:
    | ReadonlyArray<{
        /** Which card, from 0 */
        readonly card_index: number
        /** The values of the card */
        readonly components: ReadonlyArray<TemplateComponent>
        readonly [name: string]: unknown
      }>
    | undefined
  readonly [name: string]: unknown
}

/** A contact; absent and null fields stay as they are */
export interface UpsertContactRequest {
  /** Phone number, E.164 without + */
  readonly phone: string
  /** Name, at most 512 characters */
  readonly name?: string | null | undefined
  /** E-mail address, at most 320 characters; empty text is none */
  readonly email?: string | null | undefined
  /** All tags that the contact has from now on, at most 100 of 1 to 128 characters; duplicates are dropped */
  readonly tags?: ReadonlyArray<string> | null | undefined
  /** Merged into the attributes that are there, where null removes a key; together at most 100 keys and 16 KiB as JSON */
  readonly attributes?: { readonly [name: string]: Json } | null | undefined
}

/** The subscription to register */
export interface WebhookRequest {
  /** Where events are sent to; HTTPS */
  readonly url: string
  /** Types of the events to be sent. message.reaction, message.edited, message.deleted, conversation.note_added, conversation.note_removed, conversation.assigned, conversation.read, conversation.unread, conversation.updated, account.updated and webhook.failing are additions: each is sent only if it is named */
  readonly events: ReadonlyArray<
    | "message.received"
    | "message.sent"
    | "message.delivered"
    | "message.read"
    | "message.failed"
    | "contact.created"
    | "contact.updated"
    | "conversation.opened"
    | "conversation.closed"
    | "postback"
    | "message.reaction"
    | "message.edited"
    | "message.deleted"
    | "conversation.note_added"
    | "conversation.note_removed"
    | "conversation.assigned"
    | "conversation.read"
    | "conversation.unread"
    | "conversation.updated"
    | "account.updated"
    | "webhook.failing"
  >
  /** Sent on each delivery in X-Webhook-Secret; at most 512 characters, empty text is none */
  readonly signing_secret?: string | null | undefined
}

/** A contact card in the form of the platform. Fields that are not listed are passed on to it */
export interface WhatsAppContactCard {
  /** The name */
  readonly name: {
    /** The name as it is shown */
    readonly formatted_name: string
    /** First name */
    readonly first_name?: string | undefined
    /** Last name */
    readonly last_name?: string | undefined
    /** Middle name */
    readonly middle_name?: string | undefined
    /** What follows the name */
    readonly suffix?: string | undefined
    /** What precedes the name */
    readonly prefix?: string | undefined
    readonly [name: string]: unknown
  }
  /** Birthday, YYYY-MM-DD */
  readonly birthday?: string | undefined
  /** Where the person works */
  readonly org?:
    | {
        /** Name of the company */
        readonly company?: string | undefined
        /** Department */
        readonly department?: string | undefined
        /** The text shown */
        readonly title?: string | undefined
        readonly [name: string]: unknown
      }
    | undefined
  /** Phone numbers */
  readonly phones?:
    | ReadonlyArray<{
        /** The phone number */
        readonly phone?: string | undefined
        /** The kind */
        readonly type?: string | undefined
        /** The number on WhatsApp; the person can write to it with a tap */
        readonly wa_id?: string | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  /** E-mail addresses */
  readonly emails?:
    | ReadonlyArray<{
        /** The e-mail address */
        readonly email?: string | undefined
        /** The kind */
        readonly type?: string | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  /** Web addresses */
  readonly urls?:
    | ReadonlyArray<{
        /** Address that a tap opens */
        readonly url?: string | undefined
        /** The kind */
        readonly type?: string | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  /** Postal addresses */
  readonly addresses?:
    | ReadonlyArray<{
        /** Street and number */
        readonly street?: string | undefined
        /** City */
        readonly city?: string | undefined
        /** State */
        readonly state?: string | undefined
        /** Postal code */
        readonly zip?: string | undefined
        /** Country of the address, ISO 3166-1 alpha-2 */
        readonly country?: string | undefined
        /** Country, ISO 3166-1 alpha-2 */
        readonly country_code?: string | undefined
        /** The kind */
        readonly type?: string | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  readonly [name: string]: unknown
}

/** An interactive message in the form of the platform. Fields that are not listed are passed on to it */
export type WhatsAppInteractive =
  | {
      /** The kind */
      readonly type: "button"
      /** What is above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The buttons */
        readonly buttons: ReadonlyArray<{
          /** The kind */
          readonly type: "reply"
          /** Id and text of the button */
          readonly reply: {
            /** The platform's id of a file; of a button or row the id that the answer has */
            readonly id: string
            /** The text shown */
            readonly title: string
            readonly [name: string]: unknown
          }
          readonly [name: string]: unknown
        }>
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "list"
      /** What is above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text"
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** Text of the button that opens the list */
        readonly button: string
        /** The sections, each with a title where there are several */
        readonly sections: ReadonlyArray<{
          /** The text shown */
          readonly title?: string | undefined
          /** The choices */
          readonly rows: ReadonlyArray<{
            /** The platform's id of a file; of a button or row the id that the answer has */
            readonly id: string
            /** The text shown */
            readonly title: string
            /** Small text below the title */
            readonly description?: string | undefined
            readonly [name: string]: unknown
          }>
          readonly [name: string]: unknown
        }>
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "cta_url"
      /** What is above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "cta_url"
        /** The values of the action */
        readonly parameters: {
          /** Text of the button */
          readonly display_text: string
          /** Address that a tap opens */
          readonly url: string
          readonly [name: string]: unknown
        }
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "location_request_message"
      /** What is above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "send_location"
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "product"
      /** The text */
      readonly body?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The platform's id of the catalog */
        readonly catalog_id: string
        /** The seller's id of the product */
        readonly product_retailer_id: string
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "product_list"
      /** What is above the text */
      readonly header: {
        /** The kind */
        readonly type: "text"
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The platform's id of the catalog */
        readonly catalog_id: string
        /** The sections, each with a title where there are several */
        readonly sections: ReadonlyArray<{
          /** The text shown */
          readonly title?: string | undefined
          /** The products */
          readonly product_items: ReadonlyArray<{
            /** The seller's id of the product */
            readonly product_retailer_id: string
            readonly [name: string]: unknown
          }>
          readonly [name: string]: unknown
        }>
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "catalog_message"
      /** What is above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "catalog_message"
        /** The values of the action */
        readonly parameters?:
          | {
              /** The product whose picture is shown */
              readonly thumbnail_product_retailer_id?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "carousel"
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** What the person can do */
      readonly action: {
        /** The cards */
        readonly cards: ReadonlyArray<{
          /** Which card, from 0 */
          readonly card_index: number
          /** The kind */
          readonly type: "cta_url" | "product"
          /** What is above the text */
          readonly header?:
            | {
                /** The kind */
                readonly type: "image" | "video"
                /** The picture, for type image */
                readonly image?:
                  | {
                      /** The platform's id of a file; of a button or row the id that the answer has */
                      readonly id?: string | undefined
                      /** Public address of the file; the platform fetches it */
                      readonly link?: string | undefined
                      /** Text below it */
                      readonly caption?: string | undefined
                      readonly [name: string]: unknown
                    }
                  | undefined
                /** The film, for type video */
                readonly video?:
                  | {
                      /** The platform's id of a file; of a button or row the id that the answer has */
                      readonly id?: string | undefined
                      /** Public address of the file; the platform fetches it */
                      readonly link?: string | undefined
                      /** Text below it */
                      readonly caption?: string | undefined
                      readonly [name: string]: unknown
                    }
                  | undefined
                readonly [name: string]: unknown
              }
            | undefined
          /** The text */
          readonly body?:
            | {
                /** The text */
                readonly text: string
                readonly [name: string]: unknown
              }
            | undefined
          /** What the person can do */
          readonly action: {
            /** The name */
            readonly name?: "cta_url" | undefined
            /** The values of the action */
            readonly parameters?:
              | {
                  /** Text of the button */
                  readonly display_text: string
                  /** Address that a tap opens */
                  readonly url: string
                  readonly [name: string]: unknown
                }
              | undefined
            /** The buttons */
            readonly buttons?:
              | ReadonlyArray<{
                  /** The kind */
                  readonly type: "quick_reply"
                  /** Id and text of the button */
                  readonly quick_reply: {
                    /** The platform's id of a file; of a button or row the id that the answer has */
                    readonly id: string
                    /** The text shown */
                    readonly title: string
                    readonly [name: string]: unknown
                  }
                  readonly [name: string]: unknown
                }>
              | undefined
            /** The platform's id of the catalog */
            readonly catalog_id?: string | undefined
            /** The seller's id of the product */
            readonly product_retailer_id?: string | undefined
            readonly [name: string]: unknown
          }
          readonly [name: string]: unknown
        }>
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "flow"
      /** What is above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "flow"
        /** The values of the action */
        readonly parameters: {
          /** Version of flow messages: 3 */
          readonly flow_message_version: string | number
          /** The platform's id of the form; this or flow_name */
          readonly flow_id?: string | undefined
          /** Name of the form; this or flow_id */
          readonly flow_name?: string | undefined
          /** Text of the button that opens the form */
          readonly flow_cta: string
          /** Text that the answer has */
          readonly flow_token?: string | undefined
          /** navigate opens a screen, data_exchange asks the endpoint of the form */
          readonly flow_action?: "navigate" | "data_exchange" | undefined
          /** The first screen and its data */
          readonly flow_action_payload?:
            | {
                /** Name of the screen */
                readonly screen?: string | undefined
                /** Values of the screen */
                readonly data?: { readonly [name: string]: Json } | undefined
                readonly [name: string]: unknown
              }
            | undefined
          /** published, or draft for a form that is not published */
          readonly mode?: "draft" | "published" | undefined
          readonly [name: string]: unknown
        }
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "address_message"
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "address_message"
        /** The values of the action */
        readonly parameters: {
          /** Country of the address, ISO 3166-1 alpha-2 */
          readonly country: string
          /** Known values of the address */
          readonly values?: { readonly [name: string]: Json } | undefined
          /** Addresses to choose from */
          readonly saved_addresses?: ReadonlyArray<Json> | undefined
          readonly [name: string]: unknown
        }
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "call_permission_request"
      /** The text */
      readonly body?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "call_permission_request"
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }

/** The methods of the Developer interface, one for each endpoint and one for each list. */
export interface DeveloperMethods {
  readonly whatsapp: {
    /** Send a WhatsApp message. Sends an approved template, or another message to a person who wrote within 24 hours, and dispatches `message.sent`. An unknown number or user id becomes a contact. Nothing is sent to a blocked contact, and no marketing template to one who opted out. An organization with several numbers names one with `from`. */
    readonly sendMessage: (
      body: {
        /** Recipient's phone number, E.164 without +, or their business-scoped user id such as US.13491208655302741918 */
        readonly to: string
        /** The number that sends: its phone number, the platform's phone number id, or the id of the connected account; when left out, the number of the person's latest open conversation, else the organization's default number, else the one connected first */
        readonly from?: string | null | undefined
        /** template (default), text, image, document, audio, video, location, sticker, contacts, interactive or reaction */
        readonly type?:
          | "template"
          | "text"
          | "image"
          | "document"
          | "audio"
          | "video"
          | "location"
          | "sticker"
          | "contacts"
          | "interactive"
          | "reaction"
          | null
          | undefined
        /** Required for type template */
        readonly template?:
          | {
              /** Name of an approved template */
              readonly name: string
              /** Which of its languages */
              readonly language: {
                /** Language code, such as en_US */
                readonly code: string
              }
              /** Values for header, body and buttons, each {type, parameters:[{type, text}]} */
              readonly components?: ReadonlyArray<TemplateComponent> | null | undefined
            }
          | null
          | undefined
        /** Required for type text; at most 4096 characters */
        readonly text?: string | null | undefined
        /** Required for type image */
        readonly image?:
          | {
              /** Public address of the image; the platform fetches it */
              readonly url: string
              /** Text below it */
              readonly caption?: string | null | undefined
            }
          | null
          | undefined
        /** Required for type document */
        readonly document?:
          | {
              /** Public address of the document; the platform fetches it */
              readonly url: string
              /** Text below it */
              readonly caption?: string | null | undefined
              /** Name shown */
              readonly filename?: string | null | undefined
            }
          | null
          | undefined
        /** Required for type audio */
        readonly audio?:
          | {
              /** Public address of the audio file; the platform fetches it */
              readonly url: string
            }
          | null
          | undefined
        /** Required for type video */
        readonly video?:
          | {
              /** Public address of the video; the platform fetches it */
              readonly url: string
              /** Text below it */
              readonly caption?: string | null | undefined
            }
          | null
          | undefined
        /** Required for type location */
        readonly location?:
          | {
              /** Degrees north */
              readonly latitude: number
              /** Degrees east */
              readonly longitude: number
              /** Name of the place */
              readonly name?: string | null | undefined
              /** Address of the place */
              readonly address?: string | null | undefined
            }
          | null
          | undefined
        /** Required for type sticker */
        readonly sticker?:
          | {
              /** Public address of the sticker, a WebP file; the platform fetches it */
              readonly url: string
            }
          | null
          | undefined
        /** For type text: whether the first address in the text is shown with a preview of its page */
        readonly previewUrl?: boolean | null | undefined
        /** Required for type contacts: the contact cards, in the form of the platform */
        readonly contacts?: ReadonlyArray<WhatsAppContactCard> | null | undefined
        /** Required for type interactive: buttons, a list or another kind, in the form of the platform */
        readonly interactive?: WhatsAppInteractive | null | undefined
        /** Required for type reaction */
        readonly reaction?:
          | {
              /** Id of the message that it is about: this service's or the platform's */
              readonly messageId: string
              /** One emoji; empty to take the reaction back */
              readonly emoji: string
            }
          | null
          | undefined
        /** Id of the message that it answers: this service's or the platform's. The person sees that message above it */
        readonly replyTo?: string | null | undefined
      },
      options?: PostOptions
    ) => Promise<{
      /** The platform's id of the message */
      readonly waMessageId: string
      /** The platform has accepted the message */
      readonly status: "sent"
      /** The conversation that the message belongs to */
      readonly conversationId: string
      /** The contact that it goes to */
      readonly contactId: string
    }>

    /** List WhatsApp templates. All approved templates of a connected number; at most some minutes old. Numbers of different WhatsApp Business Accounts have different ones. */
    readonly listTemplates: (
      query?: {
        /** Of which number: its phone number, the platform's phone number id, or the id of the connected account; when left out, the organization's default number, else the one connected first */
        readonly from?: string | undefined
      },
      options?: CallOptions
    ) => Promise<
      ReadonlyArray<{
        /** The platform's id of the template */
        readonly id: string
        /** Name that a send gives */
        readonly name: string
        /** Language code that a send gives */
        readonly language: string
        /** APPROVED */
        readonly status: string
        /** What it is for, such as MARKETING or UTILITY */
        readonly category: string
        /** Its parts as the platform has them: {type, text}, with placeholders such as {{1}} */
        readonly components: ReadonlyArray<{ readonly [name: string]: Json }>
      }>
    >

    /** List WhatsApp conversations. A page of the conversations over WhatsApp, the last updated first. */
    readonly listConversations: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<{
        /** The conversation's id */
        readonly id: string
        /** The contact of the conversation */
        readonly contact: {
          /** Name of the contact; empty when unknown */
          readonly name: string
          /** E.164 without +; empty when it is not known */
          readonly phone: string
        }
        /** The last message, shortened to 256 characters; the kind in brackets when it has no words */
        readonly last_message: string
        /** open, ai_handling, escalated or closed */
        readonly status: "open" | "ai_handling" | "escalated" | "closed"
        /** When something was last said or changed; ISO 8601 UTC */
        readonly updated_at: string
        /** The number that the conversation is on; present if the organization has several, or if it is no longer connected */
        readonly account?: {
          /** The id of the connected account; `from` of a send takes it */
          readonly id: string
          /** The platform's phone number id; null when the number is no longer connected */
          readonly account_id: string | null
          /** The display phone number; null when it is no longer connected */
          readonly name: string | null
        }
      }>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Entries on all pages */
        readonly total: number
      }
    }>
    /** Every entry of `listConversations`, page after page. */
    readonly allConversations: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<{
      /** The conversation's id */
      readonly id: string
      /** The contact of the conversation */
      readonly contact: {
        /** Name of the contact; empty when unknown */
        readonly name: string
        /** E.164 without +; empty when it is not known */
        readonly phone: string
      }
      /** The last message, shortened to 256 characters; the kind in brackets when it has no words */
      readonly last_message: string
      /** open, ai_handling, escalated or closed */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** When something was last said or changed; ISO 8601 UTC */
      readonly updated_at: string
      /** The number that the conversation is on; present if the organization has several, or if it is no longer connected */
      readonly account?: {
        /** The id of the connected account; `from` of a send takes it */
        readonly id: string
        /** The platform's phone number id; null when the number is no longer connected */
        readonly account_id: string | null
        /** The display phone number; null when it is no longer connected */
        readonly name: string | null
      }
    }>
  }
  readonly messenger: {
    /** Send a Messenger message. Sends a message to a person of the connected Page, and dispatches `message.sent`. The platform takes messages within 24 hours of the person's last one, and within 7 days with the tag `HUMAN_AGENT`. */
    readonly sendMessage: (
      body: {
        /** Page-scoped id of the person */
        readonly recipientId: string
        /** The Page that sends: the id of the Page, or the id of the connected account; when left out, the Page that knows the person, else the one connected first */
        readonly from?: string | null | undefined
        /** One of text, quick_replies, button_template, generic_template, attachment_url, images, image_grid, media_template, receipt_template, sticker, reaction; text when left out */
        readonly type?:
          | "text"
          | "quick_replies"
          | "button_template"
          | "generic_template"
          | "attachment_url"
          | "images"
          | "image_grid"
          | "media_template"
          | "receipt_template"
          | "sticker"
          | "reaction"
          | null
          | undefined
        /** Required for types text and quick_replies; at most 2000 characters */
        readonly text?: string | null | undefined
        /** Required for type quick_replies: the replies, at most 13 */
        readonly quickReplies?:
          | ReadonlyArray<{
              /** One of text, user_phone_number, user_email; text when left out. The others offer the phone number or e-mail address that the platform knows, without title and payload */
              readonly contentType?: "text" | "user_phone_number" | "user_email" | null | undefined
              /** Required; the text on it, truncated to 20 characters */
              readonly title?: string | null | undefined
              /** The payload of the reply; when absent, the title in upper case with underscores for spaces */
              readonly payload?: string | null | undefined
              /** Public address of an icon */
              readonly imageUrl?: string | null | undefined
            }>
          | null
          | undefined
        /** Required for type button_template: the text above the buttons, at most 640 characters */
        readonly buttonTemplateText?: string | null | undefined
        /** Required for type button_template, at most 3; optional for types image_grid and media_template */
        readonly buttons?:
          | ReadonlyArray<{
              /** Required: web_url, postback, phone_number */
              readonly type?: "web_url" | "postback" | "phone_number" | null | undefined
              /** Required; the text on it, truncated to 20 characters */
              readonly title?: string | null | undefined
              /** Required for type web_url: the page to open */
              readonly url?: string | null | undefined
              /** Required for type postback: the payload of the webhook, at most 1000 characters; for type phone_number: the number to dial, with + and country code */
              readonly payload?: string | null | undefined
            }>
          | null
          | undefined
        /** Required for type generic_template: the cards, at most 10 */
        readonly elements?:
          | ReadonlyArray<{
              /** Required: title of the card, at most 80 characters */
              readonly title?: string | null | undefined
              /** Text below the title, at most 80 characters */
              readonly subtitle?: string | null | undefined
              /** Public address of an image */
              readonly imageUrl?: string | null | undefined
              /** What a tap on the card itself does */
              readonly defaultAction?:
                | {
                    /** web_url */
                    readonly type?: "web_url" | null | undefined
                    /** Required: the page to open */
                    readonly url?: string | null | undefined
                  }
                | null
                | undefined
              /** Buttons of the card, at most 3 */
              readonly buttons?:
                | ReadonlyArray<{
                    /** Required: web_url, postback, phone_number */
                    readonly type?: "web_url" | "postback" | "phone_number" | null | undefined
                    /** Required; the text on it, truncated to 20 characters */
                    readonly title?: string | null | undefined
                    /** Required for type web_url: the page to open */
                    readonly url?: string | null | undefined
                    /** Required for type postback: the payload of the webhook, at most 1000 characters; for type phone_number: the number to dial, with + and country code */
                    readonly payload?: string | null | undefined
                  }>
                | null
                | undefined
            }>
          | null
          | undefined
        /** Required for type reaction */
        readonly reaction?:
          | {
              /** Id of the message that it is about: this service's or the platform's */
              readonly messageId: string
              /** One emoji; empty to take the reaction back */
              readonly emoji: string
            }
          | null
          | undefined
        /** Id of the message that it answers: this service's or the platform's. The person sees that message above it */
        readonly replyTo?: string | null | undefined
        /** HUMAN_AGENT, when a person answers: within 7 days instead of 24 hours */
        readonly tag?: "HUMAN_AGENT" | null | undefined
        /** Required for type attachment_url: public address of the file; the platform fetches it. For type media_template, which needs this or attachmentId: address of a photo or video on facebook.com */
        readonly attachmentUrl?: string | null | undefined
        /** For type attachment_url: image, video, audio, file; file when left out. Required for type media_template: image or video */
        readonly attachmentType?: "image" | "video" | "audio" | "file" | null | undefined
        /** For type media_template: the platform's id of an uploaded file */
        readonly attachmentId?: string | null | undefined
        /** Required for type images: at most 30; for type image_grid: 2 to 6 */
        readonly images?:
          | ReadonlyArray<{
              /** Required: public address of the image */
              readonly url?: string | null | undefined
              /** For type image_grid: shows this image larger */
              readonly isHero?: boolean | null | undefined
              /** For type image_grid: what a tap on the image does */
              readonly action?:
                | {
                    /** Required: web_url, postback */
                    readonly type?: "web_url" | "postback" | null | undefined
                    /** Required for type web_url: the page to open */
                    readonly url?: string | null | undefined
                    /** Required for type postback: the payload of the webhook */
                    readonly payload?: string | null | undefined
                  }
                | null
                | undefined
            }>
          | null
          | undefined
        /** For type image_grid: at most 45 characters */
        readonly title?: string | null | undefined
        /** For type image_grid: at most 80 characters */
        readonly subtitle?: string | null | undefined
        /** Required for type receipt_template */
        readonly receipt?:
          | {
              /** Required: the name of the person */
              readonly recipientName?: string | null | undefined
              /** The name of the shop */
              readonly merchantName?: string | null | undefined
              /** Required: unique for each order */
              readonly orderNumber?: string | null | undefined
              /** Required: ISO 4217, such as EUR */
              readonly currency?: string | null | undefined
              /** Required: in words, such as Visa 2345 */
              readonly paymentMethod?: string | null | undefined
              /** Address of a page about the order */
              readonly orderUrl?: string | null | undefined
              /** Time of the order, in seconds since 1970 */
              readonly timestamp?: number | null | undefined
              /** The items, at most 100 */
              readonly items?:
                | ReadonlyArray<{
                    /** Required: the name of the item */
                    readonly title?: string | null | undefined
                    /** Text below the name */
                    readonly subtitle?: string | null | undefined
                    /** Number of items */
                    readonly quantity?: number | null | undefined
                    /** Required: the price, 0 for a free item */
                    readonly price?: number | null | undefined
                    /** Currency of the price, if it differs */
                    readonly currency?: string | null | undefined
                    /** Public address of an image */
                    readonly imageUrl?: string | null | undefined
                  }>
                | null
                | undefined
              /** Where the order is shipped to */
              readonly address?:
                | {
                    /** Required */
                    readonly street1?: string | null | undefined
                    /** Second line of the street */
                    readonly street2?: string | null | undefined
                    /** Required */
                    readonly city?: string | null | undefined
                    /** Required */
                    readonly postalCode?: string | null | undefined
                    /** Required: the state, region or province */
                    readonly state?: string | null | undefined
                    /** Required: two letters, such as US */
                    readonly country?: string | null | undefined
                  }
                | null
                | undefined
              /** Required: the amounts of the order */
              readonly summary?:
                | {
                    /** Sum of the items */
                    readonly subtotal?: number | null | undefined
                    /** Cost of shipping */
                    readonly shippingCost?: number | null | undefined
                    /** Sum of taxes */
                    readonly totalTax?: number | null | undefined
                    /** Required: the amount that was paid */
                    readonly totalCost?: number | null | undefined
                  }
                | null
                | undefined
              /** Discounts and other changes of the price */
              readonly adjustments?:
                | ReadonlyArray<{
                    /** Required: the reason, such as a discount */
                    readonly name?: string | null | undefined
                    /** Required */
                    readonly amount?: number | null | undefined
                  }>
                | null
                | undefined
            }
          | null
          | undefined
        /** On Messenger required for type sticker: like for the thumb, or the digits of a sticker's id */
        readonly stickerId?: string | null | undefined
      },
      options?: PostOptions
    ) => Promise<{
      /** The platform's id of the message */
      readonly messageId: string
    }>

    /** List Messenger conversations. The conversations of the connected Page, as Messenger itself lists them now. */
    readonly listConversations: (
      query?: {
        /** Of which Page: the id of the Page, or the id of the connected account; when left out, the one connected first */
        readonly from?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The conversations, the newest first */
      readonly data: ReadonlyArray<{
        /** The platform's id of the conversation */
        readonly id: string
        /** When something was last said; ISO 8601 UTC */
        readonly updated_time: string
        /** Messages that the Page has not read */
        readonly unread_count: number
        /** Who takes part, the Page included */
        readonly participants: ReadonlyArray<{
          /** Page-scoped id of a person, or the id of the Page */
          readonly id: string
          /** Name of the person or Page */
          readonly name: string
        }>
      }>
    }>
  }
  readonly instagram: {
    /** Send an Instagram message. Sends a direct message from the connected account, and dispatches `message.sent`. The platform takes messages within 24 hours of the person's last one, and within 7 days with the tag `HUMAN_AGENT`. */
    readonly sendMessage: (
      body: {
        /** Instagram-scoped id of the person */
        readonly participantId: string
        /** The account that sends: the Instagram account id, or the id of the connected account; when left out, the account that knows the person, else the one connected first */
        readonly from?: string | null | undefined
        /** One of text, image, video, audio, file, quick_replies, button_template, generic_template, images, sticker, reaction; text when left out */
        readonly type?:
          | "text"
          | "image"
          | "video"
          | "audio"
          | "file"
          | "quick_replies"
          | "button_template"
          | "generic_template"
          | "images"
          | "sticker"
          | "reaction"
          | null
          | undefined
        /** Required for types text and quick_replies; at most 1000 bytes of UTF-8 */
        readonly text?: string | null | undefined
        /** Required for type quick_replies: the replies, at most 13 */
        readonly quickReplies?:
          | ReadonlyArray<{
              /** text, the only one */
              readonly contentType?: "text" | null | undefined
              /** Required; the text on it, truncated to 20 characters */
              readonly title?: string | null | undefined
              /** The payload of the reply; when absent, the title in upper case with underscores for spaces */
              readonly payload?: string | null | undefined
              /** Public address of an icon */
              readonly imageUrl?: string | null | undefined
            }>
          | null
          | undefined
        /** Required for type button_template: the text above the buttons, at most 640 characters */
        readonly buttonTemplateText?: string | null | undefined
        /** Required for type button_template, at most 3 */
        readonly buttons?:
          | ReadonlyArray<{
              /** Required: web_url, postback */
              readonly type?: "web_url" | "postback" | null | undefined
              /** Required; the text on it, truncated to 20 characters */
              readonly title?: string | null | undefined
              /** Required for type web_url: the page to open */
              readonly url?: string | null | undefined
              /** Required for type postback: the payload of the webhook, at most 1000 characters */
              readonly payload?: string | null | undefined
            }>
          | null
          | undefined
        /** Required for type generic_template: the cards, at most 10 */
        readonly elements?:
          | ReadonlyArray<{
              /** Required: title of the card, at most 80 characters */
              readonly title?: string | null | undefined
              /** Text below the title, at most 80 characters */
              readonly subtitle?: string | null | undefined
              /** Public address of an image */
              readonly imageUrl?: string | null | undefined
              /** What a tap on the card itself does */
              readonly defaultAction?:
                | {
                    /** web_url */
                    readonly type?: "web_url" | null | undefined
                    /** Required: the page to open */
                    readonly url?: string | null | undefined
                  }
                | null
                | undefined
              /** Buttons of the card, at most 3 */
              readonly buttons?:
                | ReadonlyArray<{
                    /** Required: web_url, postback */
                    readonly type?: "web_url" | "postback" | null | undefined
                    /** Required; the text on it, truncated to 20 characters */
                    readonly title?: string | null | undefined
                    /** Required for type web_url: the page to open */
                    readonly url?: string | null | undefined
                    /** Required for type postback: the payload of the webhook, at most 1000 characters */
                    readonly payload?: string | null | undefined
                  }>
                | null
                | undefined
            }>
          | null
          | undefined
        /** Required for type reaction */
        readonly reaction?:
          | {
              /** Id of the message that it is about: this service's or the platform's */
              readonly messageId: string
              /** One emoji; empty to take the reaction back */
              readonly emoji: string
            }
          | null
          | undefined
        /** Id of the message that it answers: this service's or the platform's. The person sees that message above it */
        readonly replyTo?: string | null | undefined
        /** HUMAN_AGENT, when a person answers: within 7 days instead of 24 hours */
        readonly tag?: "HUMAN_AGENT" | null | undefined
        /** Required for types image, video, audio and file: public address; the platform fetches it */
        readonly attachmentUrl?: string | null | undefined
        /** Required for type images: at most 10 */
        readonly images?:
          | ReadonlyArray<{
              /** Required: public address of the image */
              readonly url?: string | null | undefined
            }>
          | null
          | undefined
      },
      options?: PostOptions
    ) => Promise<{
      /** The platform's id of the message */
      readonly messageId: string
    }>

    /** List Instagram conversations. The conversations of the connected account, as Instagram itself lists them now. */
    readonly listConversations: (
      query?: {
        /** Of which account: the Instagram account id, or the id of the connected account; when left out, the one connected first */
        readonly from?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The conversations, the newest first */
      readonly data: ReadonlyArray<{
        /** The platform's id of the conversation */
        readonly id: string
        /** When something was last said; ISO 8601 UTC */
        readonly updated_time: string
        /** Who takes part, the account included */
        readonly participants: ReadonlyArray<{
          /** Instagram-scoped id of a person, or the id of the account */
          readonly id: string
          /** Name on Instagram */
          readonly username: string
        }>
      }>
    }>
  }
  readonly contacts: {
    /** List contacts. The newest first. With a search only those whose name or phone number has the term as a part of it. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Part of a name or a phone number, at most 200 characters */
        readonly search?: string | undefined
        /** Additional fields of the contacts, separated by commas: channels, optedOut */
        readonly include?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<ContactItem>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Entries on all pages */
        readonly total: number
      }
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Part of a name or a phone number, at most 200 characters */
        readonly search?: string | undefined
        /** Additional fields of the contacts, separated by commas: channels, optedOut */
        readonly include?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<ContactItem>
    /** Create or update a contact. A contact with any form of the number is updated, and keeps the form that was given first. Attributes are merged, tags are replaced. */
    readonly upsert: (
      body: UpsertContactRequest,
      options?: PostOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Phone number, E.164 without +; empty when there is none */
      readonly phone: string
      /** Name; empty when it is not known */
      readonly name: string
      /** E-mail address; null when there is none */
      readonly email: string | null
      /** Tags, in the order they were given */
      readonly tags: ReadonlyArray<string>
    }>

    /** Get a contact. One contact, with its attributes; `include` adds its ids on the channels and whether it opted out. */
    readonly get: (
      id: string,
      query?: {
        /** Additional fields of the contacts, separated by commas: channels, optedOut */
        readonly include?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Phone number, E.164 without +; empty when there is none */
      readonly userNumber: string
      /** Name; empty when it is not known */
      readonly userName: string
      /** Calling code in digits; empty when it is not known */
      readonly countryCode: string
      /** Tags, in the order they were given */
      readonly tags: ReadonlyArray<string>
      /** The attributes: custom keys and values beside the standard fields */
      readonly params: { readonly [name: string]: Json }
      /** Ids under which the contact can be written to, at most 50; WhatsApp first. There if include names channels */
      readonly channels?: ReadonlyArray<ContactChannel>
      /** Whether the contact opted out of marketing messages: they get no marketing template. False while nothing is known. There if include names optedOut */
      readonly optedOut?: boolean
    }>

    /** Change a contact. Only the fields that are given change. Tags are replaced, attributes are merged. Changed tags become labels on Messenger, on a best-effort basis; WhatsApp has no labels. */
    readonly change: (
      id: string,
      body: ChangeContactRequest,
      options?: CallOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Phone number, E.164 without +; empty when there is none */
      readonly userNumber: string
      /** Name; empty when it is not known */
      readonly userName: string
      /** Tags, in the order they were given */
      readonly tags: ReadonlyArray<string>
    }>

    /** Delete a contact. The contact and their conversations are not shown any more. Who writes again afterwards, or is written to, is a new contact. */
    readonly remove: (
      id: string,
      options?: CallOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Always true */
      readonly deleted: true
    }>
  }
  readonly webhooks: {
    /** The subscription. The organization's one subscription, with the secret that its deliveries are signed with. */
    readonly find: (options?: CallOptions) => Promise<{
      /** Null when nothing is registered */
      readonly webhook: {
        /** Comes with every delivery as webhook_id */
        readonly id: string
        /** Where events are sent to */
        readonly url: string
        /** Types of the events that are sent */
        readonly events: ReadonlyArray<
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
        >
        /** active: events are sent. disabled: the receiver took nothing for days, or answered 410; events are not sent. secret_unreadable: the service cannot open the stored signing secret; events wait. Registering the subscription again makes it active */
        readonly status: "active" | "disabled" | "secret_unreadable"
        /** What deliveries are signed with: yours, or one that was made. Null when it cannot be opened */
        readonly secret: string | null
      } | null
    }>

    /** Register or update the subscription. Events are pushed to one HTTPS address, at least once, signed as Standard Webhooks. After a change of the secret the old one signs for another 24 hours beside the new one, and after several changes each of them. The answer to registering a disabled subscription again says where to read the events that it missed. */
    readonly register: (
      body: WebhookRequest,
      options?: PostOptions
    ) => Promise<{
      /** The subscription as it is now */
      readonly webhook: {
        /** Comes with every delivery as webhook_id */
        readonly id: string
        /** Where events are sent to */
        readonly url: string
        /** Types of the events that are sent */
        readonly events: ReadonlyArray<
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
        >
        /** active: events are sent. disabled: the receiver took nothing for days, or answered 410; events are not sent. secret_unreadable: the service cannot open the stored signing secret; events wait. Registering the subscription again makes it active */
        readonly status: "active" | "disabled" | "secret_unreadable"
      }
      /** Only when the subscription was disabled until now: how to read what it missed */
      readonly missed?: {
        /** When the subscription was disabled: ISO 8601, UTC. Events since then were not delivered */
        readonly since: string
        /** What to give as after to GET /v1/events to read the missed events; null: leave after out. Events of the minute before the subscription was disabled come again */
        readonly resume_after: string | null
      }
    }>

    /** Remove the subscription. Ends the subscription. Pending deliveries are dropped. */
    readonly remove: (options?: CallOptions) => Promise<{
      readonly success: true
      /** The outcome, for people */
      readonly message: string
    }>
  }
  readonly deliveries: {
    /** List deliveries. The newest event first, each with its attempts and what they were answered. They are kept as long as their events: 30 days, unless configured otherwise. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "pending" | "delivered" | "failed" | undefined
        /** Only those of events of this type */
        readonly event?:
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
          | "webhook.test"
          | undefined
        /** Only those of events that happened then or later: ISO 8601 with its zone */
        readonly since?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<{
        /** The event's id: webhook-id of every attempt */
        readonly id: string
        /** The event's type */
        readonly event: string
        /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
        readonly status: "pending" | "delivered" | "failed"
        /** Where it goes to, or went to when no attempt follows */
        readonly url: string
        /** The last 10 attempts at most, the oldest first */
        readonly attempts: ReadonlyArray<{
          /** When it ended: ISO 8601, UTC */
          readonly at: string
          /** The HTTP status of the answer; null when none came */
          readonly statusCode: number | null
          /** How long the answer, or the failure, took, in milliseconds */
          readonly durationMs: number
          /** The beginning of the answer's body, 1024 bytes of it at most; null when none came */
          readonly response: string | null
          /** Why it was no success; null when it was one */
          readonly error: string | null
        }>
        /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
        readonly nextAttemptAt: string | null
        /** When the event happened: ISO 8601, UTC */
        readonly createdAt: string
      }>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Deliveries on all pages; no more than 10000 are counted, pages behind them are there */
        readonly total: number
        /** How many pages those that were counted fill */
        readonly totalPages: number
      }
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "pending" | "delivered" | "failed" | undefined
        /** Only those of events of this type */
        readonly event?:
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
          | "webhook.test"
          | undefined
        /** Only those of events that happened then or later: ISO 8601 with its zone */
        readonly since?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<{
      /** The event's id: webhook-id of every attempt */
      readonly id: string
      /** The event's type */
      readonly event: string
      /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
      readonly status: "pending" | "delivered" | "failed"
      /** Where it goes to, or went to when no attempt follows */
      readonly url: string
      /** The last 10 attempts at most, the oldest first */
      readonly attempts: ReadonlyArray<{
        /** When it ended: ISO 8601, UTC */
        readonly at: string
        /** The HTTP status of the answer; null when none came */
        readonly statusCode: number | null
        /** How long the answer, or the failure, took, in milliseconds */
        readonly durationMs: number
        /** The beginning of the answer's body, 1024 bytes of it at most; null when none came */
        readonly response: string | null
        /** Why it was no success; null when it was one */
        readonly error: string | null
      }>
      /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
      readonly nextAttemptAt: string | null
      /** When the event happened: ISO 8601, UTC */
      readonly createdAt: string
    }>
    /** Make a delivery again. Sends the event again with the same webhook-id, to where the subscription leads now, and repeats that like any delivery. A delivery that waits for its next attempt becomes due at once. It does not count towards the monthly limit again. */
    readonly replay: (
      id: string,
      options?: PostOptions
    ) => Promise<{
      /** The event's id: webhook-id of every attempt */
      readonly id: string
      /** The event's type */
      readonly event: string
      /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
      readonly status: "pending" | "delivered" | "failed"
      /** Where it goes to, or went to when no attempt follows */
      readonly url: string
      /** The last 10 attempts at most, the oldest first */
      readonly attempts: ReadonlyArray<{
        /** When it ended: ISO 8601, UTC */
        readonly at: string
        /** The HTTP status of the answer; null when none came */
        readonly statusCode: number | null
        /** How long the answer, or the failure, took, in milliseconds */
        readonly durationMs: number
        /** The beginning of the answer's body, 1024 bytes of it at most; null when none came */
        readonly response: string | null
        /** Why it was no success; null when it was one */
        readonly error: string | null
      }>
      /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
      readonly nextAttemptAt: string | null
      /** When the event happened: ISO 8601, UTC */
      readonly createdAt: string
    }>

    /** Make the deliveries of a time range again. All deliveries of the range, or those with one status. At most 10000 at once: when there are more, none is made again. 30 of them become due each second, the oldest first. */
    readonly replayRange: (
      body: ReplayRequest,
      options?: PostOptions
    ) => Promise<{
      /** How many deliveries are made again */
      readonly replayed: number
    }>

    /** Send a test event. Sends an event of the type webhook.test, with data.message, the way every event goes: signed, repeated, listed and counted. It reaches the subscription whatever that asked for. */
    readonly test: (options?: PostOptions) => Promise<{
      /** The test event's id: webhook-id of its delivery */
      readonly id: string
      /** The test event's type */
      readonly event: "webhook.test"
    }>
  }
  readonly events: {
    /** Read events. Every event, whether or not the subscription names it, oldest first. A reader that always continues after next_after misses none. An event may appear here a moment after it happened, and is kept for 30 days, unless configured otherwise. */
    readonly list: (
      query?: {
        /** The id of the event to go on after: next_after of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The oldest first */
      readonly events: ReadonlyArray<FeedEvent>
      /** What to give as after the next time; null while there is nothing */
      readonly next_after: string | null
      /** Whether others are there already */
      readonly has_more: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** The id of the event to go on after: next_after of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<FeedEvent>
  }
  readonly media: {
    /** Get a file of a message. The file as it was sent, with its media type, its size (at most 100 MiB) and an ETag; one range of bytes is given when Range asks for it. Images, sounds, films and PDF may be shown, anything else is only to be saved. As long as the file is on its way from the platform the answer is 503, and Retry-After says when to ask again. */
    readonly get: (mediaId: string, options?: CallOptions) => Promise<Blob>
  }
  readonly logs: {
    /** List requests. The requests that came with the organization's keys, the newest first, also those that reached no endpoint. They are kept for 30 days, and appear within a few seconds. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<{
        /** The request's id */
        readonly id: string
        /** The HTTP method */
        readonly method: string
        /** The path after the base URL, without the query; 2048 characters of it at most */
        readonly path: string
        /** The HTTP status of the response; 499 when the caller closed the connection */
        readonly status_code: number
        /** The request body; empty when there was none. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
        readonly request_body: { readonly [name: string]: Json }
        /** The response body. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
        readonly response_body: { readonly [name: string]: Json }
        /** Where the request came from */
        readonly ip_address: string
        /** The caller's User-Agent */
        readonly user_agent: string
        /** How long the answer took, in milliseconds */
        readonly duration_ms: number
        /** When the request came in: ISO 8601, UTC */
        readonly created_at: string
      }>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Entries on all pages */
        readonly total: number
        /** How many pages there are; 0 when nothing is logged */
        readonly totalPages: number
      }
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<{
      /** The request's id */
      readonly id: string
      /** The HTTP method */
      readonly method: string
      /** The path after the base URL, without the query; 2048 characters of it at most */
      readonly path: string
      /** The HTTP status of the response; 499 when the caller closed the connection */
      readonly status_code: number
      /** The request body; empty when there was none. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
      readonly request_body: { readonly [name: string]: Json }
      /** The response body. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
      readonly response_body: { readonly [name: string]: Json }
      /** Where the request came from */
      readonly ip_address: string
      /** The caller's User-Agent */
      readonly user_agent: string
      /** How long the answer took, in milliseconds */
      readonly duration_ms: number
      /** When the request came in: ISO 8601, UTC */
      readonly created_at: string
    }>
  }
}

/** The endpoints of the Developer interface. */
export const developerMethods: Table = {
  whatsapp: {
    sendMessage: { method: "POST", path: "/api/developer/v1/send-message", takes: "body" },
    listTemplates: { method: "GET", path: "/api/developer/v1/templates", takes: "query" },
    listConversations: {
      method: "GET",
      path: "/api/developer/v1/conversations/whatsapp",
      takes: "query",
      pages: "page"
    }
  },
  messenger: {
    sendMessage: { method: "POST", path: "/api/developer/v1/messenger/send-message", takes: "body" },
    listConversations: { method: "GET", path: "/api/developer/v1/conversations/messenger", takes: "query" }
  },
  instagram: {
    sendMessage: { method: "POST", path: "/api/developer/v1/instagram/send-message", takes: "body" },
    listConversations: { method: "GET", path: "/api/developer/v1/conversations/instagram", takes: "query" }
  },
  contacts: {
    list: { method: "GET", path: "/api/developer/v1/contacts", takes: "query", pages: "page" },
    upsert: { method: "POST", path: "/api/developer/v1/contacts", takes: "body" },
    get: { method: "GET", path: "/api/developer/v1/contacts/{id}", takes: "query" },
    change: { method: "PATCH", path: "/api/developer/v1/contacts/{id}", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/contacts/{id}" }
  },
  webhooks: {
    find: { method: "GET", path: "/api/developer/v1/webhooks" },
    register: { method: "POST", path: "/api/developer/v1/webhooks", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/webhooks" }
  },
  deliveries: {
    list: { method: "GET", path: "/api/developer/v1/webhooks/deliveries", takes: "query", pages: "page" },
    replay: { method: "POST", path: "/api/developer/v1/webhooks/deliveries/{id}/replay" },
    replayRange: { method: "POST", path: "/api/developer/v1/webhooks/deliveries/replay", takes: "body" },
    test: { method: "POST", path: "/api/developer/v1/webhooks/test" }
  },
  events: {
    list: { method: "GET", path: "/api/developer/v1/events", takes: "query", pages: "after" }
  },
  media: {
    get: { method: "GET", path: "/api/developer/v1/media/{mediaId}", gives: "file" }
  },
  logs: {
    list: { method: "GET", path: "/api/developer/v1/logs", takes: "query", pages: "page" }
  }
}
