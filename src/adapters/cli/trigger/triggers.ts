import { DeliverableType } from "../../../domain/webhooks/DeliveryRecord.ts"
import { Array, DateTime, Effect, Option, Random, Schema } from "effect"
import type { OperatorError } from "../operator/OperatorError.ts"
import { DemoService } from "./DemoService.ts"

/** People with a conversation in the seed of the demo. */
const messengerPerson = "4711"
const instagramPerson = "4712"

/** The default recipient of messages. */
export const usualNumber = "15551234567"

/** Numbers of new people, from a range reserved for fiction. */
const newNumber = Effect.map(Random.nextIntBetween(100_000, 999_999), (digits) => `1555${digits}0`)

const MessageId = Schema.Struct({ messageId: Schema.NullOr(Schema.String) })
const readMessageId = Schema.decodeUnknownOption(MessageId)

const Conversations = Schema.Struct({
  data: Schema.Struct({
    data: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        contact: Schema.Struct({ phone: Schema.NullOr(Schema.String) }),
        status: Schema.String
      })
    )
  })
})
const Noted = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })
const readNote = Schema.decodeUnknownOption(Noted)

const Members = Schema.Struct({
  data: Schema.Struct({ members: Schema.Array(Schema.Struct({ userId: Schema.NullOr(Schema.String) })) })
})
const readMembers = Schema.decodeUnknownOption(Members)

const readConversations = Schema.decodeUnknownOption(Conversations)

const inbound = Effect.fnUntraced(function* (action: Schema.JsonObject) {
  const answer = yield* (yield* DemoService).post("emulator", "/_emulator/inbound", action)
  return Option.match(readMessageId(answer), { onNone: () => null, onSome: ({ messageId }) => messageId })
})

const developer = Effect.fnUntraced(function* (path: string, body: Schema.JsonObject) {
  yield* (yield* DemoService).post("developer", path, body)
})

const writes = (from: string, text = "Is it open today?") =>
  inbound({ channel: "whatsapp", from, type: "text", text, name: "Ann" })

const template = (to: string) =>
  developer("/v1/send-message", { to, template: { name: "hello_world", language: { code: "en_US" } } })

/** Sends a text of a person, and then an action about it. */
const aboutText = (channel: "messenger" | "instagram", from: string, action: Schema.JsonObject) =>
  Effect.gen(function* () {
    const messageId = yield* inbound({ channel, from, type: "text", text: "Hello" })
    yield* inbound({ channel, from, messageId, ...action })
  })

/** Sends a message of the person; returns the conversation's path. */
const talking = Effect.fnUntraced(function* (number: string) {
  yield* writes(number)
  const service = yield* DemoService
  const id = yield* service.find("developer", "/v1/conversations/whatsapp?limit=100", (answer) =>
    Option.flatMap(readConversations(answer), ({ data }) =>
      Option.fromUndefinedOr(
        data.data.find(({ contact, status }) => contact.phone === number && status !== "closed")?.id
      )
    )
  )
  return `/api/whatsapp/conversations/${id}`
})

const closed = Effect.fnUntraced(function* (number: string) {
  yield* (yield* DemoService).post("session", `${yield* talking(number)}/close`, {})
})

const read = Effect.fnUntraced(function* (number: string) {
  const path = yield* talking(number)
  yield* (yield* DemoService).post("session", `${path}/read`, {})
  return path
})

const unread = Effect.fnUntraced(function* (number: string) {
  yield* (yield* DemoService).post("session", `${yield* read(number)}/unread`, {})
})

const noted = Effect.fnUntraced(function* (number: string) {
  const path = `${yield* talking(number)}/notes`
  const answer = yield* (yield* DemoService).post("session", path, { text: "Called back" })
  return { path, id: Option.map(readNote(answer), ({ data }) => data.id) }
})

const unnoted = Effect.fnUntraced(function* (number: string) {
  const { id, path } = yield* noted(number)
  if (Option.isSome(id)) yield* (yield* DemoService).remove("session", `${path}/${id.value}`)
})

/** Assigns the conversation of a new person, which has no assignee yet, to a member. */
const assigned = Effect.gen(function* () {
  const path = yield* talking(yield* newNumber)
  const service = yield* DemoService
  const userId = yield* service.find("session", "/api/whatsapp/members", (answer) =>
    Option.flatMap(readMembers(answer), ({ data }) =>
      Array.findFirst(data.members, ({ userId }) => Option.fromNullOr(userId))
    )
  )
  yield* service.post("session", `${path}/assign`, { userId })
})

