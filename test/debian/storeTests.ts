import { Effect, Schema } from "effect"
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** What the stores promise, how the tables are created, and the plans that JIT would make slow. */
const files = [
  "test/contract/server.test.ts",
  "test/postgres/database/databaseSchema.test.ts",
  "test/postgres/rowsecurity",
  "test/postgres/sends/sendPlans.test.ts",
  "test/postgres/inbound/inboxPlans.test.ts",
  "test/postgres/contacts/importPlans.test.ts"
]

class TestsFailed extends Schema.TaggedError<TestsFailed>()("TestsFailed", { code: Schema.NullOr(Schema.Int) }) {
  override get message(): string {
    return `The tests on Debian's Postgres ended with ${this.code ?? "a signal"}`
  }
}

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs")

/** Runs the tests of stores on the server. */
export const storeTests = (url: string) =>
  Effect.callback<void, TestsFailed>((resume) => {
    const child = spawn(process.execPath, [vitest, "run", "--project", "all", ...files], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: ["ignore", "inherit", "inherit"]
    })
    child.once("close", (code) => resume(code === 0 ? Effect.void : Effect.fail(new TestsFailed({ code }))))
    return Effect.sync(() => child.kill("SIGTERM"))
  })
