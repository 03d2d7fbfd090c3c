import { Effect, Option } from "effect"
import { withContact, withConversation, withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { PlatformMessageId } from "../../../../src/domain/Ids.ts"
import { ChannelAccounts } from "../../../../src/ports/access/ChannelAccounts.ts"
import { MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { uuid } from "../../../given/given.ts"
import { changed, givenInbox, newInboxContact, saidIn, talkWith } from "../../../given/inbox.ts"
import { assert } from "../../assert.ts"
import type { StorePorts } from "../../StorePorts.ts"
import type { Tests } from "../../Suite.ts"

/** An organization with a contact who wrote to its number and to its Page, under the same platform id if one is given. */
const givenTwoMessages = (platformMessageId: PlatformMessageId) =>
  Effect.gen(function* () {
    const inbox = yield* givenInbox
    const { account, at, id, page } = inbox
    const onNumber = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: "US.1" }])
    const onPage = yield* newInboxContact(page, at, [{ kind: "messenger", value: "7" }])
    const threads = [yield* talkWith(account, onNumber, at), yield* talkWith(page, onPage, at)]
    const messages = yield* Effect.forEach(threads, (thread) => saidIn(thread, at, "inbound", { platformMessageId }))
    yield* changed(
      id,
      at,
      {},
      (state) => [onNumber, onPage].reduce(withContact, state),
      (state) => threads.reduce(withConversation, state)
    )
    for (const message of messages) yield* changed(id, at, {}, (state) => withMessage(state, message))
    return { ...inbox, messages: messages.map(({ message }) => message) }
  })

/** Messages by our id or the platform's. */
export const finding = (it: Tests<StorePorts>) => {
  it.effect("messages, finding: a message is found by our id in any letter case and by the platform's id", () =>
    Effect.gen(function* () {
      const { findByAnyId } = yield* MessageStore
      const { account, at, id } = yield* givenInbox
      const { id: globex } = yield* givenInbox
      const person = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: "US.1" }])
      const thread = yield* talkWith(account, person, at)
      const said = yield* saidIn(thread, at, "inbound")
      yield* changed(
        id,
        at,
        {},
        (state) => withContact(state, person),
        (state) => withConversation(state, thread),
        (state) => withMessage(state, said)
      )
      const { message } = said
      const found = (text: string, organizationId = id) =>
        Effect.map(findByAnyId(organizationId, text), Option.getOrNull)

      assert.deepStrictEqual(yield* found(message.id), message)
      assert.deepStrictEqual(yield* found(message.id.toUpperCase()), message)
      assert.deepStrictEqual(yield* found(message.platformMessageId ?? ""), message)
      assert.isNull(yield* found((message.platformMessageId ?? "").toUpperCase()))
      assert.isNull(yield* found(yield* uuid))
      assert.isNull(yield* found("m_unknown"))
      assert.isNull(yield* found(""))
      assert.isNull(yield* found(message.id, globex))
      assert.isNull(yield* found(message.platformMessageId ?? "", globex))
    })
  )

  it.effect("messages, finding: of two accounts with the same platform id, the message learned of last is found", () =>
    Effect.gen(function* () {
      const { findByAnyId } = yield* MessageStore
      const shared = PlatformMessageId.make(`m_${yield* uuid}`)
      const { id, messages } = yield* givenTwoMessages(shared)
      // Another organization may have messages with the id too.
      const other = yield* givenTwoMessages(shared)
      const last = messages.toSorted((one, next) => (one.id < next.id ? 1 : -1))[0]
      assert.deepStrictEqual(Option.getOrNull(yield* findByAnyId(id, shared)), last)
      const theirs = Option.getOrNull(yield* findByAnyId(other.id, shared))
      assert.strictEqual(theirs?.organizationId, other.id)
    })
  )

  it.effect("messages, finding: messages of a disconnected account are still found by the platform's id", () =>
    Effect.gen(function* () {
      const { findByAnyId } = yield* MessageStore
      const shared = PlatformMessageId.make(`m_${yield* uuid}`)
      const { account, id, messages, page } = yield* givenTwoMessages(shared)
      const { disconnect } = yield* ChannelAccounts
      yield* disconnect(id, "whatsapp", account.externalId)
      yield* disconnect(id, "messenger", page.externalId)
      const found = yield* findByAnyId(id, shared)
      assert.isTrue(messages.some((message) => message.id === Option.getOrThrow(found).id))
    })
  )
}
