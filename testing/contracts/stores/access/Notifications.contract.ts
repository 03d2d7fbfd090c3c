import { Array, Effect, type Layer, Option } from "effect"
import type { ReadNotifications } from "../../../../src/domain/access/Notification.ts"
import { NotificationId, type OrganizationId, type UserId } from "../../../../src/domain/Ids.ts"
import { Notifications, Notifier } from "../../../../src/ports/access/Memberships.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, uuid } from "../../../given/given.ts"
import { givenNotifications, someNotifications, someUser } from "../../../given/givenNotifications.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { memberNotifications } from "../../../given/memberNotifications.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

const all = { page: 1, limit: 100 }

/** A member with notifications at these seconds. */
const givenTold = Effect.fnUntraced(function* (...moments: ReadonlyArray<number>) {
  const sender = yield* givenSender()
  const userId = yield* someUser
  const notifications = yield* givenNotifications(sender, userId, moments)
  const { markRead } = yield* Notifications
  return {
    ...sender,
    userId,
    notifications,
    ids: notifications.map(({ id }) => id),
    /** Marks as read at its own time, and returns the number of marked ones. */
    read: (which: ReadNotifications, later = 100) =>
      Effect.map(markRead(sender.id, userId, which, seconds(sender.at, later)), Option.getOrNull)
  }
})

/** The time of reading of each notification, in list order. */
const readTimes = Effect.fnUntraced(function* (organizationId: OrganizationId, userId: UserId) {
  return (yield* memberNotifications(organizationId, userId)).map(({ readAt }) => readAt)
})

const each = (...ids: ReadonlyArray<NotificationId | undefined>): ReadNotifications => ({
  _tag: "Each",
  ids: ids.filter((id) => id !== undefined)
})
const upTo = (id: NotificationId | undefined): ReadNotifications => (id === undefined ? each() : { _tag: "UpTo", id })

export const notificationsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Notifications: ${name}`, ports, (it) => {
    it.effect("notifications: are listed in pages, newest first, then by greater id", () =>
      Effect.gen(function* () {
        const { id, notifications, userId } = yield* givenTold(2, 0, 1, 1, 3)
        const { list } = yield* Notifications
        for (const limit of Array.range(1, 6)) {
          for (const page of Array.range(1, 6)) {
            const rows = notifications.slice((page - 1) * limit, page * limit)
            assert.deepStrictEqual(yield* list(id, userId, false, { page, limit }), { rows, total: 5, unread: 5 })
          }
        }
        assert.deepStrictEqual(yield* list(id, yield* someUser, false, all), { rows: [], total: 0, unread: 0 })
      })
    )

    it.effect("notifications: are listed with unread ones, or unread ones only", () =>
      Effect.gen(function* () {
        const { at, id, ids, notifications, read, userId } = yield* givenTold(0, 1, 2, 3)
        const { list } = yield* Notifications
        assert.strictEqual(yield* read(each(ids[1], ids[3])), 2)
        const expected = notifications.map((notification, index) =>
          Object.assign({}, notification, { readAt: index % 2 === 1 ? seconds(at, 100) : null })
        )
        const unread = expected.filter(({ readAt }) => readAt === null)
        assert.deepStrictEqual(yield* list(id, userId, false, all), { rows: expected, total: 4, unread: 2 })
        assert.deepStrictEqual(yield* list(id, userId, true, all), { rows: unread, total: 2, unread: 2 })
        assert.deepStrictEqual(yield* list(id, userId, true, { page: 2, limit: 1 }), {
          rows: unread.slice(1),
          total: 2,
          unread: 2
        })
        assert.deepStrictEqual(yield* list(id, userId, true, { page: 3, limit: 1 }), { rows: [], total: 2, unread: 2 })
      })
    )

    it.effect("notifications: marking one as read keeps its first time", () =>
      Effect.gen(function* () {
        const { at, id, ids, read, userId } = yield* givenTold(0, 1, 2)
        assert.strictEqual(yield* read(each(ids[0]), 10), 1)
        assert.strictEqual(yield* read(each(ids[0], ids[1], ids[1], NotificationId.make(yield* uuid)), 20), 1)
        assert.strictEqual(yield* read(each(), 30), 0)
        assert.deepStrictEqual(yield* readTimes(id, userId), [seconds(at, 10), seconds(at, 20), null])
      })
    )

    it.effect("notifications: marking up to one includes all older ones and no newer one", () =>
      Effect.gen(function* () {
        const { at, id, ids, read, userId } = yield* givenTold(0, 1, 2, 2, 2, 3)
        assert.strictEqual(yield* read(each(ids[5]), 10), 1)
        assert.strictEqual(yield* read(upTo(ids[2]), 20), 3)
        const [first, later] = [seconds(at, 10), seconds(at, 20)]
        assert.deepStrictEqual(yield* readTimes(id, userId), [null, null, later, later, later, first])
        assert.strictEqual(yield* read(upTo(ids[2]), 30), 0)
        assert.strictEqual(yield* read(upTo(ids[0]), 40), 2)
      })
    )

    it.effect("notifications: of another member or organization are not marked by their ids", () =>
      Effect.gen(function* () {
        const acme = yield* givenTold(0, 1)
        const globex = yield* givenTold(0, 1)
        const { markRead } = yield* Notifications
        const [newest] = acme.ids
        for (const [organizationId, userId] of [
          [acme.id, globex.userId],
          [globex.id, acme.userId],
          [globex.id, globex.userId]
        ] as const) {
          assert.deepStrictEqual(yield* markRead(organizationId, userId, each(...acme.ids), globex.at), Option.some(0))
          assert.deepStrictEqual(yield* markRead(organizationId, userId, upTo(newest), globex.at), Option.none())
        }
        assert.isNull(yield* acme.read(upTo(NotificationId.make(yield* uuid))))
        assert.deepStrictEqual(yield* readTimes(acme.id, acme.userId), [null, null])
        assert.deepStrictEqual(yield* readTimes(globex.id, globex.userId), [null, null])
      })
    )

    it.effect("notifications: are unread again if the surrounding transaction fails", () =>
      Effect.gen(function* () {
        const { id, ids, read, userId } = yield* givenTold(0)
        const { atomically } = yield* Transaction
        yield* Effect.flip(atomically(Effect.andThen(read(upTo(ids[0])), Effect.fail("no"))))
        assert.deepStrictEqual(yield* readTimes(id, userId), [null])
      })
    )

    it.effect("notifications: that arrive while others are marked stay unread", () =>
      Effect.gen(function* () {
        const { at, id, ids, read, userId } = yield* givenTold(0, 1)
        const { notify } = yield* Notifier
        const others = yield* someNotifications({ at, id }, userId, [2, 3])
        yield* Effect.all([read(upTo(ids[0])), ...others.map(notify)], { concurrency: "unbounded" })
        assert.strictEqual((yield* (yield* Notifications).list(id, userId, false, all)).unread, 2)
      })
    )
  })
