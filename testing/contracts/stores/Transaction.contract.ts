import { Deferred, Effect, Exit, Fiber, type Layer, Option, Redacted } from "effect"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { WebhookStore } from "../../../src/ports/webhooks/WebhookStore.ts"
import { givenOrganization, givenWebhook, givenAccount } from "../../given/given.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const transactionContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Transaction: ${name}`, ports, (it) => {
    it.effect("keeps everything when all goes well, and gives back the result", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const { find } = yield* WebhookStore
        const { id, url } = yield* atomically(
          Effect.gen(function* () {
            const organization = yield* givenOrganization()
            const { url } = yield* givenWebhook(organization.id)
            assert.isTrue(Option.isSome(yield* find(organization.id)))
            return { id: organization.id, url }
          })
        )
        assert.strictEqual(Option.getOrThrow(yield* find(id)).url, url)
      })
    )

    it.effect("keeps nothing of any store when it fails, and fails in the same way", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const seen = yield* Deferred.make<{
          readonly id: Parameters<WebhookStore["Service"]["find"]>[0]
          readonly key: Redacted.Redacted
        }>()
        const failure = yield* Effect.flip(
          atomically(
            Effect.gen(function* () {
              const { id } = yield* givenOrganization({ webhook: {} })
              yield* givenAccount(id)
              const { key } = yield* (yield* ApiKeys).create(id, "key")
              yield* Deferred.succeed(seen, { id, key })
              return yield* Effect.fail("no" as const)
            })
          )
        )
        const { id, key } = yield* Deferred.await(seen)
        assert.strictEqual(failure, "no")
        assert.deepStrictEqual(yield* (yield* Organizations).find(id), Option.none())
        assert.deepStrictEqual(yield* (yield* WebhookStore).find(id), Option.none())
        assert.deepStrictEqual(yield* (yield* ApiKeys).authenticate(Redacted.value(key)), Option.none())
        const { _tag } = yield* Effect.flip((yield* ChannelAccounts).connected(id, "whatsapp"))
        assert.strictEqual(_tag, "ChannelNotConnected")
      })
    )

    it.effect("undoes its changes when it dies", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const { changePlan, find } = yield* Organizations
        const webhooks = yield* WebhookStore
        const organization = yield* givenOrganization({ plan: "free" })
        const webhook = yield* givenWebhook(organization.id)
        const exit = yield* Effect.exit(
          atomically(
            Effect.gen(function* () {
              yield* changePlan(organization.id, "growth")
              yield* webhooks.remove(organization.id)
              return yield* Effect.die("lightning")
            })
          )
        )
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* find(organization.id), Option.some(organization))
        assert.deepStrictEqual(yield* webhooks.find(organization.id), Option.some(webhook))
      })
    )

    it.effect("undoes its changes when it is interrupted", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const { changePlan, find } = yield* Organizations
        const organization = yield* givenOrganization({ plan: "free" })
        const changed = yield* Deferred.make<void>()
        const fiber = yield* Effect.forkChild(
          atomically(
            changePlan(organization.id, "growth").pipe(
              Effect.andThen(Deferred.succeed(changed, undefined)),
              Effect.andThen(Effect.never)
            )
          )
        )
        yield* Deferred.await(changed)
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* find(organization.id), Option.some(organization))
      })
    )

    // The embedded database lets a reader wait until the transaction has ended; a server answers at once.
    it.effect("hides unfinished changes from other transactions, also those that are undone", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const { changePlan, find } = yield* Organizations
        const organization = yield* givenOrganization({ plan: "free" })
        const changed = yield* Deferred.make<void>()
        const asked = yield* Deferred.make<void>()
        const changing = yield* Effect.forkChild(
          atomically(
            changePlan(organization.id, "growth").pipe(
              Effect.andThen(Deferred.succeed(changed, undefined)),
              Effect.andThen(Deferred.await(asked)),
              Effect.andThen(Effect.fail("undo"))
            )
          )
        )
        yield* Deferred.await(changed)
        const looking = yield* Effect.forkChild(find(organization.id), { startImmediately: true })
        yield* Deferred.succeed(asked, undefined)
        assert.strictEqual(yield* Effect.flip(Fiber.join(changing)), "undo")
        assert.strictEqual(Option.getOrThrow(yield* Fiber.join(looking)).plan, "free")
      })
    )

    it.effect("undoes an inner transaction that fails, and goes on with the outer one", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const webhooks = yield* WebhookStore
        const organization = yield* givenOrganization()
        const [first, third] = yield* atomically(
          Effect.gen(function* () {
            const first = yield* givenWebhook(organization.id, { url: "https://example.com/first" })
            const inner = givenWebhook(organization.id, { url: "https://example.com/second" })
            yield* Effect.flip(atomically(Effect.andThen(inner, Effect.fail("no"))))
            const seen = yield* webhooks.find(organization.id)
            assert.deepStrictEqual(seen, Option.some(first))
            const third = yield* atomically(givenWebhook(organization.id, { url: "https://example.com/third" }))
            return [first, third] as const
          })
        )
        assert.notStrictEqual(first.url, third.url)
        assert.deepStrictEqual(yield* webhooks.find(organization.id), Option.some(third))
      })
    )
  })
