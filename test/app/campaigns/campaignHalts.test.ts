import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, type Schema } from "effect"
import { resumeCampaign } from "../../../src/app/campaigns/campaigns.ts"
import { CampaignId, type ChannelAccountId, type OrganizationId } from "../../../src/domain/Ids.ts"
import { CampaignStore } from "../../../src/ports/campaigns/CampaignStore.ts"
import { givenAccount, uuid } from "../../../testing/given/given.ts"
import { businessAccountId, ofBusiness } from "../../meta/inbound/deliveries.ts"
import { eventsIn, givenInbound, inboundWorld, processed } from "../inbound/scene.ts"

const reported = (field: string, value: Readonly<Record<string, Schema.Json>>) =>
  ofBusiness(field, value, { time: 1_763_726_340 })

const templateNames = { message_template_id: 1, message_template_name: "welcome", message_template_language: "en_US" }

/** A running campaign of the template, from the account. */
const running = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  channelAccountId: ChannelAccountId | null,
  name = "welcome"
) {
  const { add, transition } = yield* CampaignStore
  const at = yield* DateTime.now
  const { id } = yield* add({
    id: CampaignId.make(yield* uuid),
    organizationId,
    name: "Spring",
    from: null,
    template: { name, languageCode: "en_US", components: null },
    audience: { _tag: "File" },
    values: {},
    sendAt: null,
    pace: null,
    stopOn: [],
    createdBy: null,
    createdAt: at
  })
  yield* transition(organizationId, id, { action: "begin", at, channelAccountId })
  return id
})

const stateOf = (organizationId: OrganizationId, id: CampaignId) =>
  Effect.map(
    Effect.flatMap(CampaignStore, ({ find }) => find(organizationId, id)),
    (found) => {
      const { reason, status } = Option.getOrThrow(found)
      return reason === null ? status : `${status}: ${reason.reason}, ${reason.detail}`
    }
  )

describe("reports that pause campaigns", () => {
  it.effect.each([
    ["message_template_status_update", { ...templateNames, event: "PAUSED" }, "template_paused"],
    ["message_template_status_update", { ...templateNames, event: "DISABLED" }, "template_disabled"],
    ["message_template_quality_update", { ...templateNames, new_quality_score: "RED" }, "quality"]
  ] as const)("a template: %s pauses the campaigns that send it, once", ([field, value, reason]) =>
    Effect.gen(function* () {
      const { id, number } = yield* givenInbound
      const [own, any, other] = [
        yield* running(id, number.id),
        yield* running(id, null),
        yield* running(id, number.id, "other")
      ]
      const states = Effect.forEach([own, any, other], (campaign) => stateOf(id, campaign))
      const paused = `paused: ${reason}, ${field}`
      yield* processed(reported(field, value), reported(field, value))
      assert.deepStrictEqual(yield* states, [paused, paused, "running"])
      const updates = (yield* eventsIn(id)).filter(({ type }) => type === "campaign.updated")
      assert.lengthOf(updates, 2)
      yield* resumeCampaign(id, own)
      yield* processed(reported(field, value))
      assert.deepStrictEqual(yield* states, ["running", paused, "running"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each([
    ["message_template_status_update", { ...templateNames, event: "FLAGGED" }],
    ["message_template_status_update", { ...templateNames, event: "APPROVED" }],
    ["message_template_quality_update", { ...templateNames, new_quality_score: "YELLOW" }],
    ["message_template_components_update", templateNames],
    ["phone_number_quality_update", { display_phone_number: "15550783881", event: "THROUGHPUT_UPGRADE" }]
  ] as const)("a report that stops nothing: %s %o", ([field, value]) =>
    Effect.gen(function* () {
      const { id, number } = yield* givenInbound
      const campaign = yield* running(id, number.id)
      yield* processed(reported(field, value))
      assert.strictEqual(yield* stateOf(id, campaign), "running")
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("a number: a drop of its quality pauses the campaigns that send from it", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const second = yield* givenAccount(id, { businessAccountId, displayName: "+1 555-078-3881" })
      const third = yield* givenAccount(id, { businessAccountId, displayName: "+1 555-078-3882" })
      const [own, other] = [yield* running(id, second.id), yield* running(id, third.id)]
      const flagged = { display_phone_number: "15550783881", event: "FLAGGED", current_limit: "TIER_10K" }
      yield* processed(reported("phone_number_quality_update", flagged))
      assert.strictEqual(yield* stateOf(id, own), "paused: quality, phone_number_quality_update")
      assert.strictEqual(yield* stateOf(id, other), "running")
    }).pipe(Effect.provide(inboundWorld))
  )
})
