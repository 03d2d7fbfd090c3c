import { assert, describe, it } from "@effect/vitest"
import { BigDecimal, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { csvOf, prefersCsv } from "../../src/adapters/http/interfaces/csvAnswer.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { CountryCode } from "../../src/domain/contacts/PhoneNumber.ts"
import { CampaignId, type OrganizationId } from "../../src/domain/Ids.ts"
import { Day, type MessageCount, daysOf } from "../../src/domain/limits/MessageCount.ts"
import { type Rate, rateCardOf } from "../../src/domain/limits/RateCard.ts"
import { maxReportCounts } from "../../src/domain/limits/UsageReport.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { OperatorRates } from "../../src/ports/limits/RateLimits.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { givenMember } from "../../testing/given/givenMember.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { askText } from "../support/http/requests.ts"
import { signedIn } from "./session/sessionDashboard.ts"

const rate = (from: string, country: string | null, category: string, currency: string, price: string): Rate => ({
  from: Day.make(from),
  country: country === null ? null : CountryCode.make(country),
  category,
  currency,
  price: BigDecimal.fromStringUnsafe(price)
})

const card = rateCardOf([
  rate("2026-01-01", "US", "marketing", "USD", "0.025"),
  rate("2026-11-10", "US", "marketing", "USD", "0.0247"),
  rate("2026-01-01", null, "marketing", "EUR", "0.1")
])

const campaign = CampaignId.make("00000000-0000-4000-8000-00000000000c")

const rated = Layer.provideMerge(Layer.succeed(OperatorRates, card), httpWorld)

const withCounts = (id: OrganizationId, counts: ReadonlyArray<MessageCount>) =>
  Effect.flatMap(World, ({ update }) =>
    update((state) => ({
      ...state,
      messageCounts: [...state.messageCounts, ...counts.map((count) => ({ ...count, organizationId: id }))]
    }))
  )

/** Both interfaces of an organization that sent marketing to the US on two days and to Brazil, and utility. */
const given = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization()
  const account = yield* givenAccount(id)
  const { access } = yield* givenMember(id, { name: "Olga", role: "owner" })
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const count = (day: string, country: string, changes: Partial<MessageCount> = {}): MessageCount => ({
    day: Day.make(day),
    channelAccountId: account.id,
    category: "marketing",
    country,
    campaignId: null,
    billable: true,
    messages: 10,
    ...changes
  })
  yield* withCounts(id, [
    count("2026-10-31", "US"),
    count("2026-11-09", "US"),
    count("2026-11-10", "US", { messages: 3 }),
    count("2026-11-10", "US", { messages: 2, billable: false }),
    count("2026-11-10", "BR", { messages: 5 }),
    count("2026-11-10", "BR", { messages: 2, campaignId: campaign }),
    count("2026-11-20", "unknown", { category: "utility", messages: 4 })
  ])
  const other = yield* givenOrganization()
  yield* withCounts(other.id, [count("2026-11-10", "US", { messages: 1_000 })])
  const session = yield* signedIn(id, access.caller)
  const ask = (path: string, headers: Record<string, string>, accept?: string) =>
    Effect.map(
      askText(path, { headers: { ...headers, ...(accept === undefined ? {} : { accept }) } }),
      ({ headers, status, text }) => ({ status, text, type: headers.get("content-type") })
    )
  return {
    account,
    id,
    developer: (query: string, accept?: string) =>
      ask(`/api/developer/v1/usage${query}`, { "x-api-key": Redacted.value(key) }, accept),
    session: (query: string, accept?: string) => ask(`/api/whatsapp/usage${query}`, session, accept)
  }
})

const total = {
  messages: 26,
  billable: 24,
  cost: [
    { currency: "EUR", amount: "0.7" },
    { currency: "USD", amount: "0.3241" }
  ],
  unpriced: 4
}

const both = ["developer", "session"] as const

