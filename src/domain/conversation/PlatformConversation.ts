import { Schema } from "effect"

/** A conversation as Messenger itself lists it. The Page is one of the participants. */
export class MessengerConversation extends Schema.Opaque<MessengerConversation>()(
  Schema.Struct({
    id: Schema.NonEmptyString,
    updatedAt: Schema.DateTimeUtcFromString,
    unreadCount: Schema.Int,
    participants: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
  })
) {}

/** A conversation as Instagram itself lists it. The account is one of the participants. */
export class InstagramConversation extends Schema.Opaque<InstagramConversation>()(
  Schema.Struct({
    id: Schema.NonEmptyString,
    updatedAt: Schema.DateTimeUtcFromString,
    participants: Schema.Array(Schema.Struct({ id: Schema.String, username: Schema.String }))
  })
) {}
