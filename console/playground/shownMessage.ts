import { Option, Schema } from "effect"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import type { Message } from "./emulatorSchemas.ts"
import { messagingParts } from "./messagingParts.ts"
import type { ShownPart } from "./ShownPart.ts"
import { whatsAppParts } from "./whatsAppParts.ts"

/** A message in the form that a phone shows. */
export interface ShownMessage {
  readonly parts: ReadonlyArray<ShownPart>
  /** Id of the quoted message. */
  readonly replyTo: string | null
}

const decodeReply = Schema.decodeUnknownOption(
  Schema.Union([
    Schema.Struct({ context: Schema.Struct({ id: Schema.String }) }),
    Schema.Struct({ context: Schema.Struct({ message_id: Schema.String }) }),
    Schema.Struct({ reply_to: Schema.Struct({ mid: Schema.String }) })
  ])
)

const replyOf = (content: Schema.JsonObject): string | null =>
  Option.match(decodeReply(content), {
    onNone: () => null,
    onSome: (reply) => {
      if ("reply_to" in reply) return reply.reply_to.mid
      return "id" in reply.context ? reply.context.id : reply.context.message_id
    }
  })

/** Visible parts of a message that is not deleted. */
export const shownMessage = (channel: Channel, message: Message): ShownMessage => ({
  parts: channel === "whatsapp" ? whatsAppParts(message) : messagingParts(message),
  replyTo: replyOf(message.content)
})

/** Text of a message for a list; empty without one. */
export const previewOf = (channel: Channel, message: Message): string => {
  if (message.isDeleted) return ""
  const [first] = shownMessage(channel, message).parts
  return (
    first?.text ??
    first?.title ??
    first?.files[0]?.name ??
    (first?.files[0] === undefined ? "" : `[${first.files[0].kind}]`)
  )
}