describe("usage reports", () => {
  it.effect("usage report: without parameters the Developer interface reports the month by category", () =>
    Effect.gen(function* () {
      const { developer } = yield* given
      const { status, text } = yield* developer("")
      assert.deepStrictEqual(
        [status, JSON.parse(text)],
        [
          200,
          {
            success: true,
            data: {
              since: "2026-11-01",
              until: "2026-11-20",
              rows: [
                { category: "marketing", messages: 22, billable: 20, cost: total.cost, unpriced: 0 },
                { category: "utility", messages: 4, billable: 4, cost: [], unpriced: 4 }
              ],
              total
            }
          }
        ]
      )
    }).pipe(Effect.provide(rated))
  )

  it.effect("usage report: without parameters the Session interface responds without a report", () =>
    Effect.gen(function* () {
      const { session } = yield* given
      const { data } = JSON.parse((yield* session("")).text)
      assert.notProperty(data, "report")
      assert.deepStrictEqual(data.categories, [
        { category: "marketing", messages: 22, billable: 20 },
        { category: "utility", messages: 4, billable: 4 }
      ])
    }).pipe(Effect.provide(rated))
  )

  it.effect.each(both)("usage report: rows of the %s interface have the dimensions in `by`", (name) =>
    Effect.gen(function* () {
      const scene = yield* given
      const report = Effect.fnUntraced(function* (query: string) {
        const { data } = JSON.parse((yield* scene[name](query)).text)
        return name === "developer" ? data : data.report
      })
      const all = yield* report("?by=country,day,category,number&since=2026-11-10&until=2026-11-10")
      const row = { day: "2026-11-10", numberId: scene.account.id, category: "marketing" }
      assert.deepStrictEqual(all.rows, [
        { ...row, country: "BR", messages: 7, billable: 7, cost: [{ currency: "EUR", amount: "0.7" }], unpriced: 0 },
        { ...row, country: "US", messages: 5, billable: 3, cost: [{ currency: "USD", amount: "0.0741" }], unpriced: 0 }
      ])
      assert.deepStrictEqual((yield* report("?by=campaign")).rows, [
        { ...total, messages: 24, billable: 22, cost: [{ currency: "EUR", amount: "0.5" }, total.cost[1]] },
        { campaignId: campaign, messages: 2, billable: 2, cost: [{ currency: "EUR", amount: "0.2" }], unpriced: 0 }
      ])
      assert.deepStrictEqual((yield* report("?by=")).rows, [total])
      assert.deepStrictEqual((yield* report("?by=number")).rows, [{ numberId: scene.account.id, ...total }])
      const empty = { messages: 0, billable: 0, cost: [], unpriced: 0 }
      const none = { since: "2026-12-01", until: "2026-12-31", rows: [], total: empty }
      assert.deepStrictEqual(yield* report("?since=2026-12-01&until=2026-12-31"), none)
    }).pipe(Effect.provide(rated))
  )

  it.effect.each(both)("usage report: with Accept: text/csv the %s interface returns a CSV file", (name) =>
    Effect.gen(function* () {
      const { status, text, type } = yield* (yield* given)[name]("?by=day,country", "text/csv")
      assert.deepStrictEqual([status, type], [200, "text/csv; charset=utf-8"])
      assert.deepStrictEqual(text.split("\r\n"), [
        "day,country,messages,billable,unpriced,cost EUR,cost USD",
        "2026-11-09,US,10,10,0,0,0.25",
        "2026-11-10,BR,7,7,0,0.7,0",
        "2026-11-10,US,5,3,0,0,0.0741",
        "2026-11-20,unknown,4,4,4,0,0",
        ""
      ])
      const { text: perCampaign } = yield* (yield* given)[name]("?by=campaign", "text/csv")
      assert.deepStrictEqual(perCampaign.split("\r\n"), [
        "campaignId,messages,billable,unpriced,cost EUR,cost USD",
        ",24,22,4,0.5,0.3241",
        `${campaign},2,2,0,0.2,0`,
        ""
      ])
    }).pipe(Effect.provide(rated))
  )

  it.effect.each(both)("usage report: the %s interface refuses other values and names the parameter", (name) =>
    Effect.gen(function* () {
      const scene = yield* given
      const refused = Effect.fnUntraced(function* (query: string, accept?: string) {
        const { status, text } = yield* scene[name](query, accept)
        const { error, message } = JSON.parse(text)
        return [status, error ?? message]
      })
      for (const accept of [undefined, "text/csv"]) {
        assert.deepStrictEqual(yield* refused("?since=yesterday", accept), [
          400,
          "Invalid field since: Expected a date such as 2026-11-28"
        ])
        assert.deepStrictEqual(yield* refused("?until=2026-02-30", accept), [
          400,
          "Invalid field until: Expected a date such as 2026-11-28"
        ])
        assert.deepStrictEqual(yield* refused("?by=day,hour", accept), [
          400,
          "Invalid field by: Unknown name hour; use day, number, category, country, campaign"
        ])
        assert.deepStrictEqual(yield* refused("?since=2026-08-20", accept), [
          400,
          "Invalid field since: Expected at most 92 days up to until"
        ])
        assert.deepStrictEqual(yield* refused("?since=2026-11-02&until=2026-11-01", accept), [
          400,
          "Invalid field until: Expected a day that is not before since"
        ])
      }
      const many = daysOf(Day.make("2026-11-01"), Day.make("2026-11-20")).flatMap((day) =>
        Array.from({ length: maxReportCounts / 20 }, (_, index) => ({
          day,
          channelAccountId: scene.account.id,
          category: `category ${index}`,
          country: "US",
          campaignId: index % 2 === 0 ? null : campaign,
          billable: true,
          messages: 1
        }))
      )
      yield* withCounts(scene.id, many)
      assert.deepStrictEqual(yield* refused("?by=day"), [
        400,
        `Invalid field since: The report has more than ${maxReportCounts} counts. Choose fewer days`
      ])
      assert.strictEqual((yield* scene[name]("?by=country")).status, 200)
    }).pipe(Effect.provide(rated))
  )

  it.effect("usage report: without a rate card all billable messages are unpriced", () =>
    Effect.gen(function* () {
      const { data } = JSON.parse((yield* (yield* given).developer("?by=")).text)
      assert.deepStrictEqual(data.total, { ...total, cost: [], unpriced: 24 })
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("CSV", () => {
  it("CSV: cells are quoted if necessary, and no spreadsheet program executes them", () => {
    const cells = ["a,b", 'say "x"', "two\nlines", "=1+1", "+1", "-1", "@x", "\tx", '=a","b', "plain", -1]
    assert.strictEqual(csvOf([cells]), `"a,b","say ""x""","two\nlines",'=1+1,'+1,'-1,'@x,'\tx,"'=a"",""b",plain,-1\r\n`)
  })

  it.each([
    [undefined, false],
    ["", false],
    ["*/*", false],
    ["text/csv", true],
    ["Text/CSV; q=0.9, */*;q=0.1", true],
    ["application/json, text/csv", false],
    ["text/html, text/csv, application/json", true]
  ])("CSV: Accept %j requests CSV: %s", (accept, isCsv) => {
    assert.strictEqual(prefersCsv(accept), isCsv)
  })
})
