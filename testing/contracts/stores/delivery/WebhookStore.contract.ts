import { DateTime, Effect, type Layer, Option } from "effect"
import { warningOf } from "../../../../src/domain/webhooks/afterRefusal.ts"
import { OrganizationId } from "../../../../src/domain/Ids.ts"
import { SubscribableType, type Webhook, maxUrlLength } from "../../../../src/domain/webhooks/Webhook.ts"
import { DeliveryQueue } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { WebhookStore } from "../../../../src/ports/webhooks/WebhookStore.ts"
import { nextEra } from "../../../given/era.ts"
import { givenOrganization, givenSender, givenWebhook, someWebhook, uuid } from "../../../given/given.ts"
import { outstandingOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

const [firstType, ...otherTypes] = SubscribableType.literals

const changes: ReadonlyArray<readonly [what: string, Partial<Webhook>]> = [
  ["as it is made", {}],
  ["with every event", { events: [firstType, ...otherTypes] }],
  ["with one event", { events: ["postback"] }],
  ["disabled", { status: "disabled" }],
  ["with a secret that was chosen", { secret: { value: "s3cr3t ü 漢 \" ' \\ {}", chosen: true } }],
  ["with a long secret", { secret: { value: "x".repeat(4_096), chosen: true } }],
  [
    "with secrets before the present one",
    {
      previousSecrets: [
        { value: "whsec_b2xk", until: DateTime.makeUnsafe("2026-11-21T12:00:00.001Z") },
        { value: "older ü 漢", until: DateTime.makeUnsafe("2026-11-21T11:00:00.000Z") }
      ]
    }
  ],
  ["with the longest URL", { url: `https://example.com/${"é".repeat(maxUrlLength - 20)}` }],
  ["that fails", { failingSince: DateTime.makeUnsafe("2026-11-21T12:00:00.001Z") }],
  [
    "with its instants",
    {
      createdAt: DateTime.makeUnsafe("2024-02-29T23:59:59.999Z"),
      updatedAt: DateTime.makeUnsafe("2099-01-01T00:00:00.001Z")
    }
  ]
]

export const webhookStoreContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `WebhookStore: ${name}`, ports, (it) => {
    it.effect.each(changes)("webhooks: a subscription %s is stored", ([, change]) =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const webhook = yield* givenWebhook(id, change)
        assert.deepStrictEqual(yield* (yield* WebhookStore).find(id), Option.some(webhook))
      })
    )

    it.effect("webhooks: a failing subscription is warned once per percentage, the highest reached one", () =>
      Effect.gen(function* () {
        const { claimFailing, find, save } = yield* WebhookStore
        const { id } = yield* givenOrganization()
        const at = yield* nextEra
        const webhook = yield* givenWebhook(id, { failingSince: at })
        const other = (yield* givenOrganization()).id
        yield* givenWebhook(other, { failingSince: at, status: "disabled" })
        const claimed = Effect.fnUntraced(function* (hours: number) {
          const all = yield* claimFailing(DateTime.add(at, { hours }), 1_000)
          return all.flatMap((one) => ([id, other].includes(one.organizationId) ? [one] : []))
        })
        const warning = (percent: number, failingSince = at) => [
          { id: webhook.id, organizationId: id, failingSince, percent }
        ]

        assert.deepStrictEqual(yield* claimed(59), [])
        assert.deepStrictEqual(yield* claimed(60), warning(50))
        assert.deepStrictEqual(yield* claimed(60), [])
        assert.deepStrictEqual(yield* claimed(83), [])
        assert.deepStrictEqual(yield* claimed(110), warning(90))
        assert.deepStrictEqual(yield* claimed(200), [])
        for (const [place, hours] of [0, 59, 60, 83.9, 84, 107.9, 108, 120].entries()) {
          const failingSince = DateTime.add(at, { minutes: place + 1 })
          const later = DateTime.add(failingSince, { minutes: hours * 60 })
          yield* save({ ...webhook, failingSince })
          const percents = (yield* claimFailing(later, 1_000)).flatMap((one) =>
            one.organizationId === id ? [one.percent] : []
          )
          const expected = warningOf(failingSince, later)
          assert.deepStrictEqual(percents, expected === null ? [] : [expected], `${hours} hours`)
        }
        assert.isTrue(Option.isSome(yield* find(id)))
      })
    )

    it.effect("webhooks: a success resets the warnings", () =>
      Effect.gen(function* () {
        const { claimFailing, save } = yield* WebhookStore
        const { id } = yield* givenOrganization()
        const at = yield* nextEra
        const webhook = yield* givenWebhook(id, { failingSince: at })
        const percents = (hours: number) =>
          Effect.map(claimFailing(DateTime.add(at, { hours }), 1_000), (all) =>
            all.flatMap((one) => (one.organizationId === id ? [one.percent] : []))
          )
        assert.deepStrictEqual(yield* percents(60), [50])
        yield* save({ ...webhook, failingSince: null })
        assert.deepStrictEqual(yield* percents(60), [])
        yield* save({ ...webhook, failingSince: DateTime.add(at, { hours: 1 }) })
        assert.deepStrictEqual(yield* percents(61), [50])
      })
    )

    it.effect("webhooks: an organization has one subscription, the last saved one", () =>
      Effect.gen(function* () {
        const { find } = yield* WebhookStore
        const acme = (yield* givenOrganization()).id
        const globex = (yield* givenOrganization()).id
        const first = yield* givenWebhook(acme, {
          previousSecrets: [{ value: "old", until: DateTime.makeUnsafe("2026-11-21T12:00:00.000Z") }]
        })
        const other = yield* givenWebhook(globex)
        yield* givenWebhook(acme, { id: first.id, events: ["message.read"], url: "https://example.com/second" })
        const last = yield* givenWebhook(acme, { secret: { value: "chosen", chosen: true } })

        assert.deepStrictEqual(yield* find(acme), Option.some(last))
        assert.deepStrictEqual(yield* find(globex), Option.some(other))
        assert.deepStrictEqual(yield* find(OrganizationId.make(yield* uuid)), Option.none())
      })
    )

    it.effect("webhooks: removal deletes the organization's subscription, and reports an unknown one", () =>
      Effect.gen(function* () {
        const { find, remove } = yield* WebhookStore
        const acme = (yield* givenOrganization({ webhook: {} })).id
        const globex = (yield* givenOrganization({ webhook: {} })).id

        assert.isTrue(yield* remove(acme))
        assert.isFalse(yield* remove(acme))
        assert.deepStrictEqual(yield* find(acme), Option.none())
        assert.isTrue(Option.isSome(yield* find(globex)))
      })
    )

    it.effect("webhooks: removal drops pending deliveries permanently", () =>
      Effect.gen(function* () {
        const acme = yield* givenSender({ webhook: {} })
        const globex = yield* givenSender({ webhook: {} })
        const { defer } = yield* DeliveryQueue
        const { remove } = yield* WebhookStore
        for (const { id, ...sender } of [acme, globex]) {
          yield* sendOff(id, yield* sender.intent())
          const [first] = yield* outstandingOf(id, sender.at)
          assert.isDefined(first)
          yield* defer([first], sender.at)
          assert.strictEqual((yield* outstandingOf(id, sender.at)).length, 2)
        }

        yield* remove(acme.id)
        assert.deepStrictEqual(yield* outstandingOf(acme.id, acme.at), [])
        yield* givenWebhook(acme.id)

        assert.deepStrictEqual(yield* outstandingOf(acme.id, acme.at), [])
        assert.strictEqual((yield* outstandingOf(globex.id, globex.at)).length, 2)
      })
    )

    it.effect("webhooks: a subscription stays locked until the transaction that read it ends", () =>
      Effect.gen(function* () {
        const { find, save } = yield* WebhookStore
        const { atomically } = yield* Transaction
        const { id } = yield* givenOrganization()
        yield* givenWebhook(id, { url: "https://example.com/" })
        const append = Effect.gen(function* () {
          const webhook = Option.getOrThrow(yield* find(id))
          yield* Effect.yieldNow
          yield* save({ ...webhook, url: `${webhook.url}x` })
        })

        yield* Effect.replicateEffect(atomically(append), 12, { concurrency: "unbounded" })

        assert.strictEqual(Option.getOrThrow(yield* find(id)).url, `https://example.com/${"x".repeat(12)}`)
      })
    )

    it.effect("webhooks: one of many concurrent saves is stored as a whole", () =>
      Effect.gen(function* () {
        const { find, save } = yield* WebhookStore
        const { id } = yield* givenOrganization()
        const webhooks = yield* Effect.replicateEffect(someWebhook(id), 8)
        yield* Effect.forEach(webhooks, save, { concurrency: "unbounded", discard: true })
        assert.deepInclude(webhooks, Option.getOrThrow(yield* find(id)))
      })
    )
  })
