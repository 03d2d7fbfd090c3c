import { type DateTime, Effect, Fiber, type Layer, Option } from "effect"
import { MessageId, type OrganizationId, PendingSendId, PlatformMessageId } from "../../../src/domain/Ids.ts"
import { PendingOutcome } from "../../../src/domain/sends/PendingSend.ts"
import { type NewPendingSend, PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { nextEra, seconds } from "../../given/era.ts"
import { givenOrganization, uuid } from "../../given/given.ts"
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
    channel: "whatsapp",
    recipient: "+15551234567",
    sender: null,
    content: { _tag: "Text", text: "Hello" },
    key: null,
    createdAt: at,
    dueAt: at,
    ...changes
  })
})

/** The claimed sends of the organization: suites share a database. */
const claimed = Effect.fnUntraced(function* (organizationId: OrganizationId, now: DateTime.Utc) {
  const all = yield* (yield* PendingSends).claim(now, seconds(now, 60), 1_000)
  return all.filter((send) => send.organizationId === organizationId)
})

const given = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const at = yield* nextEra
  return { id, at, add: (changes?: Partial<NewPendingSend>) => recorded(id, at, changes) }
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
        const outcome = PendingOutcome.cases.NotSent.make({ reason: "PlatformRejected", detail: "no" })
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
        yield* settle(id, send, PendingOutcome.cases.NotSent.make({ reason: "x", detail: "y" }), seconds(at, 1))
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
  })
