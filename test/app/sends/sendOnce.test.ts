import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Exit, Schema } from "effect"
import { TestClock } from "effect/testing"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { expireSends } from "../../../src/app/sends/reserveSend.ts"
import { CurrentCall } from "../../../src/app/sends/callOnce.ts"
import { sendWhatsApp } from "../../../src/app/sends/sendWhatsApp.ts"
import { IdempotencyKey, KeyRefused } from "../../../src/domain/sends/IdempotencyKey.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../src/domain/messages/PlatformError.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { usedBy } from "../../../testing/given/seen.ts"
import { teamWorld, givenTeam } from "../conversations/supportTeam.ts"

const keys = ["one", "two", "three"] as const

/** What one of several callers does. */
const Step = Schema.Struct({
  key: Schema.Literals(keys),
  text: Schema.Literals(["a", "b"]),
  platform: Schema.Literals(["accepts", "is slow", "refuses", "is not reached", "says nothing"]),
  /** The process dies before the outcome is recorded. */
  dies: Schema.Boolean
})
type Step = typeof Step.Type

const slow = (ordinal: number) =>
  Effect.as(Effect.repeat(Effect.yieldNow, { times: 20 }), {
    platformMessageId: PlatformMessageId.make(`wamid.slow.${ordinal}`),
    waId: null
  })

const failures = {
  refuses: new PlatformRejected({ code: 131000, title: "no", message: "no", subcode: null, details: null }),
  "is not reached": new PlatformNotReached({ detail: "no" }),
  "says nothing": new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "no" })
}

const property = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, concurrency: number) {
  const { id } = yield* givenTeam
  const platform = yield* WhatsAppPlatform
  const { failNext, state } = yield* World
  const send = ({ key, text }: Pick<Step, "key" | "text">) =>
    Effect.suspend(() => {
      let isReplayed = false
      const onReplay = Effect.sync(() => {
        isReplayed = true
      })
      const call = { api: "developer" as const, key: IdempotencyKey.make(key), fingerprint: text, onReplay }
      return sendWhatsApp(id, "15551234567", WhatsAppContent.cases.Text.make({ text: `${key} ${text}` })).pipe(
        Effect.provideService(CurrentCall, call),
        Effect.exit,
        Effect.map((exit) => ({ exit, isReplayed }))
      )
    })
  yield* Effect.forEach(
    steps,
    (step, ordinal) =>
      Effect.gen(function* () {
        if (step.platform === "is slow") yield* platform.answerNext(slow(ordinal))
        else if (step.platform !== "accepts") yield* platform.answerNext(Effect.fail(failures[step.platform]))
        if (step.dies) yield* failNext("SendLedger.recordOutcome")
        yield* send(step)
      }),
    { concurrency, discard: true }
  )
  yield* TestClock.adjust("6 minutes")
  yield* expireSends()

  const asked = (yield* platform.requests).map(({ content }) => (content._tag === "Text" ? content.text : ""))
  for (const key of keys) {
    const sent = asked.filter((text) => text.startsWith(`${key} `))
    if (!steps.some((step) => step.key === key)) continue
    assert.lengthOf(sent, 1, key)
    const [first = ""] = sent
    const text = first.endsWith("a") ? "a" : "b"
    const [again, once] = [yield* send({ key, text }), yield* send({ key, text })]
    assert.isTrue(again.isReplayed)
    assert.deepStrictEqual(again, once)
    const other = yield* send({ key, text: text === "a" ? "b" : "a" })
    assert.deepStrictEqual(other.exit, Exit.fail(new KeyRefused({ reason: "reused" })))
  }
  assert.lengthOf(yield* platform.requests, asked.length)
  const { messages } = yield* state
  assert.lengthOf(messages, asked.length)
  const counted = messages.filter(({ failure }) => failure === null || failure._tag === "OutcomeUnknown").length
  const [first] = messages
  if (first !== undefined) assert.strictEqual(yield* usedBy(id, first.createdAt), counted)
  return true
})

describe("sends with keys", () => {
  it.effect.each([1, 4, 100])(
    "reach the platform once for each key, in any order, %i at once, despite failures",
    (concurrency) =>
      Effect.gen(function* () {
        const steps = Arbitrary.schema(Schema.Array(Step).check(Schema.isMaxLength(16)))
        const result = yield* Arbitrary.checkEffect(
          steps,
          (drawn) => Effect.provide(property(drawn, concurrency), teamWorld, { local: true }),
          { runs: 40, seed: 20_261_124 + concurrency }
        )
        assert.isUndefined(Arbitrary.formatCheckFailure(result))
      }),
    180_000
  )
})
