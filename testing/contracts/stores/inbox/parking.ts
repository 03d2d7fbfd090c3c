import { DateTime, Effect, HashMap } from "effect"
import { type OrganizationId, PlatformMessageId } from "../../../../src/domain/Ids.ts"
import {
  type InboxState,
  type ParkedReport,
  emptyInbox,
  withContact,
  withConversation,
  withMessage,
  withParked,
  withoutParked
} from "../../../../src/domain/inbound/InboxState.ts"
import { Inbox } from "../../../../src/ports/inbound/Inbox.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { seconds } from "../../../given/era.ts"
import { someone } from "../../../given/given.ts"
import {
  changed,
  givenInbox,
  loaded,
  readUpTo,
  saidIn,
  comparable,
  newInboxContact,
  talkWith
} from "../../../given/inbox.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const psid = { kind: "messenger", value: "7" } as const
const about = PlatformMessageId.make("m_'\"\\ 漢")

/** An organization with two reports about its Page: one of a message, one up to a time. */
const givenParked = Effect.gen(function* () {
  const inbox = yield* givenInbox
  const { at, id, page } = inbox
  const ofMessage: ParkedReport = {
    channelAccountId: page.id,
    platformMessageId: about,
    item: readUpTo(page, psid, at, "of a message")
  }
  const mark: ParkedReport = {
    channelAccountId: page.id,
    platformMessageId: null,
    item: readUpTo(page, psid, at, "up to an instant")
  }
  yield* changed(
    id,
    at,
    {},
    (state) => withParked(state, ofMessage),
    (state) => withParked(state, mark)
  )
  const needs = {
    messages: [{ channelAccountId: page.id, platformMessageId: about }],
    marks: [{ channelAccountId: page.id, key: "up to an instant" }]
  }
  return { ...inbox, ofMessage, mark, needs, both: [ofMessage, mark] }
})

/** The claimed keys of the organization. */
const claimedAt = Effect.fnUntraced(function* (organizationId: OrganizationId, now: DateTime.Utc) {
  const due = yield* (yield* Inbox).claimParked(now, 10_000)
  return due.flatMap((report) => (report.organizationId === organizationId ? [report.item.key] : [])).toSorted()
})

const parkedIn = (parked: ReadonlyArray<ParkedReport>) => comparable(parked.reduce(withParked, emptyInbox)).parked

const keys = ["of a message", "up to an instant"]

