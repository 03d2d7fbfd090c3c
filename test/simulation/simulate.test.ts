import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { HistoryFile } from "../../testing/simulation/History.ts"
import type { Observations } from "../../testing/simulation/Observations.ts"
import { runHistory } from "../../testing/simulation/runHistory.ts"
import { historyOf, simulate, SimulationFailed } from "../../testing/simulation/simulate.ts"

const options = { seed: 7, hours: 0.5, processes: 3, faults: "all" } as const

describe("simulation", () => {
  it.effect("simulation: equal seeds have equal traces, other seeds have others", () =>
    Effect.gen(function* () {
      const first = yield* simulate(options)
      const second = yield* simulate(options)
      const other = yield* simulate({ ...options, seed: 8 })
      assert.match(first.hash, /^[0-9a-f]{64}$/)
      assert.strictEqual(second.hash, first.hash)
      assert.notStrictEqual(other.hash, first.hash)
      assert.isAbove(first.figures.messages, 10)
    })
  )

  it.effect("simulation: a day without user activity runs almost nothing", () =>
    Effect.gen(function* () {
      const { figures } = yield* simulate({ seed: 1, hours: 24, people: 0 })
      assert.isAtLeast(figures.hours, 24)
      assert.isBelow(figures.commits, 24 * 100)
    })
  )

  it.effect(
    "simulation: a broken rule of the program fails with the shortest history, which replays from its file",
    () =>
      Effect.gen(function* () {
        const check = {
          "Nobody writes": (observations: Observations) => (observations.written.length > 0 ? ["a message"] : [])
        }
        const failed = yield* Effect.flip(simulate({ ...options, check }))
        assert.instanceOf(failed, SimulationFailed)
        assert.strictEqual(failed.rule, "Nobody writes")
        assert.lengthOf(failed.history.steps, 1)
        assert.strictEqual(failed.history.processes, 1)
        assert.include(failed.message, "with seed 7")
        const file = Schema.encodeSync(HistoryFile)(failed.history)
        const history = Option.getOrThrow(Schema.decodeUnknownOption(HistoryFile)(file))
        const again = yield* Effect.flip(simulate({ seed: 0, history, check }))
        assert.strictEqual(again.message, failed.message)
      })
  )

  it("simulation: a history without some of its steps is valid", () => {
    const history = historyOf(options)
    const half = { ...history, steps: history.steps.filter((_, index) => index % 2 === 0) }
    assert.isNull(runHistory(half).violation)
  })

  it.effect("simulation: handlers get typed events at least once, with the ports of their process", () =>
    Effect.gen(function* () {
      const texts = new Set<string>()
      const { observations } = yield* simulate({
        seed: 3,
        hours: 0.5,
        faults: { receivers: 4, crashes: 4 },
        onEvent: (event) =>
          Effect.sync(() => {
            if (event.event === "message.received") texts.add(event.data.message_id)
          })
      })
      const received = observations.state.events.filter(({ type }) => type === "message.received")
      assert.strictEqual(texts.size, received.length)
    })
  )
})
