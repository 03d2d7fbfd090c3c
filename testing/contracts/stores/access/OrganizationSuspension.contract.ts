import { DateTime, Effect, type Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, OrganizationId } from "../../../../src/domain/Ids.ts"
import { ApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { Memberships } from "../../../../src/ports/access/Memberships.ts"
import { OrganizationDeletion, Organizations } from "../../../../src/ports/access/Organizations.ts"
import { DeliveryQueue } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { WebhookStore } from "../../../../src/ports/webhooks/WebhookStore.ts"
import { IdempotencyKeys, SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { nextEra, seconds } from "../../../given/era.ts"
import { givenCall } from "../../../given/givenCall.ts"
import { givenOrganization, givenSender, givenWebhook, uuid } from "../../../given/given.ts"
import { givenMember } from "../../../given/givenMember.ts"
import { dueOf, eventTypesOf, freshOf, idsOf, messageOf, usedBy } from "../../../given/seen.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { suite } from "../../Suite.ts"
import { deferAt, givenTalker } from "../delivery/deliveryQueue/scene.ts"

const suspendedAt = DateTime.makeUnsafe("2026-11-20T12:00:00.123Z")

/** Time within which a suspension and its end reach every process (contract: Suspension of an organization). */
const cachedFor = "3 seconds"

const suspend = (id: OrganizationId, reason: string | null = null) =>
  Effect.flatMap(Organizations, (organizations) => organizations.suspend(id, suspendedAt, reason))

const resume = (id: OrganizationId) => Effect.flatMap(Organizations, (organizations) => organizations.resume(id))

export const organizationSuspensionContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `OrganizationSuspension: ${name}`, ports, (it) => {
    it.effect("suspend: an operator finds the first time and the latest reason until the organization is resumed", () =>
      Effect.gen(function* () {
        const { find, findAny, list } = yield* Organizations
        const organization = yield* givenOrganization()
        const { id } = organization
        const other = (yield* givenOrganization()).id
        const reason = "Unpaid: Ünïcödé \u{1F680} '\"\\"
        assert.deepStrictEqual(yield* suspend(id), { since: suspendedAt, reason: null })
        const later = DateTime.add(suspendedAt, { hours: 1 })
        const { suspend: again } = yield* Organizations
        assert.deepStrictEqual(yield* again(id, later, reason), { since: suspendedAt, reason })
        const suspension = { since: suspendedAt, reason }
        assert.deepStrictEqual(yield* again(id, later, null), suspension)

        assert.deepStrictEqual((yield* findAny(id))?.suspension, suspension)
        assert.deepStrictEqual((yield* list).find((one) => one.id === id)?.suspension ?? suspension, suspension)
        assert.deepStrictEqual(yield* find(id), Option.some(organization))
        assert.isNull((yield* findAny(other))?.suspension)

        assert.isNull(yield* resume(other))
        assert.deepStrictEqual(yield* resume(id), suspension)
        assert.isNull(yield* resume(id))
        assert.isNull((yield* findAny(id))?.suspension)
      })
    )

    it.effect("inactive: finds suspended, deleting and unknown organizations", () =>
      Effect.gen(function* () {
        const { inactive } = yield* Organizations
        const active = (yield* givenOrganization()).id
        const suspended = (yield* givenOrganization()).id
        const resumed = (yield* givenOrganization()).id
        const deleting = (yield* givenOrganization()).id
        const missing = OrganizationId.make(yield* uuid)
        yield* suspend(suspended)
        yield* suspend(resumed)
        yield* resume(resumed)
        yield* (yield* OrganizationDeletion).begin(deleting, suspendedAt)
        const found = yield* inactive([active, suspended, resumed, deleting, missing])
        assert.sameMembers([...found], [suspended, deleting, missing])
        assert.deepStrictEqual(yield* inactive([]), [])
      })
    )

    it.effect(
      "authenticate: refuses a key of a suspended organization within 3 seconds, also one that was used before",
      () =>
        Effect.gen(function* () {
          const { authenticate, create, list, revoke } = yield* ApiKeys
          const { id } = yield* givenOrganization()
          const other = (yield* givenOrganization()).id
          const used = yield* create(id, "used")
          const fresh = yield* create(id, "fresh")
          const revoked = yield* create(id, "revoked")
          yield* revoke(id, revoked.id)
          const elsewhere = yield* create(other, "other")
          const isAccepted = ({ key }: typeof used) => authenticate(Redacted.value(key))
          assert.isTrue(Option.isSome(yield* isAccepted(used)))

          yield* suspend(id)
          yield* TestClock.adjust(cachedFor)

          for (const key of [used, fresh]) {
            const { _tag, organizationId } = yield* Effect.flip(isAccepted(key))
            assert.deepStrictEqual([_tag, organizationId], ["OrganizationSuspended", id])
          }
          assert.isTrue(Option.isNone(yield* isAccepted(revoked)))
          assert.isTrue(Option.isSome(yield* isAccepted(elsewhere)))
          assert.isNull((yield* list(id)).find((key) => key.id === fresh.id)?.lastUsedAt)

          yield* resume(id)
          yield* TestClock.adjust(cachedFor)
          for (const key of [used, fresh]) assert.isTrue(Option.isSome(yield* isAccepted(key)))
        })
    )

    it.effect("find: a member of a suspended organization is found as suspended at once", () =>
      Effect.gen(function* () {
        const { find } = yield* Memberships
        const { id } = yield* givenOrganization()
        const { user } = yield* givenMember(id)
        const isSuspended = Effect.map(find(id, user.id), (found) => Option.getOrThrow(found).isSuspended)
        yield* suspend(id)
        assert.isTrue(yield* isSuspended)
        yield* resume(id)
        assert.isFalse(yield* isSuspended)
      })
    )

    it.effect(
      "reserve: refuses sends of a suspended organization and records nothing, beside sends of another one",
      () =>
        Effect.gen(function* () {
          const { reserve } = yield* SendLedger
          const sender = yield* givenSender({ plan: "unlimited" })
          const other = yield* givenSender({ plan: "free" })
          yield* suspend(sender.id)
          const intents = yield* Effect.replicateEffect(sender.intent(), 3)
          const others = yield* Effect.replicateEffect(other.intent(), 3)
          const results = yield* Effect.all(
            [
              ...intents.map((intent) => Effect.flip(reserve(sender.id, intent))),
              ...others.map((intent) => reserve(other.id, intent))
            ],
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            results.slice(0, 3).map((refusal) => "_tag" in refusal && refusal._tag),
            ["OrganizationSuspended", "OrganizationSuspended", "OrganizationSuspended"]
          )
          for (const { messageId } of intents) assert.isNull(yield* messageOf(sender.id, messageId))
          assert.strictEqual(yield* usedBy(sender.id, sender.at), 0)
          assert.strictEqual(yield* usedBy(other.id, other.at), 3)
          assert.deepStrictEqual(yield* eventTypesOf(sender.id), [])

          yield* resume(sender.id)
          for (const intent of intents) yield* reserve(sender.id, intent)
          assert.strictEqual(yield* usedBy(sender.id, sender.at), 3)
        })
    )

    it.effect("reserve: a refused send with a key frees the key when the caller releases it", () =>
      Effect.gen(function* () {
        const { reserve } = yield* SendLedger
        const { release } = yield* IdempotencyKeys
        const sender = yield* givenSender()
        const call = yield* givenCall()
        yield* suspend(sender.id)
        const refusal = yield* Effect.flip(reserve(sender.id, { ...(yield* sender.intent()), call }))
        assert.strictEqual(refusal._tag, "OrganizationSuspended")
        yield* release(sender.id, call)
        yield* resume(sender.id)
        yield* reserve(sender.id, { ...(yield* sender.intent()), call })
      })
    )

    it.effect("suspension: events of a suspended organization enter the outbox, whose subscription is paused", () =>
      Effect.gen(function* () {
        const { deferredOrganizations, open, read, subscriptions } = yield* DeliveryQueue
        const talker = yield* givenTalker()
        const { at, id, shard } = talker
        const conversation = ConversationId.make(yield* uuid)
        const before = yield* open(shard, at)
        const isSuspended = Effect.gen(function* () {
          const batch = yield* read({ _tag: "Organization", organizationId: id }, before, 10)
          const found = [...batch.subscriptions, ...(yield* subscriptions([id]))]
          assert.deepStrictEqual(
            found.map(({ status }) => status),
            ["active", "active"]
          )
          return found.map((subscription) => subscription.isSuspended)
        })
        const isDue = Effect.map(deferredOrganizations(shard), (found) =>
          found.some(({ organizationId }) => organizationId === id)
        )
        const [first] = yield* talker.say(conversation)
        assert.deepStrictEqual(yield* isSuspended, [false, false])
        yield* suspend(id)
        const later = yield* talker.say(conversation, 2)
        assert.deepStrictEqual(yield* isSuspended, [true, true])
        const fresh = (yield* freshOf(id)).map(({ delivery }) => delivery)
        assert.deepStrictEqual(idsOf(fresh), [first?.id, ...later.map((event) => event.id)])

        yield* deferAt(at, ...fresh)
        assert.isFalse(yield* isDue)
        assert.deepStrictEqual(idsOf(yield* dueOf(id, at)), [first?.id])

        yield* resume(id)
        assert.isTrue(yield* isDue)
        assert.strictEqual(shardOf(id), shard)
        assert.deepStrictEqual(yield* subscriptions([id]).pipe(Effect.map(([one]) => one?.isSuspended)), false)
      })
    )

    it.effect(
      "suspension: a failing webhook of a suspended organization gets no warning, and counts failures from its next attempt on",
      () =>
        Effect.gen(function* () {
          const { claimFailing, find } = yield* WebhookStore
          const at = yield* nextEra
          const active = (yield* givenOrganization()).id
          const disabled = (yield* givenOrganization()).id
          const other = (yield* givenOrganization()).id
          yield* givenWebhook(active, { failingSince: at })
          yield* givenWebhook(disabled, { failingSince: at, status: "disabled" })
          yield* givenWebhook(other, { failingSince: at })
          for (const id of [active, disabled]) yield* suspend(id)
          const claimed = yield* claimFailing(seconds(at, 60 * 60 * 60), 1_000)
          const warned = new Set(claimed.map(({ organizationId }) => organizationId))
          assert.deepStrictEqual([warned.has(active), warned.has(other)], [false, true])

          for (const id of [active, disabled]) yield* resume(id)
          const webhookOf = (id: OrganizationId) => Effect.map(find(id), Option.getOrThrow)
          const { failingSince, status } = yield* webhookOf(active)
          assert.deepStrictEqual([failingSince, status], [null, "active"])
          assert.deepStrictEqual((yield* webhookOf(disabled)).failingSince, at)
          assert.deepStrictEqual((yield* webhookOf(other)).failingSince, at)
        })
    )
  })
