import { Array, DateTime, Effect, type Layer } from "effect"
import { maxKeptNotifications } from "../../../../src/domain/access/Notification.ts"
import { Notifier } from "../../../../src/ports/access/Memberships.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { givenSender } from "../../../given/given.ts"
import { eachKind, someNotifications, someUser } from "../../../given/givenNotifications.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { memberNotifications } from "../../../given/memberNotifications.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

export const notifierContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Notifier: ${name}`, ports, (it) => {
    it.effect("notifier: stores the newest notifications of a member, and all of other members", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { notify } = yield* Notifier
        const [userId, other] = [yield* someUser, yield* someUser]
        const [first] = yield* someNotifications(sender, other, [0])
        if (first === undefined) return assert.fail("no notification")
        yield* notify(first)
        const notifications = yield* someNotifications(sender, userId, Array.range(1, maxKeptNotifications + 3))
        yield* Effect.forEach(notifications.toReversed(), notify, { discard: true })
        assert.deepStrictEqual(
          yield* memberNotifications(sender.id, userId),
          notifications.slice(0, maxKeptNotifications)
        )
        assert.deepStrictEqual(yield* memberNotifications(sender.id, other), [first])
      })
    )

    it.effect("notifier: stores the whole content of every kind", () =>
      Effect.gen(function* () {
        const { at, id } = yield* givenSender()
        const { notify } = yield* Notifier
        const userId = yield* someUser
        const notifications = yield* eachKind(id, userId, DateTime.add(at, { milliseconds: 1 }))
        yield* Effect.forEach(notifications, notify, { discard: true })
        assert.deepStrictEqual(yield* memberNotifications(id, userId), notifications)
      })
    )

    it.effect("notifier: notifies each user of each organization", () =>
      Effect.gen(function* () {
        const acme = yield* givenSender()
        const globex = yield* givenSender()
        const { notify } = yield* Notifier
        const [ada, grace] = [yield* someUser, yield* someUser]
        const here = yield* someNotifications(acme, ada, [0, 1])
        const there = yield* someNotifications(globex, ada, [2])
        yield* Effect.forEach([...here, ...there], notify)
        assert.deepStrictEqual(yield* memberNotifications(acme.id, ada), here)
        assert.deepStrictEqual(yield* memberNotifications(globex.id, ada), there)
        assert.deepStrictEqual(yield* memberNotifications(acme.id, grace), [])
      })
    )

    it.effect("notifier: notifications are rolled back with their transaction", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { notify } = yield* Notifier
        const { atomically } = yield* Transaction
        const ada = yield* someUser
        const [undone, stored] = [
          yield* someNotifications(sender, ada, [1]),
          yield* someNotifications(sender, ada, [0])
        ]
        yield* Effect.flip(atomically(Effect.andThen(Effect.forEach(undone, notify), Effect.fail("no"))))
        yield* atomically(Effect.forEach(stored, notify))
        assert.deepStrictEqual(yield* memberNotifications(sender.id, ada), stored)
      })
    )
  })
