import { type DateTime, Effect, Fiber, type Layer, Option } from "effect"
import { MessageId, type OrganizationId, PendingSendId, PlatformMessageId, UserId } from "../../../src/domain/Ids.ts"
import { PendingOutcome, type PendingSend } from "../../../src/domain/sends/PendingSend.ts"
import {
  maySeeScheduled,
  type ScheduledFilter,
  ScheduledStatus,
  scheduledStatus
} from "../../../src/domain/sends/ScheduledSend.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { type NewPendingSend, PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { nextEra, seconds } from "../../given/era.ts"
import { givenAccount, givenOrganization, sendIntent, uuid } from "../../given/given.ts"
import { givenMember } from "../../given/givenMember.ts"
import { givenTalk, savedTalk } from "../../given/givenTalk.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

/** A recorded send of the organization. */
const recorded = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  at: DateTime.Utc,
  changes: Partial<NewPendingSend> = {}
) {
  return yield* (yield* PendingSends).add({
    id: PendingSendId.make(yield* uuid),
    organizationId,
    origin: "commit",
    channel: "whatsapp",
    recipient: "+15551234567",
    sender: null,
    contactId: null,
    conversationId: null,
    scheduledBy: null,
    content: { _tag: "Text", text: "Hello" },
    key: null,
    createdAt: at,
    dueAt: at,
    ...changes
  })
})

const scheduled: Partial<NewPendingSend> = { origin: "developer", content: { _tag: "Text", text: "Hello" } }

const everyScheduled: ScheduledFilter = {
  status: null,
  channel: null,
  contactId: null,
  conversationId: null,
  visibleTo: null
}

/** The claimed sends of the organization: suites share a database. */
const claimed = Effect.fnUntraced(function* (organizationId: OrganizationId, now: DateTime.Utc) {
  const all = yield* (yield* PendingSends).claim(now, seconds(now, 60), 1_000)
  return all.filter((send) => send.organizationId === organizationId)
})

const given = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const at = yield* nextEra
  const account = yield* givenAccount(id)
  const intent = (changes: Partial<Parameters<typeof sendIntent>[2]> = {}) =>
    sendIntent(id, account.id, { at, ...changes })
  return { id, at, intent, add: (changes?: Partial<NewPendingSend>) => recorded(id, at, changes) }
})

