import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer } from "effect"
import { Doctor } from "../../src/adapters/cli/operator/doctorCommand.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import { OperatorRates } from "../../src/ports/limits/RateLimits.ts"
import { here } from "../../src/service/doctor/doctor.ts"
import * as Service from "../../src/service/library/Service.ts"
import { temporaryFolder } from "../support/processes/service.ts"

const header = "from,country,category,currency,price"

const cardWith = (row: string) =>
  Effect.gen(function* () {
    const file = `${yield* temporaryFolder}/rates.csv`
    yield* (yield* FileSystem.FileSystem).writeFileString(file, `${header}\n${row}\n`)
    return file
  }).pipe(Effect.provide(NodeServices.layer))

const serviceWith = (rateCard: string) =>
  Service.layer({ roles: [], rateCard, overrides: MemoryPlatforms.layer }).pipe(Layer.provideMerge(Memory.layer()))

describe("RATE_CARD", () => {
  it.live("rate card: the service has the rates of the file, and does not start if a line is wrong", () =>
    Effect.gen(function* () {
      const right = yield* cardWith("2026-01-01,US,marketing,USD,0.025")
      const card = yield* Effect.provide(OperatorRates, serviceWith(right))
      assert.strictEqual([...card.values()].flat().length, 1)
      const wrong = yield* cardWith("2026-01-01,US,marketing,USD,free")
      const refused = yield* Effect.flip(Layer.build(serviceWith(wrong)))
      assert.strictEqual(refused._tag, "RateCardRefused")
      assert.include(refused.message, "line 2, price: expected a price such as 0.0147")
    }).pipe(Effect.scoped)
  )

  it.live("rate card: parley doctor counts the rates, or names the wrong line", () =>
    Effect.gen(function* () {
      const found = Effect.fnUntraced(function* (file: string) {
        const { checks } = yield* Effect.provide(Doctor, here).pipe(
          Effect.provideService(
            ConfigProvider.ConfigProvider,
            ConfigProvider.fromUnknown({ DEMO: "1", DATA_DIR: yield* temporaryFolder, RATE_CARD: file })
          ),
          Effect.provide(NodeServices.layer)
        )
        const findings = yield* Effect.forEach(
          checks.filter(({ name }) => name === "rate card"),
          (check) => check.findings
        )
        return findings.flat().map((finding) => `${finding.what} ${finding.state}: ${finding.found}`)
      })
      const right = yield* cardWith("2026-01-01,US,marketing,USD,0.025")
      assert.deepStrictEqual(yield* found(right), [`RATE_CARD ok: ${right}, rates: 1`])
      const wrong = yield* cardWith("x,US,marketing,USD,1")
      assert.deepStrictEqual(yield* found(wrong), [
        `RATE_CARD problem: ${wrong}: line 2, from: expected a date such as 2026-10-01, got "x"`
      ])
    }).pipe(Effect.scoped)
  )
})
