import { Schema } from "effect"
import { ConversationId, MessageId, OrganizationId, UserId } from "../Ids.ts"
import type { TextLimit } from "../text/textLimits.ts"

/** What a draft becomes: a message to the contact, or a note of the members. */
export const DraftMode = Schema.Literals(["reply", "note"])
export type DraftMode = typeof DraftMode.Type

/** Unsent text of a member in a conversation. Other members do not see it (contract: Drafts of a member). */
export class Draft extends Schema.Opaque<Draft>()(
  Schema.Struct({
    organizationId: OrganizationId,
    userId: UserId,
    conversationId: ConversationId,
    text: Schema.NonEmptyString,
    mode: DraftMode,
    /** The message that it answers; null if it answers none. */
    replyTo: Schema.NullOr(MessageId),
    updatedAt: Schema.DateTimeUtcFromString
  })
) {}

/** Maximum text of one draft: more than any channel accepts. */
export const draftLimit: TextLimit = { limit: 10_000, unit: "characters" }

/** Maximum drafts of a member in an organization. A new one replaces the least recently changed. */
export const maxDrafts = 500
