import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { givenDashboard } from "../sessionDashboard.ts"

const Sent = Schema.Struct({
  data: Schema.Struct({ conversationId: Schema.String, contactId: Schema.String, vendorMessageId: Schema.String })
})
type Ids = (typeof Sent.Type)["data"]

type Dashboard = Effect.Success<ReturnType<typeof givenDashboard>>

/** Sends a text to a contact a minute later, and says where it ended up. */
export const sent = Effect.fnUntraced(function* ({ post }: Pick<Dashboard, "post">, to: string, text = "hi") {
  yield* TestClock.adjust("1 minute")
  return (yield* Schema.decodeUnknownEffect(Sent)((yield* post("/messages/send", { to, type: "text", text })).body))
    .data
})

/** A conversation as lists show it, with nothing but the text `hi` in it. */
export const conversationShown = (
  { contactId, conversationId }: Ids,
  contact: { readonly name: string; readonly phone: string },
  at: string
) => ({
  id: conversationId,
  contactId,
  contact: { id: contactId, ...contact, avatar: null },
  status: "open",
  assigneeId: null,
  channel: "whatsapp",
  lastMessage: { text: "hi", timestamp: at, direction: "outbound" },
  unreadCount: 0,
  aiHandling: false,
  createdAt: at,
  updatedAt: at
})

/** The owner has written to Ada, a minute after noon. */
export const givenConversation = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const phone = "+15551234567"
  yield* dashboard.added({ userNumber: phone, userName: "Ada" })
  const ids = yield* sent(dashboard, phone)
  const at = "2026-11-20T12:01:00.000Z"
  const shown = conversationShown(ids, { name: "Ada", phone }, at)
  return {
    ...dashboard,
    organizationId: dashboard.id,
    id: ids.conversationId,
    contactId: ids.contactId,
    messageId: ids.vendorMessageId,
    shown,
    details: {
      ...shown,
      contact: { ...shown.contact, email: null, labels: [] },
      assignee: null,
      metadata: { source: "api", firstMessageAt: at }
    }
  }
})

/** The owner has written to Ada, and a minute later to somebody without a name. */
export const givenConversations = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  yield* dashboard.added({ userNumber: "+15551234567", userName: "Ada" })
  yield* dashboard.added({ userNumber: "+5511987654321" })
  const ada = yield* sent(dashboard, "+15551234567")
  const bob = yield* sent(dashboard, "+5511987654321")
  return { ...dashboard, people: [ada, bob] as const }
})
