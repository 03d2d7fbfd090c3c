import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { spawn } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { scriptPackages } from "../../support/processes/scriptPackages.ts"
import { temporaryFolder } from "../../support/processes/service.ts"

const cli = join(dirname(scriptPackages.resolve("@redocly/cli/package.json")), "bin", "cli.js")

/** The recommended rules, and no warning but those that are switched off here, each for a reason. */
const config = `extends: [recommended]
rules:
  no-invalid-media-type-examples: error
  no-invalid-schema-examples: error
`

const LintReport = Schema.fromJsonString(
  Schema.Struct({
    problems: Schema.Array(
      Schema.Struct({
        ruleId: Schema.String,
        severity: Schema.String,
        message: Schema.String,
        location: Schema.Array(Schema.Struct({ pointer: Schema.optionalKey(Schema.String) }))
      })
    )
  })
)

const output = (args: ReadonlyArray<string>) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, args, { env: { ...process.env, REDOCLY_TELEMETRY: "off", CI: "true" } })
        let text = ""
        child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()))
        child.once("close", () => resolve(text))
      })
  )

/** Findings of the linter in a document. */
const lint = Effect.fnUntraced(function* (document: unknown) {
  const path = yield* temporaryFolder
  yield* Effect.promise(() => writeFile(join(path, "openapi.json"), JSON.stringify(document)))
  yield* Effect.promise(() => writeFile(join(path, "redocly.yaml"), config))
  const report = yield* output([
    cli,
    "lint",
    join(path, "openapi.json"),
    "--config",
    join(path, "redocly.yaml"),
    "--format",
    "json"
  ])
  const { problems } = yield* Schema.decodeUnknownEffect(LintReport)(report)
  return problems.map(({ location, message, ruleId, severity }) => ({
    ruleId,
    severity,
    message,
    at: location[0]?.pointer
  }))
}, Effect.scoped)

describe.each([
  { name: "Developer", path: "/api/developer/openapi.json" },
  { name: "Session", path: "/api/whatsapp/openapi.json" }
])("the document of the $name interface", ({ path }) => {
  it.live("OpenAPI: the document passes the recommended rules of Redocly without an error or a warning", () =>
    Effect.gen(function* () {
      const { body, status } = yield* ask(path)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* lint(body), [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.live("OpenAPI: the document without its info fails the recommended rules", () =>
    Effect.gen(function* () {
      const { body } = yield* ask(path)
      const problems = yield* lint(typeof body === "object" && body !== null ? { ...body, info: {} } : body)
      assert.isNotEmpty(problems)
    }).pipe(Effect.provide(httpWorld))
  )
})
