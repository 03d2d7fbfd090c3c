import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { layer, TemplatePlatform } from "../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { PlatformNotReached } from "../../src/domain/messages/PlatformError.ts"
import { TemplateCatalogue } from "../../src/ports/templates/TemplateCatalogue.ts"
import { account, pageAccount } from "../meta/graph.ts"
import { template } from "../meta/templates/templates.ts"
import { shown } from "../network/shown.ts"

it.effect("the catalogue in memory has the approved templates of an account, and fails when it is told to", () =>
  Effect.gen(function* () {
    const { approved } = yield* TemplateCatalogue
    const platform = yield* TemplatePlatform
    const failure = new PlatformNotReached({ detail: "connection refused" })
    yield* platform.setTemplates(account.account.id, [template, { ...template, status: "PENDING" }])
    yield* platform.failNext(failure)
    assert.deepStrictEqual(shown(yield* Effect.flip(approved(account))), shown(failure))
    assert.deepStrictEqual([yield* approved(account), yield* approved(pageAccount)], [[template], []])
    assert.deepStrictEqual(yield* platform.asked, [account, account, pageAccount])
  }).pipe(Effect.provide(layer))
)

it.effect("a change takes effect on what an account of that business lists, until the platform lists anew", () =>
  Effect.gen(function* () {
    const { approved, changed } = yield* TemplateCatalogue
    const platform = yield* TemplatePlatform
    const { id } = account.account
    const change = { templateId: template.id, name: null, language: null, status: "PAUSED", category: null }
    yield* platform.setTemplates(id, [template])
    yield* changed("999", change)
    assert.deepStrictEqual(yield* approved(account), [template])
    yield* changed("102290129340398", change)
    assert.deepStrictEqual(yield* approved(account), [])
    yield* platform.setTemplates(id, [template])
    assert.deepStrictEqual(yield* approved(account), [template])
    assert.deepStrictEqual(yield* platform.changes, [
      { businessAccountId: "999", change },
      { businessAccountId: "102290129340398", change }
    ])
  }).pipe(Effect.provide(layer))
)
