import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Option } from "effect"
import { contactUpdated } from "../../../src/domain/webhooks/Event.ts"
import { type ContactId, EventId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { EventLog } from "../../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { givenOrganization, phoneOf, uuid } from "../../../testing/given/given.ts"
import { givenContact } from "../../../testing/given/givenContact.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { contactOf, eventTypesOf } from "../../../testing/given/seen.ts"

type Signal = Deferred.Deferred<void>

describe("a transaction that the database rolls back because of a conflict", () => {
  it.live.each([
    { place: "by itself", nested: false },
    { place: "inside of another one", nested: true }
  ])("is repeated as a whole if the conflict was $place", ({ nested }) =>
    Effect.gen(function* () {
      const { atomically } = yield* Transaction
      const { lock, save } = yield* ContactStore
      const { append } = yield* EventLog
      const { id } = yield* givenOrganization()
      const ada = yield* givenContact(id, { name: "", phone: phoneOf(1) })
      const grace = yield* givenContact(id, { name: "", phone: phoneOf(2) })

      const sign = Effect.fnUntraced(function* (contactId: ContactId, name: string) {
        const contact = Option.getOrThrow(yield* lock(id, contactId))
        const signed = { ...contact, name: `${contact.name}${name}` }
        yield* save(signed)
        yield* append(contactUpdated(EventId.make(yield* uuid), signed, "api"))
      })
      /** Signs both; the second only when the other transaction has its first, which once is a deadlock. */
      const signBoth = (first: ContactId, second: ContactId, name: string, own: Signal, other: Signal) =>
        atomically(
          Effect.gen(function* () {
            yield* sign(first, name)
            yield* Deferred.succeed(own, undefined)
            yield* Deferred.await(other)
            yield* nested ? atomically(sign(second, name)) : sign(second, name)
          })
        )
      const one = yield* Deferred.make<void>()
      const two = yield* Deferred.make<void>()

      yield* Effect.all([signBoth(ada.id, grace.id, "x", one, two), signBoth(grace.id, ada.id, "y", two, one)], {
        concurrency: "unbounded"
      })

      const names = yield* Effect.forEach([ada.id, grace.id], (contactId) => contactOf(id, contactId))
      assert.deepStrictEqual(
        names.map((contact) => contact?.name.split("").toSorted().join("")),
        ["xy", "xy"]
      )
      assert.strictEqual((yield* eventTypesOf(id)).length, 4)
    }).pipe(Effect.provide(serverStores))
  )
})
