/** The use cases of the service in memory, as a test or a simulation embeds them. */
import { Effect } from "effect"
import { createContact, listContacts } from "effect-parley"
import { OrganizationId } from "effect-parley/domain"
import { Memory, MemoryTagSync } from "effect-parley/memory"
import { LibPhoneNumbers } from "effect-parley/service"
import assert from "node:assert/strict"

const organizationId = OrganizationId.make("01890a5d-ac96-774b-bcce-b302099a8057")

const program = Effect.gen(function* () {
  yield* createContact(organizationId, "+49 151 12345678", { name: "Ada" })
  return yield* listContacts(organizationId, { page: 1, limit: 20 }, null)
})

const { total } = await Effect.runPromise(
  Effect.provide(program, [Memory.layer(), MemoryTagSync.layer, LibPhoneNumbers.layer])
)
assert.equal(total, 1)
