import { DateTime, Effect, type Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { emailAddressOf } from "../../../../src/domain/access/Member.ts"
import { monthOf } from "../../../../src/domain/limits/MonthlyLimit.ts"
import { ApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { Memberships } from "../../../../src/ports/access/Memberships.ts"
import { OrganizationDeletion, Organizations } from "../../../../src/ports/access/Organizations.ts"
import { ChannelAccounts } from "../../../../src/ports/access/ChannelAccounts.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { WebhookStore } from "../../../../src/ports/webhooks/WebhookStore.ts"
import { MediaLibrary } from "../../../../src/ports/media/MediaLibrary.ts"
import { MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { givenOrganization, givenSender } from "../../../given/given.ts"
import { found, someMedia } from "../../../given/givenMedia.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { suite } from "../../Suite.ts"

/** Time for which a deleted key or account may still be accepted (contract: API keys). */
const cachedFor = "5 seconds"

const markedAt = DateTime.makeUnsafe("2026-11-20T12:00:00.123Z")

/** An organization with a key, an invitation, a message with its contact, and a file. */
const givenTenant = Effect.gen(function* () {
  const sender = yield* givenSender({ webhook: {} })
  const { key } = yield* (yield* ApiKeys).create(sender.id, "Shop")
  const email = Option.getOrThrow(emailAddressOf("ada@example.com"))
  const permissions = { role: "agent", conversationScope: "all" } as const
  const invitation = { organizationId: sender.id, email, name: "Ada", ...permissions, createdAt: markedAt }
  yield* (yield* Memberships).invite(sender.id, invitation)
  const intent = yield* sender.intent()
  const { messageId } = intent
  const { contactId } = yield* sendOff(sender.id, intent)
  const file = yield* someMedia(sender.id)
  yield* (yield* MediaLibrary).addAll(sender.id, [file])
  return { ...sender, key: Redacted.value(key), contactId, messageId, file }
})

type Tenant = Effect.Success<typeof givenTenant>

const canEnter = Effect.fnUntraced(function* ({ account, id, key }: Tenant) {
  return [
    Option.isSome(yield* (yield* Organizations).find(id)),
    Option.isSome(yield* (yield* ApiKeys).authenticate(key)),
    (yield* (yield* Memberships).list(id)).length > 0,
    Option.isSome(yield* (yield* WebhookStore).find(id)),
    Option.isSome(yield* (yield* ChannelAccounts).route(account.channel, account.externalId))
  ]
})

const hasContent = Effect.fnUntraced(function* ({ contactId, file, id, messageId }: Tenant) {
  return [
    Option.isSome(yield* (yield* ContactStore).find(id, contactId)),
    Option.isSome(yield* (yield* MessageStore).find(id, messageId)),
    (yield* found(id, file.id)) !== null
  ]
})

const all = <A>(value: boolean, list: ReadonlyArray<A>) => list.map(() => value)

export const organizationDeletionContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `OrganizationDeletion: ${name}`, ports, (it) => {
    it.effect("organization deletion: begin removes keys, members, webhook and accounts, and keeps the content", () =>
      Effect.gen(function* () {
        const tenant = yield* givenTenant
        const other = yield* givenTenant
        const { begin } = yield* OrganizationDeletion
        const before = yield* canEnter(tenant)
        assert.deepStrictEqual(before, all(true, before))

        assert.deepStrictEqual(yield* begin(tenant.id, markedAt), markedAt)
        yield* TestClock.adjust(cachedFor)

        assert.deepStrictEqual(yield* canEnter(tenant), all(false, before))
        assert.deepStrictEqual(yield* canEnter(other), all(true, before))
        assert.deepStrictEqual(yield* hasContent(tenant), [true, true, true])
      })
    )

    it.effect("organization deletion: an operator finds the organization with the time of the first mark", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const { findAny, list } = yield* Organizations
        const { begin } = yield* OrganizationDeletion
        assert.strictEqual((yield* findAny(id))?.deletingAt, null)
        yield* begin(id, markedAt)
        assert.deepStrictEqual(yield* begin(id, DateTime.add(markedAt, { hours: 1 })), markedAt)
        assert.deepStrictEqual((yield* findAny(id))?.deletingAt, markedAt)
        assert.deepStrictEqual((yield* list).find((one) => one.id === id)?.deletingAt ?? markedAt, markedAt)
      })
    )

    it.effect("organization deletion: deleteRows removes the content of one organization except files, in steps", () =>
      Effect.gen(function* () {
        const tenant = yield* givenTenant
        const other = yield* givenTenant
        const { begin, deleteRows } = yield* OrganizationDeletion
        yield* begin(tenant.id, markedAt)
        assert.isTrue((yield* deleteRows(tenant.id)) > 0)
        while ((yield* deleteRows(tenant.id)) > 0) yield* Effect.yieldNow
        assert.deepStrictEqual(yield* hasContent(tenant), [false, false, true])
        assert.deepStrictEqual(yield* hasContent(other), [true, true, true])
        const { usage } = yield* Organizations
        assert.strictEqual((yield* usage(tenant.id, monthOf(tenant.at))).used, 0)
        assert.strictEqual((yield* usage(other.id, monthOf(other.at))).used, 1)
      })
    )

    it.effect("organization deletion: files of one organization are listed, and removed ones are forgotten", () =>
      Effect.gen(function* () {
        const tenant = yield* givenTenant
        const other = yield* givenTenant
        const { files, forgetFiles } = yield* OrganizationDeletion
        const second = yield* someMedia(tenant.id)
        yield* (yield* MediaLibrary).addAll(tenant.id, [second])
        assert.deepStrictEqual(new Set(yield* files(tenant.id, 10)), new Set([tenant.file.id, second.id]))
        assert.lengthOf(yield* files(tenant.id, 1), 1)
        yield* forgetFiles(tenant.id, [tenant.file.id, other.file.id])
        assert.deepStrictEqual(yield* files(tenant.id, 10), [second.id])
        assert.deepStrictEqual(yield* files(other.id, 10), [other.file.id])
      })
    )

    it.effect("organization deletion: finish removes only a marked organization", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const { findAny } = yield* Organizations
        const { begin, finish } = yield* OrganizationDeletion
        yield* finish(id)
        assert.notStrictEqual(yield* findAny(id), null)
        yield* begin(id, markedAt)
        yield* finish(id)
        assert.strictEqual(yield* findAny(id), null)
      })
    )
  })
