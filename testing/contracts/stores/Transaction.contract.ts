import { Cause, Deferred, Effect, Exit, Fiber, type Layer, Option, Redacted } from "effect"
import { phoneContactIdentity } from "../../../src/domain/contacts/ContactIdentity.ts"
import { MessageId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { CannotJoinTransaction } from "../../../src/ports/process/OpenTransaction.ts"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { WebhookStore } from "../../../src/ports/webhooks/WebhookStore.ts"
import { givenContact } from "../../given/givenContact.ts"
import { givenOrganization, givenWebhook, givenAccount, phoneOf } from "../../given/given.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const transactionContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Transaction: ${name}`, ports, (it) => {
    it.effect("transaction: commits all changes on success and returns the result", () =>
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

    it.effect("transaction: a failure rolls back all stores and is returned unchanged", () =>
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

    it.effect("transaction: a defect rolls back its changes", () =>
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

    it.effect("transaction: an interruption rolls back its changes", () =>
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

    // The embedded database blocks a reader until the transaction has ended; a server answers at once.
    it.effect("transaction: uncommitted changes are invisible to others, also if they are rolled back", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const { changePlan, find } = yield* Organizations
        const organization = yield* givenOrganization({ plan: "free" })
        const changed = yield* Deferred.make<void>()
        const reading = yield* Deferred.make<void>()
        const changing = yield* Effect.forkChild(
          atomically(
            changePlan(organization.id, "growth").pipe(
              Effect.andThen(Deferred.succeed(changed, undefined)),
              Effect.andThen(Deferred.await(reading)),
              Effect.andThen(Effect.fail("undo"))
            )
          )
        )
        yield* Deferred.await(changed)
        const looking = yield* Effect.forkChild(find(organization.id), { startImmediately: true })
        yield* Deferred.succeed(reading, undefined)
        assert.strictEqual(yield* Effect.flip(Fiber.join(changing)), "undo")
        assert.strictEqual(Option.getOrThrow(yield* Fiber.join(looking)).plan, "free")
      })
    )

    it.effect("transaction: a failed inner transaction is rolled back, and the outer one continues", () =>
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

    it.effect("transaction: store calls join the open transaction, and a caught failure undoes only its call", () =>
      Effect.gen(function* () {
        const { afterCommit, atomically, open } = yield* Transaction
        const contacts = yield* ContactStore
        const { id } = yield* givenOrganization()
        const outcomes: Array<string> = []
        const note = (text: string) => Effect.sync(() => void outcomes.push(text))
        const [stored, taken] = yield* open(
          Effect.gen(function* () {
            const stored = yield* givenContact(id, { phone: phoneOf(1) })
            yield* afterCommit(note("committed"))
            const twice = yield* Effect.flip(contacts.insert({ ...stored, phone: phoneOf(1) }))
            yield* Effect.flip(open(Effect.andThen(givenContact(id, { phone: phoneOf(2) }), Effect.fail("no"))))
            yield* Effect.flip(
              open(
                Effect.andThen(Effect.andThen(afterCommit(note("undone")), atomically(Effect.void)), Effect.fail("no"))
              )
            )
            assert.deepStrictEqual(outcomes, [])
            assert.isTrue(Option.isSome(yield* contacts.find(id, stored.id)))
            return [stored, twice] as const
          })
        )
        assert.strictEqual(taken._tag, "PhoneNumberTaken")
        assert.deepStrictEqual(outcomes, ["committed"])
        assert.isTrue(Option.isSome(yield* contacts.find(id, stored.id)))
        assert.deepStrictEqual(yield* contacts.findByIdentity(id, phoneContactIdentity(phoneOf(2))), Option.none())
      })
    )

    it.effect("transaction: a call with a separate commit refuses an open transaction, which continues", () =>
      Effect.gen(function* () {
        const { open } = yield* Transaction
        const { find } = yield* Organizations
        const ledger = yield* SendLedger
        const { id } = yield* givenOrganization()
        const send = MessageId.make("01890a5d-ac96-774b-bcce-b302099a8057")
        const { found, refused } = yield* open(
          Effect.gen(function* () {
            const exit = yield* Effect.exit(ledger.accepted(id, send))
            return { refused: Exit.isFailure(exit) ? Cause.squash(exit.cause) : null, found: yield* find(id) }
          })
        )
        assert.isTrue(refused instanceof CannotJoinTransaction)
        assert.isTrue(Option.isSome(found))
        assert.isNull(yield* ledger.accepted(id, send))
      })
    )
  })
