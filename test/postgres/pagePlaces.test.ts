import { assert, describe, it } from "@effect/vitest"
import { makePagePlaces, maxOrganizations, maxPlaces } from "../../src/adapters/postgres/PagePlaces.ts"
import { ContactId, OrganizationId } from "../../src/domain/Ids.ts"

const uuid = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, "0")}`
const organization = (n: number) => OrganizationId.make(uuid(n))
const place = (before: number) => ({ before, id: ContactId.make(uuid(before)) })

describe("places of pages", () => {
  it("are found by what is nearest", () => {
    const places = makePagePlaces()
    assert.isNull(places.nearest(organization(1), 1, 10))
    places.note(organization(1), 1, [place(10), place(20)])
    for (const [wanted, found] of [
      [0, 10],
      [10, 10],
      [14, 10],
      [16, 20],
      [1_000, 20]
    ] as const) {
      assert.deepStrictEqual(places.nearest(organization(1), 1, wanted), place(found))
    }
    assert.isNull(places.nearest(organization(2), 1, 10))
  })

  it("are good for the contacts that they were seen among", () => {
    const places = makePagePlaces()
    places.note(organization(1), 1, [place(10)])
    assert.isNull(places.nearest(organization(1), 2, 10))
    places.note(organization(1), 2, [place(20)])
    assert.deepStrictEqual(places.nearest(organization(1), 2, 10), place(20))
    assert.isNull(places.nearest(organization(1), 1, 10))
  })

  it("are forgotten when there are too many, those that were seen longest ago first", () => {
    const places = makePagePlaces()
    for (let n = 0; n < maxPlaces; n++) places.note(organization(1), 1, [place(n)])
    places.note(organization(1), 1, [place(0), place(maxPlaces)])
    assert.deepStrictEqual(places.nearest(organization(1), 1, 0), place(0))
    assert.deepStrictEqual(places.nearest(organization(1), 1, 1), place(2))
    assert.deepStrictEqual(places.nearest(organization(1), 1, maxPlaces), place(maxPlaces))
    for (let n = 2; n <= maxOrganizations + 1; n++) places.note(organization(n), 1, [place(0)])
    assert.isNull(places.nearest(organization(1), 1, 0))
    assert.deepStrictEqual(places.nearest(organization(2), 1, 0), place(0))
  })
})
