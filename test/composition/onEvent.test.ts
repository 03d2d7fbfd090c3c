import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import { createContact } from "../../src/app/contacts/contacts.ts"
import * as Service from "../../src/service/library/Service.ts"
import { givenOrganization } from "../../testing/given/given.ts"

const service = Service.layer({ roles: [], overrides: MemoryPlatforms.layer }).pipe(Layer.provideMerge(Memory.layer()))

class Greetings extends Context.Service<Greetings, { readonly greet: (name: string) => Effect.Effect<void> }>()(
  "test/Greetings"
) {}

const settle = TestClock.adjust("3 seconds")

describe("Service.onEvent", () => {
  it.effect("handles typed events of organizations without a webhook, in a process without a role", () =>
    Effect.gen(function* () {
      const greeted: Array<string> = []
      const greetings = Layer.succeed(
        Greetings,
        Greetings.of({ greet: (name) => Effect.sync(() => void greeted.push(name)) })
      )
      const greet = Service.onEvent(
        (event) => Effect.flatMap(Greetings, ({ greet }) => greet(event.data.contact.name)),
        { name: "greetings", events: ["contact.created"] }
      )
      yield* Layer.build(Layer.provide(greet, greetings))
      const { id } = yield* givenOrganization()
      yield* createContact(id, "+49 151 12345678", { name: "Ada" })
      yield* settle
      assert.deepStrictEqual(greeted, ["Ada"])
    }).pipe(Effect.scoped, Effect.provide(service))
  )

  it.effect("calls asynchronous functions, and repeats a rejected call", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const repeated = yield* Deferred.make<void>()
      yield* Layer.build(
        Service.onEvent(
          async (event, signal) => {
            seen.push([event.event, event.organizationId, event.conversationId, signal.aborted])
            if (seen.length === 1) return Promise.reject(new Error("not now"))
            Deferred.doneUnsafe(repeated, Effect.void)
            return undefined
          },
          { name: "async" }
        )
      )
      const { id } = yield* givenOrganization()
      yield* createContact(id, "+49 151 12345678", { name: "Ada" })
      yield* TestClock.adjust("1 second")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* TestClock.adjust("10 seconds")
      yield* Deferred.await(repeated)
      const one = ["contact.created", id, null, false]
      assert.deepStrictEqual(seen, [one, one])
    }).pipe(Effect.scoped, Effect.provide(service))
  )

  it.effect("aborts the signal of an asynchronous function that takes too long", () =>
    Effect.gen(function* () {
      const signals: Array<AbortSignal> = []
      yield* Layer.build(
        Service.onEvent(
          (_event, signal) => {
            signals.push(signal)
            return new Promise(() => {})
          },
          { name: "slow", timeout: "10 seconds" }
        )
      )
      const { id } = yield* givenOrganization()
      yield* createContact(id, "+49 151 12345678", { name: "Ada" })
      yield* TestClock.adjust("9 seconds")
      assert.deepStrictEqual(
        signals.map(({ aborted }) => aborted),
        [false]
      )
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(signals[0]?.aborted)
    }).pipe(Effect.scoped, Effect.provide(service))
  )

  it.effect("refuses a name that is used twice, until the first handler has ended", () =>
    Effect.gen(function* () {
      const handler = Service.onEvent(() => Effect.void, { name: "bot" })
      const twice = yield* Effect.exit(Effect.scoped(Layer.build(Layer.mergeAll(handler, Layer.fresh(handler)))))
      assert.isTrue(Exit.isFailure(twice))
      assert.include(String(twice), "name: this program has another handler of the name bot")
      yield* Effect.scoped(Layer.build(handler))
      yield* Effect.scoped(Layer.build(handler))
    }).pipe(Effect.provide(service))
  )

  it.effect.each([
    [{ name: "" }, "name: "],
    [{ name: "a".repeat(65) }, "name: "],
    [{ name: "Bot 1" }, "name: "],
    [{ name: "bot", concurrency: 0 }, "concurrency: "],
    [{ name: "bot", concurrency: 1.5 }, "concurrency: "],
    [{ name: "bot", concurrency: 1_001 }, "concurrency: "],
    [{ name: "bot", events: [] }, "events: "]
  ] as const)("refuses the options %j", ([options, line]) =>
    Effect.gen(function* () {
      const { lines } = yield* Effect.flip(Effect.scoped(Layer.build(Service.onEvent(() => Effect.void, options))))
      assert.strictEqual(lines.length, 1)
      assert.include(lines[0], line)
    }).pipe(Effect.provide(service))
  )
})
