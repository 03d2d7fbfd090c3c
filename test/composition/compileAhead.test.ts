import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { asksToServe } from "../../src/service/serve.ts"
import { compileAhead } from "../../src/service/compileAhead.ts"
import { CompiledAhead } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { embeddedDatabase } from "../support/embeddedDatabase.ts"

declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object
  readonly instantiate: (code: object, imports: object) => Promise<object>
}

/** What is made to run, while the scope is open. */
const instantiated = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => vi.spyOn(WebAssembly, "instantiate")),
    (spy) => Effect.sync(() => spy.mockRestore())
  ),
  (spy) => () => spy.mock.calls.map(([code]) => code)
)

describe("what is asked for", () => {
  it.each([[[]], [["serve"]]])("%j is the service alone", (args) => {
    assert.isTrue(asksToServe(args))
  })

  it.each([[["--help"]], [["serve", "--help"]], [["serve", "serve"]], [["listen"]], [["key", "create"]], [[""]]])(
    "%j is more than the service",
    (args) => {
      assert.isFalse(asksToServe(args))
    }
  )
})

describe("code that is compiled ahead", () => {
  it.effect.each([
    [["listen"], {}],
    [[], { DATABASE_URL: "postgres://127.0.0.1/parley" }]
  ] as const)("is none for %j with %j, which open no embedded database", ([args, env]) =>
    Effect.gen(function* () {
      assert.isUndefined(yield* Effect.promise(() => compileAhead(args, env)))
    })
  )

  it.effect("is what the embedded database runs", () =>
    Effect.gen(function* () {
      const compiled = compileAhead([], {})
      const code = yield* Effect.promise(() => compiled)
      assert.instanceOf(code, WebAssembly.Module)
      const codes = yield* instantiated
      yield* Effect.provideService(embeddedDatabase, CompiledAhead, compiled)
      assert.include(codes(), code)
    })
  )
})
