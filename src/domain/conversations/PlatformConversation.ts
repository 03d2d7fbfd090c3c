import { Schema } from "effect"

/** A conversation as Messenger or Instagram itself lists it. The Page or account is one of the participants. */
export class PlatformConversation extends Schema.Opaque<PlatformConversation>()(
  Schema.Struct({
    id: Schema.NonEmptyString,
    updatedAt: Schema.DateTimeUtcFromString,
    /** Messages that the Page has not read. Null on Instagram, which does not report it. */
    unreadCount: Schema.NullOr(Schema.Int),
    /** `name` is the username on Instagram. */
    participants: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
  })
) {}
