import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { PlatformMessageId } from "../../src/domain/Ids.ts"
import { PlatformRejected } from "../../src/domain/messages/PlatformError.ts"
import { PhoneNumbers } from "../../src/ports/contacts/ContactStore.ts"
import { WhatsApp } from "../../src/ports/sends/WhatsApp.ts"
import { simulate } from "../../testing/simulation/simulate.ts"

const options = { seed: 11, hours: 0.5, processes: 2, faults: { crashes: 2 } } as const

const refusal = new PlatformRejected({
  code: 131_000,
  title: "Refused",
  message: "Refused by the test",
  subcode: null,
  details: null
})

describe("simulation", () => {
  it.effect("simulation: a port of the program replaces that of every process", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const own = WhatsApp.of({
        send: (_from, to, _content, sendId) =>
          Effect.sync(() => {
            sent.push(to)
            return { platformMessageId: PlatformMessageId.make(`own.${sendId}`), waId: null }
          })
      })
      const { observations } = yield* simulate({ ...options, overrides: Layer.succeed(WhatsApp, own) })
      const onWhatsApp = observations.accepted.filter(({ person }) => person.channel === "whatsapp")
      const stored = observations.state.messages.filter(({ platformMessageId }) =>
        platformMessageId?.startsWith("own.")
      )
      assert.isAbove(sent.length, 0)
      assert.lengthOf(onWhatsApp, 0)
      // A process that dies after the call leaves a message without the id.
      assert.isAtLeast(sent.length, stored.length)
      assert.isAbove(stored.length, sent.length / 2)
    })
  )

  it.effect("simulation: rules hold with a port that refuses everything, and equal seeds have equal traces", () =>
    Effect.gen(function* () {
      const overrides = Layer.succeed(WhatsApp, WhatsApp.of({ send: () => Effect.fail(refusal) }))
      const first = yield* simulate({ ...options, overrides })
      const second = yield* simulate({ ...options, overrides })
      const without = yield* simulate(options)
      assert.strictEqual(second.hash, first.hash)
      assert.notStrictEqual(without.hash, first.hash)
      const failures = first.observations.state.messages.filter(({ status }) => status === "failed")
      assert.isAbove(failures.length, 0)
    })
  )

  it.effect("simulation: an override uses the port that it replaces", () =>
    Effect.gen(function* () {
      let reads = 0
      const counting = Layer.effect(
        PhoneNumbers,
        Effect.map(PhoneNumbers, (numbers) => ({
          ...numbers,
          read: (...given: Parameters<typeof numbers.read>) => {
            reads += 1
            return numbers.read(...given)
          }
        }))
      )
      const { hash } = yield* simulate({ ...options, overrides: counting })
      assert.isAbove(reads, 0)
      assert.strictEqual(hash, (yield* simulate(options)).hash)
    })
  )
})
