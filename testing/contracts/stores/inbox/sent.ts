import { DateTime, Effect } from "effect"
import { personIdentity } from "../../../../src/domain/contacts/ContactIdentity.ts"
import {
  type InboxMessage,
  type InboxState,
  withContact,
  withConversation,
  withMessage
} from "../../../../src/domain/inbound/InboxState.ts"
import type { InboxNeeds } from "../../../../src/domain/inbound/InboxNeeds.ts"
import type { MessageId, OrganizationId } from "../../../../src/domain/Ids.ts"
import type { Message } from "../../../../src/domain/messages/Message.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { seconds } from "../../../given/era.ts"
import { sendIntent } from "../../../given/given.ts"
import {
  changed,
  givenInbox,
  givenReader,
  loaded,
  saidIn,
  comparable,
  newInboxContact,
  talkWith
} from "../../../given/inbox.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Stores the messages, each on its own. */
const store = Effect.fnUntraced(function* (
  id: OrganizationId,
  at: DateTime.Utc,
  messages: ReadonlyArray<InboxMessage>
) {
  yield* changed(id, at, {}, (state: InboxState) => messages.reduce(withMessage, state))
  return messages.map(({ message }) => message.id)
})

const idsOf = Effect.fnUntraced(function* (id: OrganizationId, ...sent: InboxNeeds["sent"]) {
  return comparable(yield* loaded(id, { identities: sent.map(({ identity }) => identity), sent })).messages.map(
    ({ message }) => message.id
  )
})

const inOrder = (...ids: ReadonlyArray<MessageId | undefined>) => ids.filter((id) => id !== undefined).toSorted()

/** Messages from an account to a person up to a time. */
export const sent = (it: Tests<StorePorts>) => {
  it.effect("sent messages: unread ones up to the time are loaded, to the millisecond, with any status", () =>
    Effect.gen(function* () {
      const { at, thread, id, mark } = yield* givenReader
      const upTo = seconds(at, 5)
      const out = (changes: Partial<Message>, when = at) => saidIn(thread, when, "outbound", changes)
      const [plain, arrived, exact] = yield* store(id, at, [
        yield* out({}),
        yield* out({ status: "delivered", deliveredAt: at }),
        yield* out({}, upTo),
        yield* out({}, DateTime.add(upTo, { milliseconds: 1 })),
        yield* out({ status: "read", deliveredAt: at, readAt: at }),
        yield* out({ status: "failed" }),
        yield* saidIn(thread, at, "inbound")
      ])
      assert.deepStrictEqual(yield* idsOf(id, { ...mark, upTo }), inOrder(plain, arrived, exact))
      assert.deepStrictEqual(yield* idsOf(id), [])
    })
  )

  it.effect("sent messages: a send without a recorded outcome is loaded", () =>
    Effect.gen(function* () {
      const { at, id, identity, mark, person, page } = yield* givenReader
      const send = yield* sendIntent(id, page.id, {
        at,
        phone: null,
        identity,
        conversation: { channel: "messenger" }
      })
      assert.strictEqual((yield* (yield* SendLedger).reserve(id, send)).contactId, person.contact.id)
      assert.deepStrictEqual(yield* idsOf(id, { ...mark, upTo: at }), [send.messageId])
    })
  )

  it.effect("sent messages: only those from that account to that person are loaded", () =>
    Effect.gen(function* () {
      const { account, at, thread, id, identity, mark, person } = yield* givenReader
      const other = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: "7" }])
      const [onNumber, toOther] = [yield* talkWith(account, person, at), yield* talkWith(account, other, at)]
      yield* changed(
        id,
        at,
        {},
        (state) => withContact(state, other),
        (state) => withConversation(state, onNumber),
        (state) => withConversation(state, toOther)
      )
      const [own] = yield* store(id, at, [
        yield* saidIn(thread, at, "outbound"),
        yield* saidIn(onNumber, at, "outbound"),
        yield* saidIn(toOther, at, "outbound")
      ])
      assert.deepStrictEqual(yield* idsOf(id, { ...mark, upTo: at }), inOrder(own))
      const ofAnother = { ...mark, upTo: at, identity: { ...identity, value: "8" } }
      assert.deepStrictEqual(yield* idsOf(id, ofAnother), [])
      const globex = yield* givenInbox
      assert.deepStrictEqual(yield* idsOf(globex.id, { ...mark, upTo: at }), [])
    })
  )

  it.effect("sent messages: are loaded up to the read message; all of them if it is unknown", () =>
    Effect.gen(function* () {
      const { at, thread, id, mark } = yield* givenReader
      const messages = [
        yield* saidIn(thread, seconds(at, 1), "outbound"),
        yield* saidIn(thread, seconds(at, 2), "outbound"),
        yield* saidIn(thread, seconds(at, 3), "outbound")
      ] as const
      const [first, second, third] = yield* store(id, at, messages)
      const { platformMessageId } = messages[1].message
      assert.deepStrictEqual(yield* idsOf(id, { ...mark, upTo: null, platformMessageId }), inOrder(first, second))
      const unknown = (yield* saidIn(thread, at, "outbound")).message.platformMessageId
      assert.deepStrictEqual(
        yield* idsOf(id, { ...mark, upTo: null, platformMessageId: unknown }),
        inOrder(first, second, third)
      )
    })
  )

  it.effect("sent messages: are loaded for each of many marks", () =>
    Effect.gen(function* () {
      const { at, thread, id, mark, page } = yield* givenReader
      const other = yield* newInboxContact(page, at, [{ kind: "messenger", value: "8" }])
      const toOther = yield* talkWith(page, other, at)
      yield* changed(
        id,
        at,
        {},
        (state) => withContact(state, other),
        (state) => withConversation(state, toOther)
      )
      const [early, , later] = yield* store(id, at, [
        yield* saidIn(thread, seconds(at, 1), "outbound"),
        yield* saidIn(thread, seconds(at, 9), "outbound"),
        yield* saidIn(toOther, seconds(at, 9), "outbound")
      ])
      const others = { ...mark, identity: personIdentity("messenger", page, "8") }
      assert.deepStrictEqual(
        yield* idsOf(id, { ...mark, upTo: at }, { ...mark, upTo: seconds(at, 2) }, { ...others, upTo: seconds(at, 9) }),
        inOrder(early, later)
      )
    })
  )
}