export const pendingSendsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `PendingSends: ${name}`, ports, (it) => {
    it.effect("pending sends: all fields are stored, and another organization does not find them", () =>
      Effect.gen(function* () {
        const { add, at, id } = yield* given
        const { id: other } = yield* givenOrganization()
        const { find } = yield* PendingSends
        const content = { _tag: "Text", text: '漢 \u{1F680} {"a"} \\', n: 1e21, list: [null, true] }
        const send = yield* add({ channel: "messenger", sender: "1234", key: "order 7", content })
        assert.deepStrictEqual(yield* find(id, send.id), Option.some(send))
        assert.deepStrictEqual(send.content, content)
        assert.deepStrictEqual([send.attempts, send.begunAt, send.outcome, send.dueAt], [0, null, null, at])
        assert.deepStrictEqual(yield* find(other, send.id), Option.none())
      })
    )

    it.effect("pending sends: a key records one send per organization", () =>
      Effect.gen(function* () {
        const { add, at } = yield* given
        const { id: other } = yield* givenOrganization()
        const first = yield* add({ key: "order 7" })
        const second = yield* add({ key: "order 7", recipient: "+15557654321" })
        assert.deepStrictEqual(second, first)
        assert.notStrictEqual((yield* recorded(other, at, { key: "order 7" })).id, first.id)
        assert.notStrictEqual((yield* add()).id, (yield* add()).id)
      })
    )

    it.effect("pending sends: a rolled-back transaction records none, and signals none", () =>
      Effect.gen(function* () {
        const { add, at, id } = yield* given
        const { open } = yield* Transaction
        const { wakeSignal } = yield* PendingSends
        yield* Effect.flip(open(Effect.andThen(add({ key: "k" }), Effect.fail("no"))))
        assert.deepStrictEqual(yield* claimed(id, at), [])
        const waiting = yield* Effect.forkChild(wakeSignal, { startImmediately: true })
        const send = yield* open(add({ key: "k" }))
        yield* Fiber.join(waiting)
        assert.deepStrictEqual(
          (yield* claimed(id, at)).map((one) => one.id),
          [send.id]
        )
      })
    )

    it.effect("pending sends: sends to one recipient are claimed in order, others at the same time", () =>
      Effect.gen(function* () {
        const { add, at, id } = yield* given
        const { settle } = yield* PendingSends
        const first = yield* add()
        const second = yield* add()
        const elsewhere = yield* add({ recipient: "+15550000000" })
        const later = yield* add({ recipient: "+15550000001", dueAt: seconds(at, 30) })
        const idsOf = (now: DateTime.Utc) => Effect.map(claimed(id, now), (all) => all.map((one) => one.id).toSorted())
        assert.deepStrictEqual(yield* idsOf(at), [first.id, elsewhere.id].toSorted())
        assert.deepStrictEqual(yield* idsOf(at), [])
        const outcome = PendingOutcome.cases.NotSent.make({ reason: "PlatformRejected", code: 131047, detail: "no" })
        yield* settle(id, first.id, outcome, at)
        assert.deepStrictEqual(yield* idsOf(at), [second.id])
        assert.deepStrictEqual(yield* idsOf(seconds(at, 30)), [later.id])
        // The lease of the second one has ended.
        assert.deepStrictEqual(yield* idsOf(seconds(at, 61)), [second.id, elsewhere.id].toSorted())
      })
    )

    it.effect("pending sends: a postponed send is claimed again, with or without its open attempt", () =>
      Effect.gen(function* () {
        const { add, at, id } = yield* given
        const { postpone } = yield* PendingSends
        const { id: send } = yield* add()
        const [one] = yield* claimed(id, at)
        assert.deepStrictEqual([one?.attempts, one?.begunAt], [1, at])
        yield* postpone(id, send, seconds(at, 10), true)
        const [again] = yield* claimed(id, seconds(at, 10))
        assert.deepStrictEqual([again?.attempts, again?.begunAt], [2, at])
        yield* postpone(id, send, seconds(at, 20), false)
        const [fresh] = yield* claimed(id, seconds(at, 20))
        assert.deepStrictEqual([fresh?.attempts, fresh?.begunAt], [3, seconds(at, 20)])
      })
    )

    it.effect("pending sends: the first outcome counts, drops the content, and is purged after its time", () =>
      Effect.gen(function* () {
        const { add, at, id } = yield* given
        const { find, purge, settle } = yield* PendingSends
        const { id: send } = yield* add()
        const sent = PendingOutcome.cases.Sent.make({
          messageId: MessageId.make(yield* uuid),
          platformMessageId: PlatformMessageId.make("wamid.1")
        })
        yield* settle(id, send, sent, at)
        yield* settle(
          id,
          send,
          PendingOutcome.cases.NotSent.make({ reason: "x", code: null, detail: "y" }),
          seconds(at, 1)
        )
        const ended = Option.getOrThrow(yield* find(id, send))
        assert.deepStrictEqual([ended.outcome, ended.endedAt, ended.content], [sent, at, null])
        assert.deepStrictEqual(yield* claimed(id, seconds(at, 3_600)), [])
        const open = yield* add()
        yield* purge(at, 1_000)
        assert.isTrue(Option.isSome(yield* find(id, send)))
        yield* purge(seconds(at, 1), 1_000)
        assert.deepStrictEqual(yield* find(id, send), Option.none())
        assert.isTrue(Option.isSome(yield* find(id, open.id)))
      })
    )

    it.effect("pending sends: content stays with a failure, and the first outcome is reported as such", () =>
      Effect.gen(function* () {
        const { add, at, id } = yield* given
        const { find, settle } = yield* PendingSends
        const send = yield* add()
        const failed = PendingOutcome.cases.NotSent.make({ reason: "PlatformRejected", code: 131047, detail: "no" })
        assert.isTrue(yield* settle(id, send.id, failed, at))
        assert.isFalse(yield* settle(id, send.id, PendingOutcome.cases.Cancelled.make({}), at))
        const ended = Option.getOrThrow(yield* find(id, send.id))
        assert.deepStrictEqual([ended.outcome, ended.content], [failed, send.content])
      })
    )

    it.effect("pending sends: a send is changed and cancelled until it is claimed, by its organization only", () =>
      Effect.gen(function* () {
        const { add, at, id } = yield* given
        const { id: other } = yield* givenOrganization()
        const { cancel, change, find } = yield* PendingSends
        const send = yield* add({ ...scheduled, dueAt: seconds(at, 60) })
        const dueAt = seconds(at, 30)
        assert.deepStrictEqual(yield* change(other, send.id, { dueAt }), Option.none())
        assert.deepStrictEqual(yield* cancel(other, send.id, at), Option.none())
        const content = { _tag: "Text", text: "Later" }
        assert.deepStrictEqual(yield* change(id, send.id, { content }), Option.some({ ...send, content }))
        assert.deepStrictEqual(yield* change(id, send.id, { dueAt }), Option.some({ ...send, content, dueAt }))
        assert.deepStrictEqual(yield* claimed(id, seconds(at, 29)), [])
        const [claim] = yield* claimed(id, dueAt)
        assert.deepStrictEqual(claim, { ...send, content, dueAt, begunAt: dueAt, attempts: 1 })
        assert.deepStrictEqual(yield* change(id, send.id, { dueAt: seconds(at, 90) }), Option.none())
        assert.deepStrictEqual(yield* cancel(id, send.id, dueAt), Option.none())
        const cancelled = yield* add({ ...scheduled, dueAt })
        const after = Option.getOrThrow(yield* cancel(id, cancelled.id, at))
        assert.deepStrictEqual([after.outcome, after.endedAt], [PendingOutcome.cases.Cancelled.make({}), at])
        assert.deepStrictEqual(yield* find(id, cancelled.id), Option.some(after))
        assert.deepStrictEqual(yield* cancel(id, cancelled.id, at), Option.none())
        assert.deepStrictEqual(yield* claimed(id, seconds(at, 3_600)).pipe(Effect.map((all) => all.length)), 1)
      })
    )

    it.effect("pending sends: of a claim, a change and a cancellation at the same time exactly one wins", () =>
      Effect.gen(function* () {
        const { add, at, id } = yield* given
        const { cancel } = yield* PendingSends
        const sends = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, n) => n),
          (n) => add({ ...scheduled, recipient: `+1555000${1_000 + n}` })
        )
        const [claims, cancelled] = yield* Effect.all(
          [
            Effect.all(
              Array.from({ length: 4 }, () => claimed(id, at)),
              { concurrency: "unbounded" }
            ),
            Effect.forEach(sends, (send) => cancel(id, send.id, at), { concurrency: "unbounded" })
          ],
          { concurrency: "unbounded" }
        )
        const won = [...claims.flat(), ...cancelled.filter(Option.isSome).map(({ value }) => value)]
        const rest = yield* claimed(id, at)
        assert.deepStrictEqual(
          [...won, ...rest].map((send) => send.id).toSorted(),
          sends.map((send) => send.id).toSorted()
        )
      })
    )

    it.effect("pending sends: scheduled ones are listed by filter, the soonest first and ended ones last", () =>
      Effect.gen(function* () {
        const { add, at, id, intent } = yield* given
        const { cancel, list, openScheduled, settle } = yield* PendingSends
        const talk = yield* givenTalk({ id, intent })
        const { contactId: contact, id: conversation } = talk
        const me = UserId.make(yield* uuid)
        yield* add({ recipient: "+15550000009" })
        const late = yield* add({ ...scheduled, dueAt: seconds(at, 90), scheduledBy: me })
        const soon = yield* add({ ...scheduled, dueAt: seconds(at, 60), contactId: contact })
        const reply = yield* add({
          ...scheduled,
          origin: "session",
          channel: "messenger",
          dueAt: seconds(at, 70),
          contactId: contact,
          conversationId: conversation
        })
        const gone = yield* add({ ...scheduled, dueAt: seconds(at, 10) })
        yield* cancel(id, gone.id, at)
        const failed = yield* add({ ...scheduled, dueAt: seconds(at, 10), recipient: "+15550000003" })
        const outcome = PendingOutcome.cases.NotSent.make({ reason: "x", code: null, detail: "y" })
        yield* settle(id, failed.id, outcome, seconds(at, 1))
        const page = { page: 1, limit: 10 }
        const idsOf = (filter: Partial<ScheduledFilter>, asked = page) =>
          Effect.map(list(id, { ...everyScheduled, ...filter }, asked), ({ rows, total }) => [
            total,
            ...rows.map((send) => send.id)
          ])
        assert.deepStrictEqual(yield* idsOf({}), [5, soon.id, reply.id, late.id, failed.id, gone.id])
        assert.deepStrictEqual(yield* idsOf({}, { page: 2, limit: 2 }), [5, late.id, failed.id])
        assert.deepStrictEqual(yield* idsOf({ status: "scheduled" }), [3, soon.id, reply.id, late.id])
        assert.deepStrictEqual(yield* idsOf({ status: "cancelled" }), [1, gone.id])
        assert.deepStrictEqual(yield* idsOf({ status: "failed" }), [1, failed.id])
        assert.deepStrictEqual(yield* idsOf({ status: "sent" }), [0])
        assert.deepStrictEqual(yield* idsOf({ channel: "messenger" }), [1, reply.id])
        assert.deepStrictEqual(yield* idsOf({ contactId: contact }), [2, soon.id, reply.id])
        assert.deepStrictEqual(yield* idsOf({ conversationId: conversation }), [1, reply.id])
        assert.deepStrictEqual(yield* idsOf({ visibleTo: me }), [2, reply.id, late.id])
        assert.strictEqual(yield* openScheduled(id), 3)
        yield* claimed(id, seconds(at, 60))
        assert.deepStrictEqual(yield* idsOf({ status: "sending" }), [1, soon.id])
        const { rows: all } = yield* list(id, everyScheduled, page)
        const named = (sends: ReadonlyArray<PendingSend>) => [sends.length, ...sends.map((send) => send.id)]
        for (const status of ScheduledStatus.literals) {
          const those = all.filter((send) => scheduledStatus(send) === status)
          assert.deepStrictEqual(yield* idsOf({ status }), named(those), status)
        }
        const ada = yield* givenMember(id, { name: "Ada", conversationScope: "assigned" })
        const bob = yield* givenMember(id, { name: "Bob", conversationScope: "assigned" })
        const own = yield* add({ ...scheduled, dueAt: seconds(at, 95), scheduledBy: ada.user.id })
        for (const assigneeId of [null, ada.user.id, bob.user.id]) {
          yield* savedTalk(talk, { assigneeId })
          for (const { access, user } of [ada, bob]) {
            const those = [...all.slice(0, 3), own, ...all.slice(3)].filter((send) =>
              maySeeScheduled(access, send, send.conversationId === null ? null : { assigneeId })
            )
            assert.deepStrictEqual(yield* idsOf({ visibleTo: user.id }), named(those), `${assigneeId} ${user.id}`)
          }
        }
        const { id: other } = yield* givenOrganization()
        assert.deepStrictEqual(yield* list(other, everyScheduled, page), { rows: [], total: 0 })
      })
    )

    it.effect("pending sends: they go with their contact", () =>
      Effect.gen(function* () {
        const { add, id, intent } = yield* given
        const { contactId: contact } = yield* givenTalk({ id, intent })
        const send = yield* add({ ...scheduled, contactId: contact })
        const other = yield* add(scheduled)
        yield* (yield* ContactStore).remove(id, contact)
        const { find } = yield* PendingSends
        assert.deepStrictEqual(yield* find(id, send.id), Option.none())
        assert.isTrue(Option.isSome(yield* find(id, other.id)))
      })
    )
  })
