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
  shown,
  newInboxContact,
  talkWith
} from "../../../given/inbox.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Stores the messages, each by itself. */
const given = Effect.fnUntraced(function* (id: OrganizationId, at: DateTime.Utc, said: ReadonlyArray<InboxMessage>) {
  yield* changed(id, at, {}, (state: InboxState) => said.reduce(withMessage, state))
  return said.map(({ message }) => message.id)
})

const idsOf = Effect.fnUntraced(function* (id: OrganizationId, ...sent: InboxNeeds["sent"]) {
  return shown(yield* loaded(id, { identities: sent.map(({ identity }) => identity), sent })).messages.map(
    ({ message }) => message.id
  )
})

const inOrder = (...ids: ReadonlyArray<MessageId | undefined>) => ids.filter((id) => id !== undefined).toSorted()

/** The messages from an account to a person up to an instant. */
export const sent = (it: Tests<StorePorts>) => {
  it.effect("finds unread messages up to the instant, to the millisecond, whatever their status", () =>
    Effect.gen(function* () {
      const { at, held, id, mark } = yield* givenReader
      const upTo = seconds(at, 5)
      const out = (changes: Partial<Message>, when = at) => saidIn(held, when, "outbound", changes)
      const [plain, arrived, exact] = yield* given(id, at, [
        yield* out({}),
        yield* out({ status: "delivered", deliveredAt: at }),
        yield* out({}, upTo),
        yield* out({}, DateTime.add(upTo, { milliseconds: 1 })),
        yield* out({ status: "read", deliveredAt: at, readAt: at }),
        yield* out({ status: "failed" }),
        yield* saidIn(held, at, "inbound")
      ])
      assert.deepStrictEqual(yield* idsOf(id, { ...mark, upTo }), inOrder(plain, arrived, exact))
      assert.deepStrictEqual(yield* idsOf(id), [])
    })
  )

  it.effect("reads a send whose outcome is not recorded yet", () =>
    Effect.gen(function* () {
      const { at, id, identity, mark, met, page } = yield* givenReader
      const send = yield* sendIntent(id, page.id, {
        at,
        phone: null,
        identity,
        conversation: { channel: "messenger" }
      })
      assert.strictEqual((yield* (yield* SendLedger).reserve(id, send)).contactId, met.contact.id)
      assert.deepStrictEqual(yield* idsOf(id, { ...mark, upTo: at }), [send.messageId])
    })
  )

  it.effect("finds messages from that account to that person only", () =>
    Effect.gen(function* () {
      const { account, at, held, id, identity, mark, met } = yield* givenReader
      const other = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: "7" }])
      const [onNumber, toOther] = [yield* talkWith(account, met, at), yield* talkWith(account, other, at)]
      yield* changed(
        id,
        at,
        {},
        (state) => withContact(state, other),
        (state) => withConversation(state, onNumber),
        (state) => withConversation(state, toOther)
      )
      const [own] = yield* given(id, at, [
        yield* saidIn(held, at, "outbound"),
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

  it.effect("reads up to the message that was seen; all of it when that is not there yet", () =>
    Effect.gen(function* () {
      const { at, held, id, mark } = yield* givenReader
      const said = [
        yield* saidIn(held, seconds(at, 1), "outbound"),
        yield* saidIn(held, seconds(at, 2), "outbound"),
        yield* saidIn(held, seconds(at, 3), "outbound")
      ] as const
      const [first, second, third] = yield* given(id, at, said)
      const { platformMessageId } = said[1].message
      assert.deepStrictEqual(yield* idsOf(id, { ...mark, upTo: null, platformMessageId }), inOrder(first, second))
      const unknown = (yield* saidIn(held, at, "outbound")).message.platformMessageId
      assert.deepStrictEqual(
        yield* idsOf(id, { ...mark, upTo: null, platformMessageId: unknown }),
        inOrder(first, second, third)
      )
    })
  )

  it.effect("reads for every mark of many", () =>
    Effect.gen(function* () {
      const { at, held, id, mark, page } = yield* givenReader
      const other = yield* newInboxContact(page, at, [{ kind: "messenger", value: "8" }])
      const toOther = yield* talkWith(page, other, at)
      yield* changed(
        id,
        at,
        {},
        (state) => withContact(state, other),
        (state) => withConversation(state, toOther)
      )
      const [early, , later] = yield* given(id, at, [
        yield* saidIn(held, seconds(at, 1), "outbound"),
        yield* saidIn(held, seconds(at, 9), "outbound"),
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
