import { Schema } from "effect"
import { ConversationId, NotificationId, OrganizationId, UserId } from "./Ids.ts"

/** Something that a member of an organization should know. */
export class Notification extends Schema.Opaque<Notification>()(
  Schema.Struct({
    id: NotificationId,
    organizationId: OrganizationId,
    /** Whom it is for. */
    userId: UserId,
    type: Schema.Literals(["conversation.assigned"]),
    conversationId: ConversationId,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}
