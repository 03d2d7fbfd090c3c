import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Channel } from "../../../src/domain/conversations/Channel.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import { Direction } from "../../../src/domain/messages/Message.ts"
import { senderAction } from "../../../src/domain/messages/senderAction.ts"

describe("senderAction", () => {
  it.prop(
    "sender actions: exist for inbound messages with an id, and on WhatsApp each of them marks a message as read",
    {
      channel: Channel,
      direction: Direction,
      platformMessageId: Schema.NullOr(PlatformMessageId),
      read: Schema.Boolean,
      typing: Schema.Boolean
    },
    ({ channel, direction, platformMessageId, read, typing }) => {
      const action = senderAction({ channel, direction, platformMessageId, peer: "7" }, { read, typing })
      if (direction === "outbound" || platformMessageId === null) return assert.isTrue(Result.isFailure(action))
      const expected = { to: "7", platformMessageId, read: read || channel === "whatsapp", typing }
      assert.deepStrictEqual(Result.getOrThrow(action), expected)
    }
  )
})
