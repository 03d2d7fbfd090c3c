import { DateTime, Effect, Option, Struct } from "effect"
import type { OrganizationId } from "../../../../../src/domain/Ids.ts"
import { WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { seconds } from "../../../../given/era.ts"
import { givenMember } from "../../../../given/givenMember.ts"
import { dueOf, idsOf } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { memberNotifications } from "../../../../given/memberNotifications.ts"
import { afterFailures, freshIds, givenThree, recordAttempt } from "./scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

const webhookOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return Option.getOrThrow(yield* (yield* WebhookStore).find(organizationId))
})

/** What an attempt says about the receiver. */
export const disabling = (it: Tests<StorePorts>) => {
  it.effect("remembers since when nothing got through, and changes nothing else of the subscription", () =>
    Effect.gen(function* () {
      const { at, first, id, second, third } = yield* givenThree()
      const other = yield* givenThree()
      const webhook = yield* webhookOf(id)
      const since = DateTime.add(at, { milliseconds: 7 })
      yield* recordAttempt(first, { _tag: "Retry", dueAt: at }, { at: since })
      assert.deepStrictEqual(yield* webhookOf(id), { ...webhook, failingSince: since })
      yield* recordAttempt(second, { _tag: "GiveUp" }, { at: seconds(at, 60) })
      assert.deepStrictEqual(yield* webhookOf(id), { ...webhook, failingSince: since })
      yield* recordAttempt(third, { _tag: "Done" }, { at: seconds(at, 70) })
      assert.deepStrictEqual(yield* webhookOf(id), webhook)
      yield* recordAttempt(afterFailures(first, 1), { _tag: "Retry", dueAt: at }, { at: seconds(at, 80) })
      assert.deepStrictEqual(yield* webhookOf(id), { ...webhook, failingSince: seconds(at, 80) })
      assert.isNull((yield* webhookOf(other.id)).failingSince)
    })
  )

  it.effect("learns nothing from answers of a former address", () =>
    Effect.gen(function* () {
      const { at, first, id, second, third } = yield* givenThree()
      const webhook = yield* webhookOf(id)
      const url = "https://old.example.com/hook"
      yield* recordAttempt(first, { _tag: "GiveUp" }, { at, url, status: 410, disables: "gone" })
      assert.deepStrictEqual(yield* webhookOf(id), webhook)
      yield* recordAttempt(second, { _tag: "Retry", dueAt: at }, { at })
      yield* recordAttempt(third, { _tag: "Done" }, { at: seconds(at, 1), url })
      assert.deepStrictEqual(yield* webhookOf(id), { ...webhook, failingSince: at })
    })
  )

  it.effect.each(["gone", "failing"] as const)(
    "disables the subscription of a %s receiver, notifies the owners once, and keeps deferred deliveries",
    (reason) =>
      Effect.gen(function* () {
        const { at, first, id, second, third } = yield* givenThree()
        const owners = [yield* givenMember(id, { role: "owner" }), yield* givenMember(id, { role: "owner" })]
        const others = [yield* givenMember(id, { role: "admin" }), yield* givenMember(id)]
        const globex = yield* givenThree()
        const ownerElsewhere = yield* givenMember(globex.id, { role: "owner" })
        const webhook = yield* webhookOf(id)
        const now = DateTime.add(at, { minutes: 1, milliseconds: 7 })

        yield* recordAttempt(first, { _tag: "Retry", dueAt: at }, { at })
        yield* recordAttempt(second, { _tag: "GiveUp" }, { at: now, disables: reason })
        yield* recordAttempt(
          afterFailures(first, 1),
          { _tag: "Retry", dueAt: at },
          { at: seconds(now, 1), disables: reason }
        )
        const disabled = yield* webhookOf(id)
        assert.deepStrictEqual(
          { ...disabled, failingSince: null },
          { ...webhook, status: "disabled", updatedAt: now, failingSince: null }
        )
        const told = (yield* Effect.forEach(owners, ({ user }) => memberNotifications(id, user.id))).flat()
        assert.deepStrictEqual(
          told.map((notification) => Struct.omit(notification, ["id"])),
          owners.map(({ user }) => ({
            organizationId: id,
            userId: user.id,
            type: "webhook.disabled" as const,
            conversationId: null,
            readAt: null,
            reason,
            createdAt: now
          }))
        )
        assert.strictEqual(new Set(told.map((notification) => notification.id)).size, owners.length)
        for (const { user } of others) assert.deepStrictEqual(yield* memberNotifications(id, user.id), [])
        for (const where of [id, globex.id])
          assert.deepStrictEqual(yield* memberNotifications(where, ownerElsewhere.user.id), [])
        assert.strictEqual((yield* webhookOf(globex.id)).status, "active")

        assert.deepStrictEqual(yield* freshIds(id), idsOf([third]))
        assert.deepStrictEqual(yield* dueOf(id, now), [afterFailures(first, 2)])
      })
  )

  it.effect("tells the owners again when it happens again", () =>
    Effect.gen(function* () {
      const { at, first, id, second } = yield* givenThree()
      const { user } = yield* givenMember(id, { role: "owner" })
      const webhook = yield* webhookOf(id)
      yield* recordAttempt(first, { _tag: "GiveUp" }, { at, disables: "gone" })
      yield* (yield* WebhookStore).save(webhook)
      yield* recordAttempt(second, { _tag: "GiveUp" }, { at: seconds(at, 5), disables: "gone" })
      assert.deepStrictEqual(
        (yield* memberNotifications(id, user.id)).map(({ createdAt }) => createdAt),
        [seconds(at, 5), at]
      )
      assert.deepStrictEqual((yield* webhookOf(id)).updatedAt, seconds(at, 5))
    })
  )
}
