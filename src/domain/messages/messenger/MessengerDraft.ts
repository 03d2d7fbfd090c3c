import { Schema } from "effect"

/** A part that may be left out. */
type Optional<Part> = Part | null | undefined

/** A button before it is checked: `type` decides which of the other fields it needs. */
export interface ButtonDraft {
  readonly type?: Optional<string>
  readonly title?: Optional<string>
  readonly url?: Optional<string>
  readonly payload?: Optional<string>
}

/**
 * Without a payload, `defaultPayload` makes one of the title. With the content type `user_phone_number` or `user_email`
 * the platform offers what it knows of the person, and the reply has neither title nor payload.
 */
export interface QuickReplyDraft {
  readonly contentType?: Optional<string>
  readonly title?: Optional<string>
  readonly payload?: Optional<string>
  readonly imageUrl?: Optional<string>
}

/** A card of a generic template before it is checked; only the title is needed. */
export interface ElementDraft {
  readonly title?: Optional<string>
  readonly subtitle?: Optional<string>
  readonly imageUrl?: Optional<string>
  readonly defaultAction?: Optional<{ readonly type?: Optional<string>; readonly url?: Optional<string> }>
  readonly buttons?: Optional<ReadonlyArray<ButtonDraft>>
}

/** An image of several. A grid may show one as its hero, and a tap on each may open a page or send a postback. */
export interface ImageDraft {
  readonly url?: Optional<string>
  readonly isHero?: Optional<boolean>
  readonly action?: Optional<Omit<ButtonDraft, "title">>
}

/** An item of a receipt before it is checked. Amounts are in units of the currency, such as 19.99. */
export interface ReceiptItemDraft {
  readonly title?: Optional<string>
  readonly subtitle?: Optional<string>
  readonly quantity?: Optional<number>
  readonly price?: Optional<number>
  readonly currency?: Optional<string>
  readonly imageUrl?: Optional<string>
}

/** A receipt before it is checked. `timestamp` is in seconds since 1970. */
export interface ReceiptDraft {
  readonly recipientName?: Optional<string>
  readonly merchantName?: Optional<string>
  readonly orderNumber?: Optional<string>
  readonly currency?: Optional<string>
  readonly paymentMethod?: Optional<string>
  readonly orderUrl?: Optional<string>
  readonly timestamp?: Optional<number>
  readonly items?: Optional<ReadonlyArray<ReceiptItemDraft>>
  readonly address?: Optional<{
    readonly street1?: Optional<string>
    readonly street2?: Optional<string>
    readonly city?: Optional<string>
    readonly postalCode?: Optional<string>
    readonly state?: Optional<string>
    readonly country?: Optional<string>
  }>
  readonly summary?: Optional<{
    readonly subtotal?: Optional<number>
    readonly shippingCost?: Optional<number>
    readonly totalTax?: Optional<number>
    readonly totalCost?: Optional<number>
  }>
  readonly adjustments?: Optional<
    ReadonlyArray<{ readonly name?: Optional<string>; readonly amount?: Optional<number> }>
  >
}

/** An uploaded file of a message. The channels show neither a text below it nor another name. */
export interface FilePartDraft {
  readonly mediaId?: Optional<string>
  readonly caption?: Optional<string>
  readonly filename?: Optional<string>
}

/** A message to a person on Messenger or Instagram, not yet checked. */
export interface MessengerDraft {
  readonly to?: Optional<string>
  readonly type?: Optional<string>
  readonly text?: Optional<string>
  readonly quickReplies?: Optional<ReadonlyArray<QuickReplyDraft>>
  readonly buttonTemplateText?: Optional<string>
  readonly buttons?: Optional<ReadonlyArray<ButtonDraft>>
  readonly elements?: Optional<ReadonlyArray<ElementDraft>>
  readonly attachmentUrl?: Optional<string>
  readonly attachmentType?: Optional<string>
  /** A file that the platform has already. */
  readonly attachmentId?: Optional<string>
  /** An uploaded file, under the name of the type. */
  readonly image?: Optional<FilePartDraft>
  readonly video?: Optional<FilePartDraft>
  readonly audio?: Optional<FilePartDraft>
  readonly document?: Optional<FilePartDraft>
  readonly images?: Optional<ReadonlyArray<ImageDraft>>
  /** Title and subtitle of a grid of images. */
  readonly title?: Optional<string>
  readonly subtitle?: Optional<string>
  readonly receipt?: Optional<ReceiptDraft>
  readonly stickerId?: Optional<string>
  /** An empty emoji takes the reaction back. */
  readonly reaction?: Optional<{ readonly messageId?: Optional<string>; readonly emoji?: Optional<string> }>
  /** The message that it answers, by the id of this service or the platform's. */
  readonly replyTo?: Optional<string>
  readonly tag?: Optional<string>
}

/** A part that a message of this type cannot do without. */
export class MessagePartMissing extends Schema.TaggedError<MessagePartMissing>()("MessagePartMissing", {
  field: Schema.String
}) {}

/** The channel has no message of this type. */
export class MessageTypeUnknown extends Schema.TaggedError<MessageTypeUnknown>()("MessageTypeUnknown", {
  type: Schema.String,
  supported: Schema.Array(Schema.String)
}) {}

/** The problem of a part that is present. */
export const PartProblem = Schema.TaggedUnion({
  /** It says nothing, or nothing is left of it where it is shown. */
  Empty: {},
  TooMany: { limit: Schema.Int },
  TooFew: { limit: Schema.Int },
  TooLong: { limit: Schema.Int, unit: Schema.Literals(["characters", "bytes"]) },
  NotOneOf: { supported: Schema.Array(Schema.String) },
  /** It has another form than the platform takes; `expected` describes that form. */
  Malformed: { expected: Schema.String }
})
export type PartProblem = typeof PartProblem.Type

/** A part that cannot be sent as it is. `field` is where, as in `elements[0].buttons[1].title`. */
export class MessagePartInvalid extends Schema.TaggedError<MessagePartInvalid>()("MessagePartInvalid", {
  field: Schema.String,
  problem: PartProblem
}) {}

/** Why a message cannot be sent as asked. */
export type MessengerRefused = MessagePartMissing | MessageTypeUnknown | MessagePartInvalid
