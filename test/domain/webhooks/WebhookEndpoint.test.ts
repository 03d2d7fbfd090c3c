import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { CampaignId, ChannelAccountId } from "../../../src/domain/Ids.ts"
import {
  checkEndpointName,
  checkFilter,
  checkHeaders,
  type EndpointFilter,
  type EventFacts,
  eventFacts,
  everyEvent,
  maxEndpointHeaders,
  maxFilterValues,
  maxHeaderLength,
  passes
} from "../../../src/domain/webhooks/WebhookEndpoint.ts"

const accountId = ChannelAccountId.make("00000000-0000-4000-8000-000000000001")
const otherId = ChannelAccountId.make("00000000-0000-4000-8000-000000000002")
const campaignId = CampaignId.make("00000000-0000-4000-8000-000000000003")
const facts: EventFacts = { channel: "whatsapp", accountId, labels: ["VIP", "Order"], campaignId }
const nothing: EventFacts = { channel: null, accountId: null, labels: [], campaignId: null }
const filter = (changes: Partial<EndpointFilter>): EndpointFilter => ({ ...everyEvent, ...changes })

describe("filters of endpoints", () => {
  it.each<readonly [Partial<EndpointFilter>, boolean]>([
    [{}, true],
    [{ channels: ["whatsapp"] }, true],
    [{ channels: ["messenger", "whatsapp"] }, true],
    [{ channels: ["messenger"] }, false],
    [{ accountIds: [accountId] }, true],
    [{ accountIds: [otherId] }, false],
    [{ labels: ["Order", "Refund"] }, true],
    [{ labels: ["order"] }, false],
    [{ campaignIds: [campaignId] }, true],
    [{ channels: ["whatsapp"], labels: ["Refund"] }, false]
  ])("%j: an event passes each part or is left out", (changes, isPassed) => {
    assert.strictEqual(passes(filter(changes), facts), isPassed)
  })

  it("leave out an event without the property, unless the part is empty", () => {
    assert.isTrue(passes(everyEvent, nothing))
    assert.isFalse(passes(filter({ channels: ["whatsapp"] }), nothing))
    assert.isFalse(passes(filter({ accountIds: [accountId] }), nothing))
    assert.isFalse(passes(filter({ labels: ["VIP"] }), nothing))
    assert.isFalse(passes(filter({ campaignIds: [campaignId] }), nothing))
  })

  it("compare the data of the event first, and the conversation and the message otherwise", () => {
    const known: EventFacts = { channel: "messenger", accountId: otherId, labels: ["VIP"], campaignId: null }
    const data = { channel: "whatsapp", account_id: accountId, campaign_id: campaignId, contact: { labels: ["Order"] } }
    assert.deepStrictEqual(eventFacts(JSON.stringify(data), known), facts)
    assert.deepStrictEqual(eventFacts("{}", known), known)
    assert.deepStrictEqual(eventFacts(`{"channel":7}`, known), known)
  })

  it("have each value once, and a bounded number of them", () => {
    const labels = Array.from({ length: maxFilterValues }, (_, index) => `label ${index}`)
    assert.deepStrictEqual(
      checkFilter(filter({ labels: ["a", "a", "b"] })),
      Result.succeed(filter({ labels: ["a", "b"] }))
    )
    assert.isTrue(Result.isSuccess(checkFilter(filter({ labels }))))
    const refused = checkFilter(filter({ labels: [...labels, "one more"] }))
    assert.include(Result.isFailure(refused) ? refused.failure : {}, {
      field: "filter.labels",
      reason: "too many values"
    })
  })
})

describe("headers of endpoints", () => {
  it("are stored under lower-case names", () => {
    assert.deepStrictEqual(
      checkHeaders({ Authorization: "Bearer a b", "X-A": "1", "x-a": "2" }),
      Result.succeed({ authorization: "Bearer a b", "x-a": "2" })
    )
  })

  it.each<readonly [string, string, string, string]>([
    ["Host", "a", "headers.Host", "reserved header"],
    ["content-type", "a", "headers.content-type", "reserved header"],
    ["Content-Length", "1", "headers.Content-Length", "reserved header"],
    ["Transfer-Encoding", "chunked", "headers.Transfer-Encoding", "reserved header"],
    ["connection", "close", "headers.connection", "reserved header"],
    ["Proxy-Authorization", "a", "headers.Proxy-Authorization", "reserved header"],
    ["webhook-signature", "a", "headers.webhook-signature", "reserved header"],
    ["X-Webhook-Secret", "a", "headers.X-Webhook-Secret", "reserved header"],
    ["traceparent", "a", "headers.traceparent", "reserved header"],
    ["", "a", "headers.*", "not a header name"],
    ["a b", "a", "headers.*", "not a header name"],
    ["a:b", "a", "headers.*", "not a header name"],
    ["X-A", "", "headers.X-A", "not a header value"],
    ["X-A", " a", "headers.X-A", "not a header value"],
    ["X-A", "a\r\nX-B: c", "headers.X-A", "not a header value"],
    ["X-A", "é", "headers.X-A", "not a header value"],
    ["X-A", "a".repeat(maxHeaderLength + 1), "headers.X-A", "not a header value"]
  ])("%s: %s is refused", (name, value, field, reason) => {
    const refused = checkHeaders({ [name]: value })
    assert.include(Result.isFailure(refused) ? refused.failure : {}, { field, reason })
  })

  it("are bounded in number", () => {
    const some = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "a"] as const))
    assert.isTrue(Result.isSuccess(checkHeaders(some(maxEndpointHeaders))))
    const refused = checkHeaders(some(maxEndpointHeaders + 1))
    assert.include(Result.isFailure(refused) ? refused.failure : {}, { field: "headers", reason: "too many headers" })
  })
})

describe("names of endpoints", () => {
  it("are trimmed, and bounded", () => {
    assert.deepStrictEqual(checkEndpointName(" Warehouse "), Result.succeed("Warehouse"))
    assert.isTrue(Result.isFailure(checkEndpointName("a".repeat(65))))
  })
})
