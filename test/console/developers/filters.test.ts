import { assert, describe, it } from "@effect/vitest"
import { hrefOf, placeOf } from "../../../console/app/Place.ts"
import {
  deliveryFiltersOf,
  type DeliveryFilters,
  logFiltersOf,
  type LogFilters,
  queryOf,
  sinceOf
} from "../../../console/developers/parts/filters.ts"

/** Formats filters into an address and parses it. */
const throughAddress = (filters: object) => placeOf(hrefOf({ path: "/x", query: queryOf(filters) })).query

describe("filters of the developer pages", () => {
  it("delivery filters survive formatting and parsing of the address", () => {
    const filters: DeliveryFilters = { status: "failed", event: "message.sent", span: "7d", page: 3 }
    assert.deepStrictEqual(queryOf(filters), { status: "failed", event: "message.sent", span: "7d", page: "3" })
    assert.deepStrictEqual(deliveryFiltersOf(throughAddress(filters)), filters)
  })

  it("request filters survive formatting and parsing of the address, with any text", () => {
    for (const text of ["/v1/contacts", "a&b=c#d", "ä 💥", "%00", "+"]) {
      const filters: LogFilters = { method: "POST", status: "4xx", path: text, requestId: text, span: "1h", page: 2 }
      assert.deepStrictEqual(logFiltersOf(throughAddress(filters)), filters)
    }
  })

  it("empty filters are not in the address", () => {
    assert.deepStrictEqual(queryOf(deliveryFiltersOf({})), {})
    assert.deepStrictEqual(queryOf(logFiltersOf({})), {})
  })

  it("unknown filter values do not filter", () => {
    const nonsense = { status: "gone", event: "<script>", span: "8d", page: "-1", method: "BREW" }
    assert.deepStrictEqual(deliveryFiltersOf(nonsense), { status: null, event: null, span: null, page: 1 })
    const { method, page, span, status } = logFiltersOf(nonsense)
    assert.deepStrictEqual({ method, page, span, status }, { method: null, page: 1, span: null, status: "" })
    for (const page of ["0", "1.5", "1e3", "99999999", "x"]) assert.strictEqual(deliveryFiltersOf({ page }).page, 1)
  })

  it("a time span starts at the same minute for all calls of that minute", () => {
    const now = Date.parse("2026-11-20T12:00:59.999Z")
    assert.strictEqual(sinceOf("24h", now), "2026-11-19T12:00:00.000Z")
    assert.strictEqual(sinceOf("24h", now - 59_000), "2026-11-19T12:00:00.000Z")
    assert.isNull(sinceOf(null, now))
  })
})
