import { Array, Effect, Option, Schema } from "effect"
import { DemoService } from "./DemoService.ts"

/** A picture of a damaged parcel, a PNG of 240 by 160. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAPAAAACgBAMAAADA9fxWAAAAElBMVEXi6PCUeFzBmmvWtIR4Wjy0KCjf9FtvAAAA8klEQVR42u3UXWrCQBSA" +
  "0XnJArqDYcD3QHAHXUD2v5pGkwqFKsyP3mLP9yIoesiduaYkSZIkSZIkvX3L3T6Pfry5pjRt3zpeXgjPN3R9LbyMeuBqeB417Fp4SYOGXQ3P" +
  "g4ZdDS+Dblc9fA5Zp/2UI9bpesoR63QpZp32v6/+YZe7fcO/fDTidjXBecDtaoLLgNvVBuf+dWqDS/86NcK5e9iNcIlZp+spTyGj3h55DYJP" +
  "KQguYXCOgssUBecouIDBYDAYDAaDwWAwGAwGg8FgMBgMBv9n+ONhPfDjXwaDweBnwc8LDAaDwWAwGAwGg8F/GP4CQ1tW3cQ47qoAAAAASUVO" +
  "RK5CYII="

/** Numbers of people, from a range reserved for fiction. */
const numbers = { ada: "12025550100", barbara: "12025550101", joan: "12025550102" }

/** People with a conversation in the emulator's seed. */
const people = { messenger: "4711", instagram: "4712" }

const Members = Schema.Struct({
  data: Schema.Struct({ members: Schema.Array(Schema.Struct({ userId: Schema.NullOr(Schema.String) })) })
})
const readMembers = Schema.decodeUnknownOption(Members)

const Conversations = Schema.Struct({
  data: Schema.Struct({
    data: Schema.Array(
      Schema.Struct({ id: Schema.String, contact: Schema.Struct({ phone: Schema.NullOr(Schema.String) }) })
    )
  })
})
const readConversations = Schema.decodeUnknownOption(Conversations)

/** The conversation of a number, once the service has received its message. */
const conversationOf = (number: string) =>
  Effect.flatMap(DemoService, (service) =>
    service.find("developer", "/v1/conversations/whatsapp?limit=100", (answer) =>
      Option.flatMap(readConversations(answer), ({ data }) =>
        Option.fromUndefinedOr(data.data.find(({ contact }) => contact.phone === number)?.id)
      )
    )
  )

/**
 * Fills the inbox of a new demo: five people write on three channels, one with a picture. One of them is answered, and
 * one conversation is assigned to the owner and labelled.
 */
export const demoConversations = Effect.gen(function* () {
  const service = yield* DemoService
  const acts = (action: Schema.JsonObject) => service.post("emulator", "/_emulator/inbound", action)
  const writes = (from: string, name: string, text: string) =>
    acts({ channel: "whatsapp", from, name, type: "text", text })
  const answers = (to: string, text: string) =>
    service.post("developer", "/v1/send-message", { to: `+${to}`, type: "text", text })

  yield* writes(numbers.ada, "Ada Lovelace", "Hello, do you deliver on Saturdays?")
  yield* conversationOf(numbers.ada)
  yield* answers(numbers.ada, "Yes, between 9 and 13 o'clock. Which address is it?")
  yield* writes(numbers.ada, "Ada Lovelace", "12 St James's Square. Thank you!")

  yield* writes(numbers.barbara, "Barbara Liskov", "My parcel arrived like this")
  yield* acts({
    channel: "whatsapp",
    from: numbers.barbara,
    type: "image",
    caption: "The corner is torn",
    media: { mimeType: "image/png", filename: "parcel.png", base64: picture }
  })
  const path = `/api/whatsapp/conversations/${yield* conversationOf(numbers.barbara)}`
  const userId = yield* service.find("session", "/api/whatsapp/members", (answer) =>
    Option.flatMap(readMembers(answer), ({ data }) =>
      Array.findFirst(data.members, (member) => Option.fromNullOr(member.userId))
    )
  )
  yield* service.post("session", `${path}/assign`, { userId })
  yield* service.post("session", `${path}/notes`, { text: "Second damaged parcel this week. Ask the carrier." })

  yield* writes(numbers.joan, "Joan Clarke", "Can I change the date of my appointment?")
  yield* conversationOf(numbers.joan)
  yield* answers(numbers.joan, "Of course. Tuesday at 10 is free.")

  yield* acts({ channel: "messenger", from: people.messenger, type: "text", text: "Is the blue one in stock again?" })
  yield* acts({ channel: "instagram", from: people.instagram, type: "text", text: "Love the new collection!" })
})