/** Reports that arrive before their message. */
export const parking = (it: Tests<StorePorts>) => {
  it.effect("parked reports: those of requested messages and marks are returned complete", () =>
    Effect.gen(function* () {
      const { account, both, id, mark, needs, ofMessage, page } = yield* givenParked
      const parkedFor = (requested: Parameters<typeof loaded>[1], organizationId = id) =>
        Effect.map(loaded(organizationId, requested), (state) => comparable(state).parked)
      assert.deepStrictEqual(yield* parkedFor(needs), parkedIn(both))
      assert.deepStrictEqual(yield* parkedFor({ messages: needs.messages }), [ofMessage])
      assert.deepStrictEqual(yield* parkedFor({ marks: needs.marks }), [mark])
      assert.deepStrictEqual(yield* parkedFor({}), [])
      const globex = yield* givenInbox
      assert.deepStrictEqual(yield* parkedFor(needs, globex.id), [])
      const elsewhere = { channelAccountId: account.id }
      assert.deepStrictEqual(
        yield* parkedFor({
          messages: [
            { ...elsewhere, platformMessageId: about },
            { channelAccountId: page.id, platformMessageId: PlatformMessageId.make("another") }
          ],
          marks: [
            { ...elsewhere, key: "up to an instant" },
            { channelAccountId: page.id, key: "of a message" }
          ]
        }),
        []
      )
    })
  )

  it.effect("parked reports: are unchanged if their transaction fails", () =>
    Effect.gen(function* () {
      const { at, both, id, needs } = yield* givenParked
      const { atomically } = yield* Transaction
      const drop = (state: InboxState) => both.reduce(withoutParked, state)
      yield* Effect.flip(atomically(Effect.andThen(changed(id, at, needs, drop), Effect.fail("no"))))
      assert.deepStrictEqual(comparable(yield* loaded(id, needs)).parked, parkedIn(both))
    })
  )

  it.effect("parked reports: exactly the applied ones are removed", () =>
    Effect.gen(function* () {
      const { at, id, mark, needs, ofMessage } = yield* givenParked
      yield* changed(id, at, { messages: needs.messages }, (state) => withoutParked(state, ofMessage))
      assert.deepStrictEqual(comparable(yield* loaded(id, needs)).parked, [mark])
      assert.deepStrictEqual(yield* claimedAt(id, seconds(at, 1_000)), ["up to an instant"])
    })
  )

  it.effect(
    "parked reports: are retried after 2 s, 10 s, 1 min and 10 min, each from the previous attempt, then no more",
    () =>
      Effect.gen(function* () {
        const { at, both, id, needs } = yield* givenParked
        const justBefore = (instant: DateTime.Utc) => DateTime.subtract(instant, { milliseconds: 1 })
        let last = at
        for (const wait of [2, 10, 60, 600]) {
          const due = seconds(last, wait)
          assert.deepStrictEqual(yield* claimedAt(id, justBefore(due)), [], `before ${wait} s`)
          // A worker may be later than that.
          last = seconds(due, wait / 2)
          assert.deepStrictEqual(yield* claimedAt(id, last), keys, `after ${wait} s`)
        }
        assert.deepStrictEqual(yield* claimedAt(id, seconds(at, 1_000_000)), [])
        assert.deepStrictEqual(comparable(yield* loaded(id, needs)).parked, parkedIn(both))
      })
  )

  it.effect("parked reports: concurrent claims return each once, up to their limit", () =>
    Effect.gen(function* () {
      const { at, id, page } = yield* givenInbox
      const reports = Array.from({ length: 30 }, (_, place): ParkedReport => ({
        channelAccountId: page.id,
        platformMessageId: null,
        item: readUpTo(page, psid, at, String(place))
      }))
      yield* changed(id, at, {}, (state) => reports.reduce(withParked, state))
      const { claimParked } = yield* Inbox
      const now = seconds(at, 2)
      const shares = yield* Effect.replicateEffect(claimParked(now, 4), 12, { concurrency: "unbounded" })
      assert.isTrue(shares.every((share) => share.length <= 4))
      const rest = yield* claimParked(now, 100)
      assert.deepStrictEqual(
        [...shares.flat(), ...rest].map(({ item }) => item.key).toSorted(),
        reports.map(({ item }) => item.key).toSorted()
      )
    })
  )

  it.effect("parked reports: a claim returns the unchanged report with its organization", () =>
    Effect.gen(function* () {
      const { at, both, id } = yield* givenParked
      const due = yield* (yield* Inbox).claimParked(seconds(at, 2), 10_000)
      const own = due.filter(({ organizationId }) => organizationId === id)
      assert.deepStrictEqual(
        own.toSorted((one, other) => (one.item.key < other.item.key ? -1 : 1)),
        both.map(({ channelAccountId, item, platformMessageId }) => ({
          organizationId: id,
          channelAccountId,
          platformMessageId,
          item
        }))
      )
    })
  )

  it.effect("parked reports: a repeated one is ignored, and one parked again is new", () =>
    Effect.gen(function* () {
      const { at, id, needs, ofMessage } = yield* givenParked
      yield* claimedAt(id, seconds(at, 2))
      const again = (state: InboxState) => withParked(withoutParked(state, ofMessage), ofMessage)
      yield* changed(id, seconds(at, 4), needs, again)
      // Both wait for their second attempt.
      assert.deepStrictEqual(yield* claimedAt(id, seconds(at, 11)), [])
      assert.deepStrictEqual(yield* claimedAt(id, seconds(at, 12)), keys)

      yield* changed(id, seconds(at, 20), needs, (state) => withoutParked(state, ofMessage))
      yield* changed(id, seconds(at, 20), needs, (state) => withParked(state, ofMessage))
      assert.deepStrictEqual(yield* claimedAt(id, seconds(at, 22)), ["of a message"])
    })
  )

  it.effect("parked reports: stay during other saves, and can be added beside a change", () =>
    Effect.gen(function* () {
      const { account, at, both, id, mark, needs } = yield* givenParked
      const person = yield* newInboxContact(account, at, [{ kind: "phone", value: someone }])
      const other = { ...mark, item: { ...mark.item, key: "another" } }
      const meet = (state: InboxState) => withParked(withContact(state, person), other)
      yield* changed(id, at, needs, meet)
      const all = { ...needs, marks: [...needs.marks, { channelAccountId: other.channelAccountId, key: "another" }] }
      assert.deepStrictEqual(comparable(yield* loaded(id, all)).parked, parkedIn([...both, other]))
      assert.isTrue(HashMap.size((yield* loaded(id, { identities: person.identities })).contacts) === 1)
    })
  )

  it.effect("parked reports: become due at once when their person is new or receives a message", () =>
    Effect.gen(function* () {
      const { at, id, mark, page } = yield* givenParked
      const otherPerson = { kind: "messenger", value: "8" } as const
      const other = { ...mark, item: readUpTo(page, otherPerson, at, "of another person") }
      yield* changed(id, at, {}, (state) => withParked(state, other))
      for (const later of [2, 12, 72, 672]) yield* claimedAt(id, seconds(at, later))
      assert.deepStrictEqual(yield* claimedAt(id, seconds(at, 100_000)), [])

      const person = yield* newInboxContact(page, at, [psid])
      yield* changed(id, seconds(at, 700), {}, (state) => withContact(state, person))
      assert.deepStrictEqual(yield* claimedAt(id, seconds(at, 700)), ["up to an instant"])

      const thread = yield* talkWith(page, person, at)
      const needs = { identities: person.identities }
      yield* changed(id, seconds(at, 800), needs, (state) => withConversation(state, thread))
      assert.deepStrictEqual(yield* claimedAt(id, seconds(at, 800)), [])
      const echo = yield* saidIn(thread, at, "outbound", { platformMessageId: PlatformMessageId.make("m_echo") })
      yield* changed(id, seconds(at, 900), needs, (state) => withMessage(state, echo))
      assert.deepStrictEqual(yield* claimedAt(id, seconds(at, 900)), ["up to an instant"])
    })
  )

  it.effect("parked reports: are removed after their maximum wait, up to a limit", () =>
    Effect.gen(function* () {
      const { at, id, mark, needs } = yield* givenParked
      const later = { ...mark, item: { ...mark.item, key: "later" } }
      yield* changed(id, seconds(at, 5), {}, (state) => withParked(state, later))
      const { purgeParked } = yield* Inbox
      assert.strictEqual(yield* purgeParked(at, 10), 0)
      assert.strictEqual(yield* purgeParked(seconds(at, 5), 1), 1)
      assert.strictEqual(yield* purgeParked(seconds(at, 5), 10), 1)
      assert.strictEqual(yield* purgeParked(seconds(at, 5), 10), 0)
      const marks = [...needs.marks, { channelAccountId: mark.channelAccountId, key: "later" }]
      assert.deepStrictEqual(comparable(yield* loaded(id, { ...needs, marks })).parked, [later])
    })
  )
}
