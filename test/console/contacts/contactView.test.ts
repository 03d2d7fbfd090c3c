import { assert, describe, it } from "vitest"
import type { ListedContact } from "../../../console/contacts/contactQueries.ts"
import {
  columnsOf,
  filterIn,
  maxSegments,
  pageIn,
  segmentAt,
  segmentsOf,
  sortedBy,
  usualColumns,
  withSegment
} from "../../../console/contacts/contactView.ts"
import { contactHeader, contactRow, csvLine } from "../../../console/contacts/csvFile.ts"

describe("the address of the list of contacts", () => {
  it("filters and order of an address become those of the API, and unknown ones do not", () => {
    assert.deepStrictEqual(filterIn({ search: " ada ", label: "VIP", sort: "lastMessage", order: "asc" }), {
      search: " ada ",
      label: "VIP",
      sortBy: "last_message_at",
      sortOrder: "asc"
    })
    assert.deepStrictEqual(filterIn({ search: "  ", sort: "shoeSize", order: "up" }), {
      search: undefined,
      label: undefined,
      sortBy: "created_at",
      sortOrder: "desc"
    })
    assert.strictEqual(filterIn({ search: "a".repeat(500) }).search?.length, 200)
    assert.deepStrictEqual(
      ["7", "0", "-1", "1e3", undefined].map((page) => pageIn(page === undefined ? {} : { page })),
      [7, 1, 1, 1, 1]
    )
  })

  it("a click on a header sorts by it, a second one turns the order around, and both begin at the first page", () => {
    assert.deepStrictEqual(sortedBy({ page: "4" }, "name"), { sort: "name", order: "asc", page: null })
    assert.deepStrictEqual(sortedBy({ sort: "name", order: "asc" }, "name"), { sort: "name", order: null, page: null })
    assert.deepStrictEqual(sortedBy({ sort: "name" }, "created"), { sort: null, order: null, page: null })
    assert.deepStrictEqual(sortedBy({}, "created"), { sort: null, order: "asc", page: null })
  })
})

describe("stored choices of the list of contacts", () => {
  it("columns are in the order of the table, and an unreadable choice is the usual one", () => {
    assert.deepStrictEqual(columnsOf(["updated", "phone", "shoeSize"]), ["phone", "updated"])
    assert.deepStrictEqual(columnsOf([]), [])
    for (const stored of [null, "phone", { phone: true }]) assert.deepStrictEqual(columnsOf(stored), usualColumns)
  })

  it("a segment is found by its filters on any page, and unreadable segments are skipped", () => {
    const segment = { name: "VIP", query: { label: "VIP", search: "ada" } }
    const segments = segmentsOf([segment, { name: 1, query: {} }, { name: "a", query: { label: 1 } }, null])
    assert.deepStrictEqual(segments, [segment])
    assert.deepStrictEqual(segmentAt(segments, { search: "ada", page: "3", label: "VIP" }), segment)
    assert.isUndefined(segmentAt(segments, { label: "VIP" }))
    assert.deepStrictEqual(segmentsOf("VIP"), [])
  })

  it("a segment replaces one of the same name, and the oldest beyond the limit is dropped", () => {
    const many = Array.from({ length: maxSegments }, (_, index) => ({ name: `${index}`, query: {} }))
    const replaced = withSegment(many, { name: "3", query: { label: "a" } })
    assert.strictEqual(replaced.length, maxSegments)
    assert.deepStrictEqual(replaced.at(-1), { name: "3", query: { label: "a" } })
    const added = withSegment(many, { name: "new", query: {} })
    assert.deepStrictEqual([added.length, added[0]?.name], [maxSegments, "1"])
  })
})

describe("the export of contacts", () => {
  it("cells are quoted, formulas are text, and a consent is what an import reads", () => {
    const contact: ListedContact = {
      id: "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71",
      name: '=SUM(A1), "Ada"',
      phone: "+15551234567",
      email: null,
      countryCode: "US",
      tags: ["vip", "newsletter"],
      source: "api",
      optedIn: false,
      isBlocked: false,
      createdAt: "2026-11-20T12:00:00.000Z",
      updatedAt: "2026-11-20T12:00:00.000Z",
      labels: ["VIP"],
      lastMessageAt: null,
      conversationCount: 0,
      channels: [
        { channel: "whatsapp", accountId: null, personId: "15551234567" },
        { channel: "whatsapp", accountId: null, personId: "US.1" }
      ],
      optedOut: true
    }
    assert.strictEqual(
      csvLine(contactRow(contact)),
      '15551234567,"\'=SUM(A1), ""Ada""",,vip;newsletter,false,VIP,US,whatsapp,false,,2026-11-20T12:00:00.000Z,018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71\r\n'
    )
    assert.strictEqual(contactRow(contact).length, contactHeader.length)
    assert.strictEqual(contactRow({ ...contact, optedIn: true, optedOut: false })[4], "true")
    assert.strictEqual(contactRow({ ...contact, optedOut: false })[4], "")
  })
})
