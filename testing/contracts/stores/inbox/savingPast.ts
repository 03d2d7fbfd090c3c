import { DateTime, Effect, HashMap } from "effect"
import { withAddressBookName } from "../../../../src/domain/inbound/InboxContact.ts"
import { withContact, withConversation, withParked } from "../../../../src/domain/inbound/InboxState.ts"
import { withPast } from "../../../../src/domain/inbound/joinConversation.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { Inbox } from "../../../../src/ports/inbound/Inbox.ts"
import { seconds } from "../../../given/era.ts"
import { someone } from "../../../given/given.ts"
import { savedTalk } from "../../../given/givenTalk.ts"
import { changed, givenInbox, loaded, newInboxContact, talkWith } from "../../../given/inbox.ts"
import { conversationOf } from "../../../given/seen.ts"
import { assert } from "../../assert.ts"
import type { StorePorts } from "../../StorePorts.ts"
import type { Tests } from "../../Suite.ts"

const phone = { kind: "phone", value: someone } as const

/** A contact with a reported name in a conversation with the number of an organization. */
const givenPerson = Effect.gen(function* () {
  const inbox = yield* givenInbox
  const { account, at, id } = inbox
  const person = yield* newInboxContact(account, at, [phone], { contact: { name: "ada" }, nameAt: at })
  const thread = yield* talkWith(account, person, at)
  yield* changed(
    id,
    at,
    {},
    (state) => withContact(state, person),
    (state) => withConversation(state, thread)
  )
  const reload = Effect.map(loaded(id, { identities: person.identities }), ({ contacts }) =>
    HashMap.getUnsafe(contacts, person.contact.id)
  )
  return { ...inbox, person, thread, reload, needs: { identities: person.identities } }
})

/** Messages of the past, and names of address books, in the inbox. */
export const savingPast = (it: Tests<StorePorts>) => {
  it.effect("inbox history: a closed conversation begins earlier and stays closed", () =>
    Effect.gen(function* () {
      const { at, id, needs, thread } = yield* givenPerson
      const closed = yield* savedTalk(thread.conversation, {
        status: "closed" as const,
        closedAt: seconds(at, 10),
        closedBy: "service_role",
        resolution: "Refunded"
      })
      const past = { createdAt: seconds(at, -100), learnedAt: seconds(at, 20), isEcho: true }
      yield* changed(id, seconds(at, 20), { ...needs, reopensSince: at }, (state) =>
        [...HashMap.values(state.closed)].reduce(
          (before, entry) => withPast(before, entry, past, seconds(at, 20)),
          state
        )
      )
      assert.deepStrictEqual(yield* conversationOf(id, closed.id), { ...closed, createdAt: past.createdAt })
      const again = yield* loaded(id, { ...needs, reopensSince: at })
      assert.deepStrictEqual(
        [...HashMap.values(again.closed)].map(({ lastEchoAt, lastLearnedAt }) => [lastEchoAt, lastLearnedAt]),
        [[past.createdAt, past.learnedAt]]
      )
      assert.strictEqual(HashMap.size(again.conversations), 0)
    })
  )

  it.effect("inbox address book: a name is stored with the one that it covers, until a user sets one", () =>
    Effect.gen(function* () {
      const { at, id, needs, person, reload } = yield* givenPerson
      const named = withAddressBookName(person, "Ada Lovelace", seconds(at, 1))
      yield* changed(id, at, needs, (state) => withContact(state, named))
      assert.deepStrictEqual((yield* reload).addressBook, {
        name: "Ada Lovelace",
        at: seconds(at, 1),
        covered: "ada"
      })
      assert.deepStrictEqual([(yield* reload).contact.name, (yield* reload).nameAt], ["Ada Lovelace", at])

      const { save } = yield* ContactStore
      yield* save({ ...named.contact, email: "ada@example.com" })
      assert.strictEqual((yield* reload).addressBook?.name, "Ada Lovelace")
      yield* save({ ...named.contact, name: "Countess" })
      assert.deepStrictEqual([(yield* reload).addressBook, (yield* reload).nameAt], [undefined, null])
    })
  )

  it.effect("inbox address book: a name waits longer for its person than other reports", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const item = {
        _tag: "AddressBookChanged" as const,
        key: "book",
        at,
        channel: account.channel,
        accountExternalId: account.externalId,
        person: { ids: [phone] as const, name: null, username: null },
        name: "Ada"
      }
      yield* changed(id, at, {}, (state) =>
        withParked(state, { channelAccountId: account.id, platformMessageId: null, item })
      )
      const { purgeParked } = yield* Inbox
      assert.strictEqual(yield* purgeParked(DateTime.add(at, { days: 364 }), 1_000), 0)
      assert.strictEqual(yield* purgeParked(DateTime.add(at, { days: 366 }), 1_000), 1)
    })
  )
}
