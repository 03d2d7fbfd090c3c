/** A part that may be left out. */
type Optional<Part> = Part | null | undefined

/** A button before it is checked: `type` decides which of the other fields it needs. */
export interface ButtonDraft {
  readonly type?: Optional<string>
  readonly title?: Optional<string>
  readonly url?: Optional<string>
  readonly payload?: Optional<string>
}

/** Without a payload, `defaultPayload` makes one of the title. */
export interface QuickReplyDraft {
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
  readonly tag?: Optional<string>
}
