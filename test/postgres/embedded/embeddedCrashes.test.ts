import { assert, layer } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { child } from "../../support/processes/childProcess.ts"
import { foreign, opened, services, temporary } from "./embeddedFolders.ts"

/** It opens a database four times, of which three are killed and recovered. */
const timeout = 90_000

const untilEnded = Effect.fnUntraced(function* (lines: Queue.Dequeue<string>) {
  const all: Array<string> = []
  for (let line = yield* Queue.take(lines); line !== "ended"; line = yield* Queue.take(lines)) all.push(line)
  return all
})

layer(services, { timeout: "2 minutes" })("the embedded database", (it) => {
  it.effect(
    "has every row that a process acknowledged before it was killed",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporary
        yield* foreign(dataDir)
        const acknowledged = yield* Effect.forEach([40, 170, 300], (enough, round) =>
          Effect.gen(function* () {
            const writer = yield* child("../postgres/embedded/insertUntilKilled.ts", dataDir, String(round * 1_000_000))
            const lines = yield* Queue.takeN(writer.lines, enough)
            yield* writer.kill
            return [...lines, ...(yield* untilEnded(writer.lines))].map(Number)
          })
        )
        const sql = yield* opened(dataDir)
        const rows = yield* sql<{ n: number }>`select n from acknowledged`
        const kept = new Set(rows.map(({ n }) => n))
        assert.deepStrictEqual(
          acknowledged.flat().filter((n) => !kept.has(n)),
          []
        )
        assert.isAtLeast(kept.size, 40 + 170 + 300)
      }),
    timeout
  )
})
