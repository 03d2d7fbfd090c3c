import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import * as MemoryProfiles from "../../../src/adapters/memory/inbound/MemoryProfiles.ts"
import * as MemoryTemplateCatalogue from "../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import * as MetaInboundReader from "../../../src/adapters/meta/inbound/MetaInboundReader.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { claimLookups, lookUpProfile } from "../../../src/app/inbound/lookUpProfile.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { fileAddresses } from "../../../src/domain/media/Media.ts"
import { PublicAddress } from "../../../src/ports/media/MediaLibrary.ts"
import { millis, processed } from "../../app/inbound/scene.ts"
import { HandClock, withHandClock } from "../../inbound/HandClock.ts"
import { fromPerson, ofPage, pageId, receivedAt } from "../../meta/inbound/deliveries.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { eventTypesOf } from "../../../testing/given/seen.ts"

const stores = Layer.mergeAll(
  LibPhoneNumbers.layer,
  MemoryProfiles.layer,
  MemoryTemplateCatalogue.layer,
  MetaInboundReader.layer,
  Layer.succeed(PublicAddress, PublicAddress.of({ files: Effect.succeed(fileAddresses("https://parley.example")) }))
).pipe(Layer.provideMerge(serverStores))

const said = (from: string, mid: string) =>
  ofPage({
    ...fromPerson(pageId, { timestamp: millis(5), message: { mid, text: "Hi" } }),
    sender: { id: from }
  })

const lookedUp = Effect.gen(function* () {
  const due = yield* claimLookups(100)
  yield* Effect.forEach(due, lookUpProfile)
  return due.map(({ personId }) => personId).toSorted()
})

layer(stores, { timeout: "3 minutes" })("profile names of contacts on a Postgres server", (it) => {
  it.effect("are looked up, stored and searchable, and do not replace names that a member set", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id, { channel: "messenger", externalId: pageId, businessAccountId: null, pageId })
      const { listOverviews, save } = yield* ContactStore
      const { answer } = yield* MemoryProfiles.ProfilePlatform
      const page = { page: 1, limit: 10 }
      const order = { by: "createdAt", direction: "ascending" } as const
      const contacts = Effect.map(listOverviews(id, page, null, order), ({ rows }) => rows.map((row) => row.contact))
      yield* processed(said("1", "m_1"))
      const [ada] = yield* contacts
      yield* processed(said("2", "m_2"), said("3", "m_3"))
      if (ada === undefined) return assert.fail("nobody")

      yield* answer("1", Effect.as(save({ ...ada, name: "Countess" }), "Ada"))
      yield* answer("2", Effect.succeed("Eve 漢"))
      assert.deepStrictEqual(yield* lookedUp, ["1", "2", "3"])
      const names = (yield* contacts).map(({ name }) => name)
      assert.sameMembers(names, ["Countess", "Eve 漢", ""])
      const search = { fields: "name and phone", text: "eve 漢", digits: null } as const
      assert.strictEqual((yield* listOverviews(id, page, search, order)).total, 1)
      assert.strictEqual((yield* eventTypesOf(id)).filter((type) => type === "contact.updated").length, 1)
      yield* processed(said("1", "m_4"), said("2", "m_5"), said("3", "m_6"))
      assert.deepStrictEqual(yield* lookedUp, [])
      yield* (yield* HandClock).pass(86_400)
      yield* processed(said("1", "m_7"), said("2", "m_8"), said("3", "m_9"))
      assert.deepStrictEqual(yield* lookedUp, ["3"])
    }).pipe((run) => withHandClock(DateTime.toEpochMillis(receivedAt), run))
  )
})
