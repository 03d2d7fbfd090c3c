import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { layer, TagSyncLog } from "../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { ContactId } from "../../src/domain/Ids.ts"
import { TagSync } from "../../src/ports/contacts/ContactStore.ts"
import { account } from "../meta/graph.ts"

it.effect("memory tag sync: records the tag changes that it receives", () =>
  Effect.gen(function* () {
    const { organizationId } = account.account
    const contactId = ContactId.make("018f0000-0000-7000-8000-0000000000cc")
    const first = { contactId, added: ["vip"], removed: [] }
    const second = { contactId, added: [], removed: ["vip"] }
    const { offer } = yield* TagSync
    yield* offer(organizationId, first)
    yield* offer(organizationId, second)
    assert.deepStrictEqual(yield* (yield* TagSyncLog).offered, [
      { organizationId, ...first },
      { organizationId, ...second }
    ])
  }).pipe(Effect.provide(layer))
)
