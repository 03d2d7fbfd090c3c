import { assert, layer } from "@effect/vitest"
import { Array, DateTime, Effect, type Layer } from "effect"
import { ConversationId, NotificationId, type OrganizationId, UserId } from "../../src/domain/Ids.ts"
import { maxKeptNotifications, type Notification } from "../../src/domain/access/Notification.ts"
import { Notifier } from "../../src/ports/stores/Notifier.ts"
import { Transaction } from "../../src/ports/stores/Transaction.ts"
import { seconds } from "../support/era.ts"
import { givenSender, uuid } from "../support/given.ts"
import type { StorePorts } from "../support/StorePorts.ts"

const someUser = Effect.map(uuid, (id) => UserId.make(id))

/** Every kind there is, for the user. */
const eachKind = Effect.fnUntraced(function* (organizationId: OrganizationId, userId: UserId, createdAt: DateTime.Utc) {
  const told = Effect.map(uuid, (id) => ({ id: NotificationId.make(id), organizationId, userId, createdAt }))
  const notifications: ReadonlyArray<Notification> = [
    { ...(yield* told), type: "conversation.assigned", conversationId: ConversationId.make(yield* uuid) },
    { ...(yield* told), type: "webhook.disabled", conversationId: null, reason: "gone" },
    { ...(yield* told), type: "webhook.disabled", conversationId: null, reason: "failing" }
  ]
  return notifications.toReversed()
})

/** What the user is told at these seconds; the newest first, of one instant the greater id. */
const someNotifications = Effect.fnUntraced(function* (
  { at, id: organizationId }: Effect.Success<ReturnType<typeof givenSender>>,
  userId: UserId,
  moments: ReadonlyArray<number>
) {
  const notifications = yield* Effect.forEach(moments, (later) =>
    Effect.gen(function* () {
      const notification: Notification = {
        id: NotificationId.make(yield* uuid),
        organizationId,
        userId,
        type: "conversation.assigned",
        conversationId: ConversationId.make(yield* uuid),
        createdAt: seconds(at, later)
      }
      return notification
    })
  )
  const key = ({ createdAt, id }: Notification) => `${createdAt.epochMilliseconds} ${id}`
  return notifications.toSorted((one, other) => (key(one) < key(other) ? 1 : -1))
})

const told = Effect.fnUntraced(function* (organizationId: OrganizationId, userId: UserId) {
  return yield* (yield* Notifier).list(organizationId, userId, 100)
})

export const notifierContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`Notifier: ${name}`, (it) => {
    it.effect("gives back what a member was told, the newest first, and no more than is asked for", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { list, notify } = yield* Notifier
        const userId = yield* someUser
        const notifications = yield* someNotifications(sender, userId, [2, 0, 1, 1, 3])
        yield* Effect.forEach(notifications.toReversed(), notify, { discard: true })
        for (const limit of Array.range(1, 6)) {
          assert.deepStrictEqual(yield* list(sender.id, userId, limit), notifications.slice(0, limit))
        }
      })
    )

    it.effect("keeps the newest of a member, and all of others", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { list, notify } = yield* Notifier
        const [userId, other] = [yield* someUser, yield* someUser]
        const [first] = yield* someNotifications(sender, other, [0])
        if (first === undefined) return assert.fail("no notification")
        yield* notify(first)
        const notifications = yield* someNotifications(sender, userId, Array.range(1, maxKeptNotifications + 3))
        yield* Effect.forEach(notifications.toReversed(), notify, { discard: true })
        assert.deepStrictEqual(yield* list(sender.id, userId, 1_000), notifications.slice(0, maxKeptNotifications))
        assert.deepStrictEqual(yield* list(sender.id, other, 10), [first])
      })
    )

    it.effect("gives back all that was said, whatever it is about", () =>
      Effect.gen(function* () {
        const { at, id } = yield* givenSender()
        const { list, notify } = yield* Notifier
        const userId = yield* someUser
        const createdAt = DateTime.add(at, { milliseconds: 1 })
        const notifications = yield* eachKind(id, userId, createdAt)
        yield* Effect.forEach(notifications, notify, { discard: true })
        assert.deepStrictEqual(yield* list(id, userId, 100), notifications)
      })
    )

    it.effect("tells each user in each organization what is for them", () =>
      Effect.gen(function* () {
        const acme = yield* givenSender()
        const globex = yield* givenSender()
        const { notify } = yield* Notifier
        const [ada, grace] = [yield* someUser, yield* someUser]
        const here = yield* someNotifications(acme, ada, [0, 1])
        const there = yield* someNotifications(globex, ada, [2])
        yield* Effect.forEach([...here, ...there], notify)
        assert.deepStrictEqual(yield* told(acme.id, ada), here)
        assert.deepStrictEqual(yield* told(globex.id, ada), there)
        assert.deepStrictEqual(yield* told(acme.id, grace), [])
      })
    )

    it.effect("belongs to the transaction around it", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { notify } = yield* Notifier
        const { atomically } = yield* Transaction
        const ada = yield* someUser
        const [undone, kept] = [yield* someNotifications(sender, ada, [1]), yield* someNotifications(sender, ada, [0])]
        yield* Effect.flip(atomically(Effect.andThen(Effect.forEach(undone, notify), Effect.fail("no"))))
        yield* atomically(Effect.forEach(kept, notify))
        assert.deepStrictEqual(yield* told(sender.id, ada), kept)
      })
    )
  })
