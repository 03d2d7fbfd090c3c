import { assert, describe, it } from "@effect/vitest"
import { Cause, DateTime, Deferred, Effect, Exit, Fiber, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { spoilToken } from "../../src/adapters/memory/access/MemoryChannelAccounts.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { newContact, VendorContactId } from "../../src/domain/contacts/Contact.ts"
import { shardOf } from "../../src/domain/webhooks/DeliveryShard.ts"
import { ContactId, OrganizationId } from "../../src/domain/Ids.ts"
import { monthOf } from "../../src/domain/limits/MonthlyLimit.ts"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { ChannelAccounts } from "../../src/ports/access/ChannelAccounts.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { Organizations } from "../../src/ports/access/Organizations.ts"
import { SendLedger } from "../../src/ports/sends/SendLedger.ts"
import { Transaction } from "../../src/ports/process/Transaction.ts"
import { givenOrganization, givenSender, givenAccount, someone } from "../../testing/given/given.ts"
import { sendOff } from "../../testing/given/sendOff.ts"
import { wakesOf } from "../../testing/given/wakesOf.ts"

/** The defect of the call, as the name of its class and the call it names. */
const defectOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) =>
    Exit.isFailure(exit) ? exit.cause.reasons.filter(Cause.isDieReason).map(({ defect }) => String(defect)) : []
  )

describe("World", () => {
  it.effect("makes the call that it was told die, before it does anything, and only so often", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { id, ...sender } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const before = yield* world.state
      const intent = yield* sender.intent()

      yield* world.failNext("SendLedger.reserve", 2)
      const defects = [...(yield* defectOf(reserve(id, intent))), ...(yield* defectOf(reserve(id, intent)))]

      assert.strictEqual(defects.length, 2)
      assert.match(defects.join(), /InjectedFailure.*InjectedFailure/)
      assert.deepStrictEqual(yield* world.state, before)
      assert.deepStrictEqual((yield* reserve(id, intent)).contactId, intent.contact.id)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("makes reads die as well, and no other method", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { find } = yield* Organizations
      const organization = yield* givenOrganization()
      yield* world.failNext("Organizations.find")
      assert.strictEqual(
        (yield* (yield* Organizations).usage(organization.id, monthOf(DateTime.makeUnsafe(0)))).used,
        0
      )
      assert.strictEqual((yield* defectOf(find(organization.id))).length, 1)
      assert.deepStrictEqual(yield* find(organization.id), Option.some(organization))
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("cannot open a token that was spoilt, until a new one is stored", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const account = yield* givenAccount(id)
      const { connect, connected } = yield* ChannelAccounts
      yield* spoilToken(account.id)
      assert.strictEqual((yield* Effect.flip(connected(id, "whatsapp")))._tag, "ChannelTokenUnreadable")
      yield* connect(id, account, Redacted.make("new"))
      assert.strictEqual(Redacted.value((yield* connected(id, "whatsapp")).token), "new")
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("gives the same ids, keys and secrets on every run", () => {
    const run = Effect.gen(function* () {
      const ids = yield* IdSource
      const { id, key } = yield* (yield* ApiKeys).create(OrganizationId.make(yield* ids.uuid), "key")
      return [id, Redacted.value(key), yield* ids.vendorContactId, yield* ids.signingSecret, yield* ids.uuid]
    })
    return Effect.gen(function* () {
      const once = yield* Effect.provide(run, Memory.layer())
      assert.deepStrictEqual(yield* Effect.provide(run, Memory.layer()), once)
      assert.deepStrictEqual(once, [
        "00000000-0000-7000-8000-000000000002",
        once[1],
        "ct_aaaaaaaaaaaaaaaaaaaaaaad",
        "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ=",
        "00000000-0000-7000-8000-000000000005"
      ])
    })
  })

  it.effect("ids begin with the time of the clock, and rise also if it is set back", () =>
    Effect.gen(function* () {
      const { uuid } = yield* IdSource
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      const first = yield* uuid
      yield* TestClock.setTime(Date.parse("2026-11-20T11:00:00.000Z"))
      assert.deepStrictEqual(
        [first, yield* uuid],
        ["01a1f8d3-ea00-7000-8000-000000000001", "01a1f8d3-ea00-7000-8000-000000000002"]
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("keeps no key, only its hash", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { key } = yield* (yield* ApiKeys).create((yield* givenOrganization()).id, "key")
      assert.notInclude(JSON.stringify((yield* world.state).apiKeys), Redacted.value(key).slice(8, 40))
      assert.match((yield* world.state).apiKeys[0]?.hash ?? "", /^[0-9a-f]{64}$/)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("knows the contacts that it began with by their numbers", () => {
    const contact = newContact(
      {
        id: ContactId.make("00000000-0000-4000-8000-000000000001"),
        vendorContactId: VendorContactId.make("ct_aaaaaaaaaaaaaaaaaaaaaaab"),
        organizationId: OrganizationId.make("00000000-0000-4000-8000-000000000002"),
        phone: PhoneNumber.make("5511987654321"),
        name: "Ada",
        source: "import"
      },
      DateTime.makeUnsafe(0)
    )
    return Effect.gen(function* () {
      const { findByPhone } = yield* ContactStore
      const found = yield* findByPhone(contact.organizationId, PhoneNumber.make("551187654321"))
      assert.deepStrictEqual(found, Option.some(contact))
    }).pipe(Effect.provide(Memory.layer({ contacts: [contact] })))
  })

  it.effect("loses nothing that others do while a transaction runs that comes to nothing", () =>
    Effect.gen(function* () {
      const { atomically } = yield* Transaction
      const { find } = yield* Organizations
      const began = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      const failing = Effect.gen(function* () {
        const inside = yield* givenOrganization()
        yield* Deferred.succeed(began, undefined)
        yield* Deferred.await(end)
        return yield* Effect.fail(inside.id)
      })
      const transaction = yield* Effect.forkChild(Effect.flip(atomically(failing)))
      yield* Deferred.await(began)
      const other = yield* Effect.forkChild(givenOrganization(), { startImmediately: true })
      assert.isUndefined(other.pollUnsafe())
      yield* Deferred.succeed(end, undefined)

      const organization = yield* Fiber.join(other)
      assert.deepStrictEqual(yield* find(organization.id), Option.some(organization))
      assert.deepStrictEqual(yield* find(yield* Fiber.join(transaction)), Option.none())
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect(
    "takes back the sends of a transaction that fails, and announces those of one that does not at its end",
    () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const { id, ...sender } = yield* givenSender({ webhook: {} })
        const arrival = yield* wakesOf(shardOf(id))
        const { findByPhone } = yield* ContactStore
        const arrived = yield* Effect.forkChild(arrival, { startImmediately: true })

        const intent = yield* sender.intent()
        yield* Effect.flip(atomically(Effect.andThen(sendOff(id, intent), Effect.fail("no"))))
        assert.deepStrictEqual(yield* findByPhone(id, someone), Option.none())
        assert.isUndefined(arrived.pollUnsafe())

        yield* atomically(
          Effect.gen(function* () {
            yield* sendOff(id, intent)
            yield* Effect.yieldNow
            assert.isUndefined(arrived.pollUnsafe())
          })
        )
        yield* Fiber.join(arrived)
      }).pipe(Effect.provide(Memory.layer()))
  )
})
