import { assert } from "@effect/vitest"
import { Context, DateTime, Effect, Layer, Ref, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { EmulatorSeed } from "../../../emulator/EmulatorSeed.ts"
import * as EmulatorState from "../../../emulator/EmulatorState.ts"
import * as MediaVault from "../../../emulator/media/MediaVault.ts"
import * as Comments from "../../../emulator/messenger/Comments.ts"
import * as Conversations from "../../../emulator/messenger/Conversations.ts"
import { type InboundRequest, takeInbound } from "../../../emulator/person/inbound.ts"
import * as NumberRecords from "../../../emulator/numbers/NumberRecords.ts"
import * as People from "../../../emulator/person/People.ts"
import * as Threads from "../../../emulator/person/Threads.ts"
import * as Windows from "../../../emulator/person/Windows.ts"
import * as Templates from "../../../emulator/templates/Templates.ts"
import { composeWebhook } from "../../../emulator/webhooks/composeWebhook.ts"
import type { PlatformReport } from "../../../emulator/webhooks/PlatformReport.ts"
import * as Sends from "../../../emulator/webhooks/Sends.ts"
import { Webhooks } from "../../../emulator/webhooks/Webhooks.ts"
import { readDelivery } from "../../../src/adapters/meta/inbound/readDelivery.ts"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import * as Pages from "../pages.ts"

/** The reports of the platform, oldest first. */
class Reports extends Context.Service<Reports, Ref.Ref<ReadonlyArray<PlatformReport>>>()("test/Reports") {}

const webhooks = Layer.effect(
  Webhooks,
  Effect.map(Reports, (reports) =>
    Webhooks.of({
      setCallback: () => Effect.void,
      report: (report) => Ref.update(reports, (all) => [...all, report]),
      notify: () => Effect.void,
      flush: Effect.succeed({ delivered: 0, undelivered: 0 }),
      redeliver: () => Effect.succeedNone,
      undelivered: Effect.succeed(0)
    })
  )
).pipe(Layer.provideMerge(Layer.effect(Reports, Ref.make<ReadonlyArray<PlatformReport>>([]))))

/** The platform without HTTP; its reports are stored. */
export const world = (seed: Partial<EmulatorSeed> = {}) => {
  const all = { ...Pages.seed, ...seed }
  return Layer.mergeAll(
    EmulatorState.layer(all),
    Conversations.layer(all),
    People.layer,
    Comments.layer,
    Windows.layer(all),
    MediaVault.layer,
    NumberRecords.layer,
    Sends.layer,
    Threads.layer,
    Templates.layer(all, "manual")
  ).pipe(Layer.provideMerge(webhooks))
}

export const seconds = 1_795_176_000
export const millis = 1_795_176_000_900

export const setNow = TestClock.setTime(millis)

export const emulatorUrl = "http://emulator.test"

/** Performs an action of a person at `now`; returns the platform's webhook. */
export const does = Effect.fnUntraced(function* (request: InboundRequest) {
  yield* setNow
  const reports = yield* Reports
  const before = (yield* Ref.get(reports)).length
  const { messageId } = yield* takeInbound(request, emulatorUrl)
  const news = (yield* Ref.get(reports)).slice(before)
  assert.lengthOf(news, 1)
  const [report] = news
  assert.isDefined(report)
  const payload: unknown = composeWebhook(report.object, [report])
  return { messageId, payload }
})

const known = (messageId: string | null, json: unknown): unknown =>
  messageId === null ? json : JSON.parse(JSON.stringify(json).replaceAll(JSON.stringify(messageId), '"ID"'))

const encode = Schema.encodeSync(Inbound)

/** How our own service reads the webhook, without keys and raw parts. */
export const readBack = (payload: unknown): ReadonlyArray<unknown> =>
  readDelivery(payload, DateTime.makeUnsafe("2026-12-01T00:00:00Z")).map((item) => {
    const { key, ...rest } = encode(item)
    assert.isNotEmpty(key)
    if (!("raw" in rest)) return rest
    const { raw: _, ...shown } = rest
    return shown
  })

/** The webhook and what is read from it, with `ID` for the id that was answered. */
export const seen = Effect.fnUntraced(function* (request: InboundRequest) {
  const { messageId, payload } = yield* does(request)
  return { messageId, payload: known(messageId, payload), items: known(messageId, readBack(payload)) }
})

/** Why the request was refused. */
export const refusal = (given: unknown) =>
  Effect.map(Effect.flip(takeInbound(given, emulatorUrl)), ({ reason }) => reason)
