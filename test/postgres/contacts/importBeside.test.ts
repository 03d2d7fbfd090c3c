import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Fiber, Latch, Stream } from "effect"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { givenOrganization, phoneOf } from "../../../testing/given/given.ts"
import { givenContact, someContact } from "../../../testing/given/givenContact.ts"
import { insertAll } from "../../../testing/given/insertAll.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { contactKnownBy } from "../../../testing/given/seen.ts"
import { wrongTotals } from "../../support/database/wrongTotals.ts"

/** More than are written, or under way, before others are asked for: the first of them are written by then. */
const people = 5_000

describe("a transaction that adds many contacts", () => {
  it.live("does not block others that add contacts, and the first one has the number", () =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      const { id } = yield* givenOrganization()
      const contacts = yield* Effect.forEach(Array.range(0, people - 1), (n) => someContact(id, { phone: phoneOf(n) }))
      const [areWritten, goOn] = [yield* Latch.make(), yield* Latch.make()]
      const slow = Stream.concat(
        Stream.fromIterable(contacts),
        Stream.drain(Stream.fromEffect(Effect.andThen(areWritten.open, goOn.await)))
      )
      const adding = yield* Effect.forkChild(store.insertAll(id, slow))
      yield* areWritten.await

      const other = yield* givenContact(id, { phone: phoneOf(people) })
      const first = yield* givenContact(id, { phone: phoneOf(3) })
      assert.strictEqual((yield* store.list(id, { page: 1, limit: 1 }, null)).total, 2)

      yield* goOn.open
      const added = yield* Fiber.join(adding)
      assert.deepStrictEqual(
        added,
        new Set(contacts.filter(({ phone }) => phone !== first.phone).map((contact) => contact.id))
      )
      assert.deepStrictEqual(yield* contactKnownBy(id, other.phone), other)
      assert.deepStrictEqual(yield* contactKnownBy(id, first.phone), first)
      assert.strictEqual((yield* store.list(id, { page: 1, limit: 1 }, null)).total, people + 1)
      assert.deepStrictEqual(yield* wrongTotals, [])
    }).pipe(Effect.provide(serverStores))
  )

  it.live("counts the other contacts that it adds and removes", () =>
    Effect.gen(function* () {
      const { remove } = yield* ContactStore
      const { atomically } = yield* Transaction
      const { id } = yield* givenOrganization()
      const [one, two] = [yield* someContact(id, { phone: phoneOf(1) }), yield* someContact(id, { phone: phoneOf(2) })]
      yield* atomically(
        Effect.gen(function* () {
          yield* insertAll(id, [one, two])
          yield* givenContact(id, { phone: phoneOf(3) })
          assert.isTrue(yield* remove(id, one.id))
          yield* insertAll(id, [two])
          yield* givenContact(id, { phone: phoneOf(4) })
        })
      )
      assert.deepStrictEqual(yield* wrongTotals, [])
    }).pipe(Effect.provide(serverStores))
  )
})
