import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { DirectMessagesPlatform } from "../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { changed, newInboxContact, talkWith } from "../../../testing/given/inbox.ts"
import { withContact, withConversation } from "../../../src/domain/inbound/InboxState.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const person = "5275811702471834"
const senders = Effect.map(
  Effect.flatMap(DirectMessagesPlatform, ({ requests }) => requests),
  (all) => all.map(({ from }) => from.account.id)
)

const channels = [
  { channel: "messenger", field: "recipientId", noun: "Messenger Page" },
  { channel: "instagram", field: "participantId", noun: "Instagram account" }
] as const

/** An organization with two accounts on the channel, the second of which knows the person. */
const given = Effect.fnUntraced(function* ({ channel, field }: (typeof channels)[number]) {
  const { id } = yield* givenOrganization()
  const first = yield* givenAccount(id, { channel, businessAccountId: null, externalId: "1", displayName: "First" })
  const second = yield* givenAccount(id, {
    channel,
    businessAccountId: null,
    externalId: "2",
    displayName: "Second",
    createdAt: DateTime.add(first.createdAt, { minutes: 1 })
  })
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key) }
  const path = `/api/developer/v1/${channel}/send-message`
  const at = yield* DateTime.now
  const met = yield* newInboxContact(second, at, [{ kind: channel, value: person }])
  const conversation = yield* talkWith(second, met, at)
  yield* changed(
    id,
    at,
    {},
    (state) => withContact(state, met),
    (state) => withConversation(state, conversation)
  )
  const send = (to: string, from?: string) => ask(path, { headers, body: { [field]: to, text: "Hello", from } })
  const list = (query: string) => ask(`/api/developer/v1/conversations/${channel}${query}`, { headers })
  return { first, second, send, list }
})

describe("sends of an organization with two Pages or Instagram accounts", () => {
  it.effect.each(channels)("senders: the $noun that knows the person sends, otherwise the one connected first", (row) =>
    Effect.gen(function* () {
      const { first, second, send } = yield* given(row)
      assert.strictEqual((yield* send(person)).status, 201)
      assert.strictEqual((yield* send("4711")).status, 201)
      assert.deepStrictEqual(yield* senders, [second.id, first.id])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(channels)(
    "senders: `from` selects the $noun, and an unknown one is refused with the list of accounts",
    (row) =>
      Effect.gen(function* () {
        const { list, second, send } = yield* given(row)
        assert.strictEqual((yield* send("4711", "2")).status, 201)
        assert.strictEqual((yield* send("4711", second.id)).status, 201)
        assert.deepStrictEqual(yield* senders, [second.id, second.id])
        const message = `Invalid field from: not a connected ${row.noun}`
        const refusal = { success: false, message, fix: "Use one of: First (1), Second (2)" }
        for (const answer of [yield* send("4711", "3"), yield* list("?from=3")]) {
          assert.deepStrictEqual([answer.status, answer.body], [400, refusal])
        }
        assert.strictEqual((yield* list("?from=2")).status, 200)
      }).pipe(Effect.provide(httpWorld))
  )
})
