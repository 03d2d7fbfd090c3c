import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { RecordedEvent, Recording } from "../../src/adapters/postgres/Recording.ts"
import { type Told, toldAlong, toldIn, toldText } from "../../src/adapters/postgres/Told.ts"
import { DeliveryShard } from "../../src/domain/DeliveryShard.ts"
import { ConversationId, EventId, OrganizationId } from "../../src/domain/Ids.ts"

const uuid = (number: number) => `01a20000-0000-7000-8000-${String(number).padStart(12, "0")}`

const event = (dataJson = '{"text":"漢 \\"x\\" \\u2028"}'): RecordedEvent => ({
  organizationId: OrganizationId.make(uuid(1)),
  id: EventId.make(uuid(2)),
  type: "message.sent",
  conversationId: ConversationId.make(uuid(3)),
  occurredAtMillis: 1_790_000_000_123,
  dataJson
})

const answer = { transaction: "99", places: [1], sequences: [7], previous: ["98"], versions: ["12"] }
const shards = [DeliveryShard.make(1)]
const told = (events: Recording["events"]): Told => ({ from: "me", shards, recording: { events, answer } })
const times = <A>(count: number, one: A): ReadonlyArray<A> => Array.from({ length: count }, () => one)

describe("what processes tell each other", () => {
  it("is read as it was written", () => {
    const one = told([event(), null])
    assert.deepStrictEqual(toldIn(toldText(one)), Option.some(one))
  })

  it("is not what was recorded where that is more than Postgres takes, in bytes, or many events", () => {
    const written = (events: Recording["events"]) =>
      Option.getOrThrow(toldIn(toldText(told(events)))).recording !== null
    assert.isTrue(written(times(8, event())))
    assert.isFalse(written([event("x".repeat(7_900))]))
    assert.isFalse(written([event("漢".repeat(2_600))]))
    assert.isTrue(written([event("x".repeat(2_600))]))
    assert.isFalse(written(times(17, null)))
    assert.isBelow(Buffer.byteLength(toldText(told([event("漢".repeat(2_600))]))), 8_000)
  })

  it("is the same when a statement tells it along, around its own answer", () => {
    const events = [event(), null]
    const along = toldAlong("channel", { from: "me", shards }, events)
    assert.strictEqual(along?.channel, "channel")
    const text = `${along?.before}${JSON.stringify(answer)}${along?.after}`
    assert.deepStrictEqual(toldIn(text), Option.some(told(events)))
    assert.isNull(toldAlong("channel", { from: "me", shards }, times(5, event())))
    assert.isNull(toldAlong("channel", { from: "me", shards }, [event("x".repeat(7_300))]))
  })

  it("is nothing else", () => {
    for (const text of ["", "[]", "{", '{"from":"x","shards":[3]}', '{"from":"x","shards":[16],"recording":null}'])
      assert.deepStrictEqual(toldIn(text), Option.none())
  })
})
