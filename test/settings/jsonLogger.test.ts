import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Layer, Option, Redacted, Schema } from "effect"
import { TestConsole } from "effect/testing"
import { requestFields, noFacts, RequestFacts } from "../../src/adapters/http/interfaces/RequestFacts.ts"
import { logging } from "../../src/adapters/settings/logging.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"

const Line = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))

/** The lines that the effect logs, as objects. */
const logged = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const options = { logFormat: Option.some("json" as const), logLevel: "Trace" as const, roles: ["api"] as const }
    yield* Effect.provide(effect, Layer.fresh(logging(options, false, [], requestFields)))
    return yield* Effect.forEach(yield* TestConsole.logLines, (line) => Schema.decodeUnknownEffect(Line)(line))
  })

const one = <A, E>(effect: Effect.Effect<A, E>) => Effect.map(logged(effect), ([line = {}]) => line)

describe("log lines as JSON", () => {
  it.effect("log: message is text, and fields are at the top level beside those of the process", () =>
    Effect.gen(function* () {
      const line = yield* one(
        Effect.annotateLogs(Effect.logInfo("a file was not fetched", { mediaId: "m1", nothing: {}, none: undefined }), {
          channel: "whatsapp"
        })
      )
      assert.match(String(line["timestamp"]), /^\d{4}-.*Z$/)
      assert.match(String(line["version"]), /^\d+\.\d+\.\d+/)
      const { timestamp: _, version: __, ...rest } = line
      assert.deepStrictEqual(rest, {
        level: "INFO",
        message: "a file was not fetched",
        service: "effect-parley",
        role: "api",
        pid: process.pid,
        channel: "whatsapp",
        mediaId: "m1"
      })
    })
  )

  it.effect("log: fields do not replace those of the logger", () =>
    Effect.gen(function* () {
      const line = yield* one(Effect.logError("unreadable", { message: "of the row", level: 3, pid: 1 }))
      assert.deepInclude(line, { message: "unreadable", level: "ERROR", field_message: "of the row", field_level: 3 })
      assert.strictEqual(line["pid"], process.pid)
    })
  )

  it.effect.each([
    [[{ only: "fields" }], "no text"],
    [[new Error("no luck")], "Error: no luck"],
    [[Cause.die(new Error("no luck"))], "Error: no luck"],
    [["two", "texts"], "two texts"],
    [[4711], "4711"],
    [[null], "null"],
    [[["a", "list"]], '["a","list"]'],
    [[], "no text"]
  ] as const)("log: message is text for any logged value (%#)", ([parts, text]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* one(Effect.logWarning(...parts)))["message"], text)
    })
  )

  it.effect("log: a failure has its frames, and secrets are redacted", () =>
    Effect.gen(function* () {
      const failing = Effect.fn("lookUpThings")(() => Effect.die(new Error("no luck at https://a.example/?token=abc")))
      const lines = yield* logged(
        Effect.gen(function* () {
          yield* Effect.catchCause(failing(), (cause) => Effect.logError("look-up failed", cause))
          yield* Effect.logError("look-up failed", { token: Redacted.make("abc") }, new Error("no luck"))
        })
      )
      assert.include(String(lines[0]?.["cause"]), "at lookUpThings (")
      for (const line of lines) {
        assert.include(String(line["cause"]), "no luck")
        assert.include(String(line["cause"]), "jsonLogger.test.ts")
        assert.notInclude(JSON.stringify(line), "abc")
      }
    })
  )

  it.effect("log: a line of a request has the client and the organization", () =>
    Effect.gen(function* () {
      const organizationId = OrganizationId.make("00000000-0000-7000-8000-000000000001")
      const facts = { ...noFacts("r1", "203.0.113.7"), callerOrganizationId: organizationId }
      const line = yield* one(Effect.provideService(Effect.logInfo("text"), RequestFacts, facts))
      assert.deepInclude(line, { client: "203.0.113.7", organizationId })
    })
  )
})
