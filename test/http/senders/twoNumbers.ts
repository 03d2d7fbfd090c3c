import { DateTime, Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import type { ChannelAccount } from "../../../src/domain/conversations/Channel.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { withContact, withConversation, withMessage } from "../../../src/domain/inbound/InboxState.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { changed, newInboxContact, saidIn, talkWith } from "../../../testing/given/inbox.ts"
import { ask } from "../../support/http/requests.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"

export const text = { type: "text", text: "Hello" }
export const person = "15551234567"

/** Sending accounts so far, in order. */
export const senders = Effect.map(
  Effect.flatMap(WhatsAppPlatform, ({ requests }) => requests),
  (all) => all.map(({ from }) => from.account.id)
)

const Sent = Schema.Struct({ data: Schema.Struct({ conversationId: Schema.String, contactId: Schema.String }) })

/** The conversation that an answered send names. */
export const conversationIn = ({ body }: { readonly body: unknown }) =>
  Effect.map(Schema.decodeUnknownEffect(Sent)(body), ({ data }) => data.conversationId)

/** An organization with two WhatsApp numbers, its owner and a backend with a key. */
export const givenTwoNumbers = Effect.gen(function* () {
  const dashboard = yield* givenDashboard({ token: false })
  const { id } = dashboard
  const connect = (changes: Partial<ChannelAccount>) => dashboard.connect(changes)
  const first = yield* connect({ externalId: "106540352242922", displayName: "+1 555-010-0001" })
  const second = yield* connect({
    externalId: "206540352242922",
    displayName: "+49 1512 3456789",
    createdAt: DateTime.add(first.createdAt, { minutes: 1 })
  })
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key) }
  const developer = (path: string, body?: unknown) => ask(`/api/developer/v1${path}`, { headers, body })
  return { ...dashboard, first, second, connect, developer, send: (body: object) => developer("/send-message", body) }
})

/** The person writes to the number, a minute later: a contact if they are new, and an open conversation. */
export const writesTo = Effect.fnUntraced(function* (account: ChannelAccount, phone = person) {
  yield* TestClock.adjust("1 minute")
  const at = yield* DateTime.now
  const number = PhoneNumber.make(phone)
  const met = yield* newInboxContact(account, at, [{ kind: "phone", value: number }], { contact: { phone: number } })
  const conversation = yield* talkWith(account, met, at, { unreadCount: 1 }, { lastLearnedAt: at })
  const said = yield* saidIn(conversation, at, "inbound")
  yield* changed(
    account.organizationId,
    at,
    {},
    (state) => withContact(state, met),
    (state) => withConversation(state, conversation),
    (state) => withMessage(state, said)
  )
  return conversation.conversation
})