/** Moves the thread of the person to the platform's agent, and then to people. */
const handedOver = Effect.fnUntraced(function* (number: string) {
  yield* writes(number)
  const person = { channel: "whatsapp", from: number, type: "handover", kind: "control_passed" }
  yield* inbound({ ...person, previousRole: "customer_service", newRole: "ai_agent" })
  yield* inbound({ ...person, previousRole: "ai_agent", newRole: "escalation", metadata: "Asks for a person" })
})

const renamed = Effect.fnUntraced(function* (phone: string) {
  const suffix = yield* Random.nextIntBetween(1, 1_000_000)
  yield* developer("/v1/contacts", { phone, name: "Ann" })
  yield* developer("/v1/contacts", { phone, name: `Ann ${suffix}` })
})

/** Adds a contact, and erases it. */
const erased = Effect.gen(function* () {
  const service = yield* DemoService
  const answer = yield* service.post("developer", "/v1/contacts", { phone: yield* newNumber, name: "Ann" })
  const id = Option.map(readNote(answer), ({ data }) => data.id)
  if (Option.isSome(id)) yield* developer(`/v1/contacts/${id.value}/erase`, { confirm: true })
})

/** Reports two different preferences of the person, so that the second one is a change. */
const preferred = Effect.fnUntraced(function* (from: string, ...values: ReadonlyArray<"stop" | "resume">) {
  for (const value of values) yield* inbound({ channel: "whatsapp", from, type: "user_preferences", value })
})

const rejected = Effect.fnUntraced(function* (to: string) {
  const rule = { channel: "whatsapp", code: 131026, mode: "async", to, times: 1 }
  yield* (yield* DemoService).post("emulator", "/_emulator/faults", { rules: [rule] })
  yield* template(to)
})

/** Schedules a message that the platform refuses. */
const refusedLater = Effect.fnUntraced(function* (to: string) {
  const rule = { channel: "whatsapp", code: 131047, mode: "sync", to, times: 1 }
  yield* (yield* DemoService).post("emulator", "/_emulator/faults", { rules: [rule] })
  const sendAt = DateTime.formatIso(DateTime.add(yield* DateTime.now, { seconds: 1 }))
  yield* developer("/v1/send-message", { to, template: { name: "hello_world", language: { code: "en_US" } }, sendAt })
})

const byNewPerson = Effect.flatMap(newNumber, writes)

type Trigger = (number: string) => Effect.Effect<unknown, OperatorError, DemoService>

/**
 * Event types with a trigger. `webhook.failing` is missing, because a subscription fails for days before its warning, and
 * `campaign.updated`, because a campaign sends to many people.
 */
export const triggeredTypes = DeliverableType.literals.filter(
  (type) => type !== "webhook.failing" && type !== "campaign.updated"
)
type TriggeredType = (typeof triggeredTypes)[number]

/** The triggers of events. `number` is the person on WhatsApp, if there is one. */
export const triggers = {
  "message.received": (number) => writes(number),
  "message.sent": template,
  "message.delivered": template,
  "message.read": template,
  "message.failed": rejected,
  "contact.created": () => byNewPerson,
  "contact.updated": renamed,
  "conversation.opened": () => byNewPerson,
  "conversation.closed": closed,
  postback: () =>
    inbound({ channel: "messenger", from: messengerPerson, type: "postback", title: "Yes", payload: "YES" }),
  "message.reaction": () => aboutText("messenger", messengerPerson, { type: "reaction", emoji: "👍" }),
  "message.edited": () => aboutText("messenger", messengerPerson, { type: "edit", text: "Hello again" }),
  "message.deleted": () => aboutText("instagram", instagramPerson, { type: "deletion" }),
  "message.send_failed": refusedLater,
  "contact.opted_in": (number) => preferred(number, "stop", "resume"),
  "contact.opted_out": (number) => preferred(number, "resume", "stop"),
  "contact.erased": () => erased,
  "conversation.note_added": noted,
  "conversation.note_removed": unnoted,
  "conversation.assigned": () => assigned,
  "conversation.read": read,
  "conversation.unread": unread,
  "conversation.updated": handedOver,
  "account.updated": () =>
    inbound({
      channel: "whatsapp",
      type: "template_status",
      name: "hello_world",
      language: "en_US",
      event: "APPROVED"
    }),
  "webhook.test": () => developer("/v1/webhooks/test", {})
} satisfies Readonly<Record<TriggeredType, Trigger>>
