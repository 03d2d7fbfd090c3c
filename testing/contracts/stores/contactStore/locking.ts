import { Effect, Option } from "effect"
import type { Contact } from "../../../../src/domain/contacts/Contact.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { givenOrganization, someone } from "../../../given/given.ts"
import { givenContact } from "../../../given/givenContact.ts"
import { contactOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const rounds = 12

/** What a transaction has looked at is its own until its end. */
export const locking = (it: Tests<StorePorts>) => {
  it.effect.each(["lock", "lockByPhone"] as const)(
    "stays locked by the caller of %s until its transaction ends",
    (name) =>
      Effect.gen(function* () {
        const { lock, lockByPhone, save } = yield* ContactStore
        const { atomically } = yield* Transaction
        const { id } = yield* givenOrganization()
        const contact = yield* givenContact(id, { name: "" })
        const look: Effect.Effect<Option.Option<Contact>> =
          name === "lock" ? lock(id, contact.id) : lockByPhone(id, someone)
        const append = Effect.gen(function* () {
          const found = Option.getOrThrow(yield* look)
          yield* Effect.yieldNow
          yield* save({ ...found, name: `${found.name}x` })
        })

        yield* Effect.replicateEffect(atomically(append), rounds, { concurrency: "unbounded" })

        assert.deepStrictEqual(yield* contactOf(id, contact.id), { ...contact, name: "x".repeat(rounds) })
      })
  )
}
