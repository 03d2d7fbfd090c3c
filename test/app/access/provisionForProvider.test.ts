import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import * as SubjectUserId from "../../../src/adapters/identity/subjectUserId.ts"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { type ExternalOrganization, provisionForProvider } from "../../../src/app/access/provisionOrganization.ts"
import { Subject, emailAddressOf } from "../../../src/domain/access/Member.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { Memberships } from "../../../src/ports/access/Memberships.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"

const world = Layer.merge(Memory.layer(), SubjectUserId.layer(false))
const email = Option.getOrThrow(emailAddressOf("ada@example.com"))
const account = (externalId: string, token: string) =>
  ({
    channel: "whatsapp",
    externalId,
    businessAccountId: "102290129340398",
    pageId: null,
    displayName: "Acme",
    token: Redacted.make(token)
  }) as const
const acme: ExternalOrganization = {
  name: "Acme",
  plan: "unlimited",
  owner: { email, name: "Ada", subject: null },
  accounts: [account("106540352242922", "first")]
}
const organizations = Effect.flatMap(Organizations, ({ list }) => list)

describe("provisionForProvider", () => {
  it.effect("a second start finds the organization, creates no key and stores the new token", () =>
    Effect.gen(function* () {
      const first = yield* provisionForProvider(acme)
      const accounts = [account("106540352242922", "second"), account("106540352242923", "third")]
      const second = yield* provisionForProvider({ ...acme, name: "Acme Ltd", accounts })
      assert.isNotNull(first.apiKey)
      assert.deepStrictEqual(second, {
        organizationId: first.organizationId,
        apiKey: null,
        apiKeyId: null,
        userId: null
      })
      assert.lengthOf(yield* organizations, 1)
      assert.lengthOf(yield* (yield* ApiKeys).list(first.organizationId), 1)
      const { list } = yield* ChannelAccounts
      const connected = yield* list
      assert.sameMembers(
        connected.map(({ account }) => account.externalId),
        ["106540352242922", "106540352242923"]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("a start without accounts finds the organization by its name, even after the owner has joined", () =>
    Effect.gen(function* () {
      const bare = { ...acme, accounts: [] }
      const { organizationId } = yield* provisionForProvider(bare)
      assert.strictEqual((yield* provisionForProvider(bare)).organizationId, organizationId)
      const userId = UserId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2c")
      const memberships = yield* Memberships
      const [organization] = yield* organizations
      yield* memberships.add(
        organizationId,
        { id: userId, email, name: "Ada", createdAt: organization?.createdAt ?? assert.fail("no organization") },
        { role: "owner", conversationScope: "all" }
      )
      assert.strictEqual((yield* provisionForProvider(bare)).organizationId, organizationId)
      assert.lengthOf(yield* organizations, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("an owner with a subject is found by the subject", () =>
    Effect.gen(function* () {
      const owned = { ...acme, accounts: [], owner: { ...acme.owner, subject: Subject.make("auth0|ada") } }
      const first = yield* provisionForProvider(owned)
      assert.isNotNull(first.userId)
      const second = yield* provisionForProvider(owned)
      assert.deepStrictEqual(second, { ...first, apiKey: null, apiKeyId: null })
    }).pipe(Effect.provide(world))
  )

  it.effect("another owner gets a separate organization, and no account of the first one", () =>
    Effect.gen(function* () {
      const first = yield* provisionForProvider(acme)
      const owner = { ...acme.owner, email: Option.getOrThrow(emailAddressOf("grace@example.com")) }
      const failure = yield* Effect.flip(provisionForProvider({ ...acme, owner }))
      assert.strictEqual(failure._tag, "ChannelAccountTaken")
      const second = yield* provisionForProvider({ ...acme, owner, accounts: [] })
      assert.notStrictEqual(second.organizationId, first.organizationId)
    }).pipe(Effect.provide(world))
  )
})
