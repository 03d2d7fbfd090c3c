import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as ProcessSendPace from "../../src/adapters/limits/ProcessSendPace.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as CloudWhatsApp from "../../src/adapters/meta/client/CloudWhatsApp.ts"
import * as MemoryMediaStore from "../../src/adapters/memory/media/MemoryMediaStore.ts"
import * as MemoryMediaUpload from "../../src/adapters/memory/media/MemoryMediaUpload.ts"
import * as MemoryTemplateCatalogue from "../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import * as GraphAgent from "../../src/adapters/outbound/GraphAgent.ts"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { sendWhatsApp } from "../../src/app/sends/sendWhatsApp.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import { type Paces, paceTable, usualPaces } from "../../src/domain/limits/SendPace.ts"
import * as Emulated from "../../emulator/Emulator.ts"
import type { SendLimits } from "../../emulator/SendThroughput.ts"
import { givenAccount, givenOrganization, phoneOf } from "../../testing/given/given.ts"
import { publicAddress } from "../support/http/httpWorld.ts"
import { accessToken, emulated, phoneNumberId } from "../emulator/platform.ts"

const text = WhatsAppContent.cases.Text.make({ text: "hi" })

/** The path of a send before an emulator with limits. */
const world = (sendLimits: SendLimits, paces: Partial<Paces>) => {
  const platform = Layer.unwrap(
    Effect.map(Emulated.Emulator, ({ url }) => CloudWhatsApp.layer({ graphUrl: url, version: "v23.0" }))
  ).pipe(Layer.provide(GraphAgent.layer))
  return Layer.mergeAll(
    platform,
    LibPhoneNumbers.layer,
    MemoryMediaStore.layer,
    MemoryMediaUpload.layer,
    MemoryTemplateCatalogue.layer,
    publicAddress,
    ProcessSendPace.layer(paceTable({ ...usualPaces, ...paces }))
  ).pipe(Layer.provideMerge(Layer.mergeAll(emulated({ sendLimits }), Memory.layer())))
}

/** Sends this many messages at once; returns each outcome, and the number of the platform's refusals. */
const sendAtOnce = Effect.fnUntraced(function* (count: number, toOf: (ordinal: number) => string) {
  const { id } = yield* givenOrganization()
  yield* givenAccount(id, { externalId: phoneNumberId, token: Redacted.make(accessToken) })
  const begun = performance.now()
  const results = yield* Effect.forEach(
    Array.from({ length: count }).keys(),
    (ordinal) =>
      Effect.match(sendWhatsApp(id, toOf(ordinal), text), {
        onSuccess: () => "sent",
        onFailure: ({ _tag }) => _tag
      }),
    { concurrency: "unbounded" }
  )
  const { ledger } = yield* Emulated.Emulator
  const calls = yield* ledger
  return {
    sent: results.filter((result) => result === "sent").length,
    exceeded: results.filter((result) => result === "SendPaceExceeded").length,
    refused: calls.filter(({ status }) => status !== 200).length,
    calls: calls.length,
    millis: performance.now() - begun
  }
})

describe("send pace against the emulated platform", () => {
  it.live("send pace: a burst of a number is spread, so that every message is sent", () =>
    Effect.gen(function* () {
      const { calls, exceeded, millis, refused, sent } = yield* sendAtOnce(30, phoneOf)
      assert.deepStrictEqual([sent, exceeded, calls - refused], [30, 0, 30])
      assert.isAtLeast(millis, 2_000)
      // The first messages wait for connections and arrive with those of the next second.
      assert.isAtMost(refused, 10)
    }).pipe(Effect.provide(world({ numberPerSecond: 12 }, { numberPerSecond: 10 })))
  )

  it.live("send pace: a number with a lower limit than assumed is slowed down, and every message is sent", () =>
    Effect.gen(function* () {
      const { calls, refused, sent } = yield* sendAtOnce(30, phoneOf)
      assert.deepStrictEqual([sent, calls - refused], [30, 30])
      assert.isAtMost(refused, 10)
    }).pipe(Effect.provide(world({ numberPerSecond: 20 }, {})))
  )

  it.live(
    "send pace: messages to one person are delayed within the deadline, and others are refused without a call",
    () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* sendAtOnce(4, () => phoneOf(1)), { sent: 2, exceeded: 2, calls: 2, refused: 0 })
      }).pipe(Effect.provide(world({ pairBurst: 1 }, { pairBurst: 1 })))
  )

  it.live("send pace: messages to one person are retried after the platform refused them", () =>
    Effect.gen(function* () {
      const { calls, refused, sent } = yield* sendAtOnce(3, () => phoneOf(1))
      assert.deepStrictEqual([sent, calls, refused], [3, 4, 1])
    }).pipe(Effect.provide(world({ pairBurst: 2 }, {})))
  )
})
