import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { ChannelAccountId, OrganizationId } from "../../../src/domain/Ids.ts"
import type { TemplateChange } from "../../../src/domain/templates/Template.ts"
import { TemplateCatalogue } from "../../../src/ports/templates/TemplateCatalogue.ts"
import { type Answer, refuses, says } from "../cannedAgent.ts"
import { account } from "../graph.ts"
import { approved, catalogue, names, template } from "./templates.ts"

const waba = "102290129340398"
const second = { ...template, id: "2", name: "second" }

const changed = (change: Partial<TemplateChange>, businessAccountId = waba) =>
  Effect.flatMap(TemplateCatalogue, (port) =>
    port.changed(businessAccountId, {
      templateId: template.id,
      name: template.name,
      language: template.language,
      status: null,
      category: null,
      ...change
    })
  )

/** A platform that lists these templates, or is down. */
const platform = () => {
  const state = { lists: [template, second], down: false }
  return { state, ...catalogue(() => (state.down ? refuses(2) : says({ data: state.lists }))) }
}

/** The same number in another organization, and a number of another business account. */
const elsewhere = {
  ...account,
  account: {
    ...account.account,
    organizationId: OrganizationId.make("018f0000-0000-7000-8000-000000000002"),
    id: ChannelAccountId.make("018f0000-0000-7000-8000-00000000000d")
  },
  token: Redacted.make("EAAelsewhere")
}
const unrelated = {
  ...elsewhere,
  account: {
    ...elsewhere.account,
    id: ChannelAccountId.make("018f0000-0000-7000-8000-00000000000e"),
    businessAccountId: "999"
  }
}

describe("reported changes of templates", () => {
  it.effect(
    "template changes: a change applies at once to all accounts of the business account, without a request",
    () => {
      const { calls, layer, state } = platform()
      return Effect.gen(function* () {
        for (const from of [account, elsewhere, unrelated]) yield* names(from)
        state.lists = [second]
        yield* changed({ status: "REJECTED" })
        assert.deepStrictEqual([yield* names(account), yield* names(elsewhere)], [["second"], ["second"]])
        assert.deepStrictEqual(yield* names(unrelated), ["hello_world", "second"])
        assert.strictEqual(calls.length, 5)
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("template changes: an approval applies at once", () => {
    const { layer, state } = platform()
    return Effect.gen(function* () {
      state.lists = [second]
      yield* names()
      state.lists = [template, second]
      yield* changed({ status: "APPROVED" })
      assert.deepStrictEqual(yield* names(), ["hello_world", "second"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("template changes: a change causes no request until the templates are needed", () => {
    const { calls, layer } = platform()
    return Effect.gen(function* () {
      yield* names()
      yield* changed({ status: "APPROVED" })
      yield* changed({ status: "APPROVED" })
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(calls.length, 1)
      yield* names()
      assert.strictEqual(calls.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("template changes: a change of a business account without a listing has no effect", () => {
    const { calls, layer } = platform()
    return Effect.gen(function* () {
      yield* changed({ status: "REJECTED" })
      assert.deepStrictEqual(yield* names(), ["hello_world", "second"])
      assert.strictEqual(calls.length, 1)
    }).pipe(Effect.provide(layer))
  })
})

describe("template changes while the platform is unavailable", () => {
  it.effect("template changes: a removed template stays removed until the platform lists it again", () => {
    const { layer, state } = platform()
    return Effect.gen(function* () {
      for (const from of [account, elsewhere]) yield* names(from)
      state.down = true
      yield* changed({ status: "PAUSED" })
      for (const wait of ["0 seconds", "10 seconds", "1 hour"] as const) {
        yield* TestClock.adjust(wait)
        assert.deepStrictEqual([yield* names(account), yield* names(elsewhere)], [["second"], ["second"]])
      }
      state.down = false
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* names(), ["hello_world", "second"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("template changes: a stale listing that is being served is corrected too", () => {
    const { layer, state } = platform()
    return Effect.gen(function* () {
      yield* names()
      state.down = true
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(yield* names(), ["hello_world", "second"])
      yield* changed({ status: "DISABLED" })
      assert.deepStrictEqual(yield* names(), ["second"])
    }).pipe(Effect.provide(layer))
  })

  it.effect.each(["FLAGGED", null])("template changes: a template that can still be sent stays (%s)", (status) => {
    const { layer, state } = platform()
    return Effect.gen(function* () {
      yield* names()
      state.down = true
      yield* changed({ status })
      assert.deepStrictEqual(yield* names(), ["hello_world", "second"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("template changes: a new category applies to that template only", () => {
    const { layer, state } = platform()
    return Effect.gen(function* () {
      yield* names()
      yield* names(unrelated)
      state.down = true
      yield* changed({ category: "UTILITY" })
      yield* changed({ category: "AUTHENTICATION" }, "998")
      const categories = Effect.map(approved(), (templates) => templates.map(({ category }) => category))
      assert.deepStrictEqual(yield* categories, ["UTILITY", "MARKETING"])
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(
        (yield* approved(unrelated)).map(({ category }) => category),
        ["MARKETING", "MARKETING"]
      )
    }).pipe(Effect.provide(layer))
  })
})

it.effect("template changes: a listing requested before a change is not cached", () =>
  Effect.gen(function* () {
    const latch = yield* Deferred.make<void>()
    const state = { down: false }
    const slow: Answer = Effect.andThen(Deferred.await(latch), says({ data: [template, second] }))
    const { calls, layer } = catalogue((ordinal) => {
      if (state.down) return refuses(2)
      return ordinal === 1 ? slow : says({ data: [second] })
    })
    yield* Effect.gen(function* () {
      const early = yield* Effect.forkChild(names())
      yield* TestClock.adjust("1 second")
      yield* changed({ status: "REJECTED" })
      assert.deepStrictEqual(yield* names(), ["second"])
      yield* Deferred.succeed(latch, undefined)
      yield* Fiber.join(early)
      assert.deepStrictEqual(yield* names(), ["second"])
      assert.strictEqual(calls.length, 2)
      state.down = true
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(yield* names(), ["second"])
    }).pipe(Effect.provide(layer))
  })
)
