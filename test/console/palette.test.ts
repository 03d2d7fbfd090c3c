import { assert, describe, it } from "@effect/vitest"
import { groupsMatching, matchesSearch, stepped } from "../../console/app/palette/paletteGroups.ts"
import { withPlace } from "../../console/app/palette/recentPlaces.ts"

describe("palette", () => {
  it.each([
    ["Scheduled messages", "sch", true],
    ["Scheduled messages", "mes sch", true],
    ["Scheduled messages", "duled", false],
    ["José Müller", "jose mul", true],
    ["Use dark appearance", "", true],
    ["صندوق الوارد", "الوارد", true],
    ["API keys", "KEYS", true],
    ["Inbox", "inbox zero", false]
  ])("the label %j with the search %j matches: %j", (label, search, expected) => {
    assert.strictEqual(matchesSearch(label, search), expected)
  })

  it("groups without a matching entry are left out", () => {
    const item = (label: string) => ({ id: label, label, onSelect: () => undefined })
    const groups = [
      { id: "pages", label: "Pages", items: [item("Inbox"), item("Templates")] },
      { id: "actions", label: "Actions", items: [item("Sign out")] }
    ]
    assert.deepStrictEqual(
      groupsMatching(groups, "in").map(({ id, items }) => [id, items.map(({ label }) => label)]),
      [["pages", ["Inbox"]]]
    )
  })

  it("the arrow keys lead around the list, also an empty one", () => {
    assert.deepStrictEqual([stepped(0, -1, 3), stepped(2, 1, 3), stepped(1, 1, 3), stepped(0, 1, 0)], [2, 0, 2, 0])
  })

  it("a place that is opened again moves to the front, and eight are listed", () => {
    const place = (id: number) => ({ href: `/inbox/${id}`, label: `Contact ${id}` })
    let places: ReadonlyArray<ReturnType<typeof place>> = []
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 5]) places = withPlace(places, place(id))
    assert.deepStrictEqual(
      places.map(({ href }) => href),
      [5, 9, 8, 7, 6, 4, 3, 2].map((id) => `/inbox/${id}`)
    )
  })
})
