/** A part that may be left out. */
type Given<Part> = Part | null | undefined

/** A button before it is checked: `type` decides which of the other fields it needs. */
export interface ButtonDraft {
  readonly type?: Given<string>
  readonly title?: Given<string>
  readonly url?: Given<string>
  readonly payload?: Given<string>
}

/** Without a payload, `defaultPayload` makes one of the title. */
export interface QuickReplyDraft {
  readonly title?: Given<string>
  readonly payload?: Given<string>
  readonly imageUrl?: Given<string>
}

/** A card of a generic template before it is checked; only the title is needed. */
export interface ElementDraft {
  readonly title?: Given<string>
  readonly subtitle?: Given<string>
  readonly imageUrl?: Given<string>
  readonly defaultAction?: Given<{ readonly type?: Given<string>; readonly url?: Given<string> }>
  readonly buttons?: Given<ReadonlyArray<ButtonDraft>>
}

/** A message to a person on Messenger or Instagram, not yet checked. */
export interface MessengerDraft {
  readonly to?: Given<string>
  readonly type?: Given<string>
  readonly text?: Given<string>
  readonly quickReplies?: Given<ReadonlyArray<QuickReplyDraft>>
  readonly buttonTemplateText?: Given<string>
  readonly buttons?: Given<ReadonlyArray<ButtonDraft>>
  readonly elements?: Given<ReadonlyArray<ElementDraft>>
  readonly attachmentUrl?: Given<string>
  readonly attachmentType?: Given<string>
  readonly tag?: Given<string>
}
