import { Arbitrary, DateTime, Effect, Schema } from "effect"
import { contactSearch, isFound, type SearchedFields } from "../../../../src/domain/contacts/ContactSearch.ts"
import type { OrganizationId } from "../../../../src/domain/Ids.ts"
import { PhoneNumber } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { givenOrganization, phoneOf } from "../../../given/given.ts"
import { beginning, byNumber, givenContact } from "../../../given/givenContact.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** What patterns, languages and numbers are made of: so little of it that terms and names meet often. */
const Piece = Schema.Literals([
  "a",
  "A",
  "b",
  "é",
  "e\u0301",
  "ß",
  "İ",
  "ﬁ",
  "Σ",
  "漢",
  "ש",
  "\u{1F600}",
  "１",
  "%",
  "_",
  "\\",
  "'",
  "*",
  ".",
  "\n",
  "\t",
  " ",
  "\u00a0",
  "1",
  "2",
  "12",
  "44",
  "+",
  "(",
  "-",
  "@"
])
const texts = (length: number, count: number) =>
  Schema.Array(Schema.Array(Piece).check(Schema.isMaxLength(length))).check(Schema.isMaxLength(count))

const everybody = { page: 1, limit: 100 }
const allFields = ["name and phone", "name, phone and email"] as const satisfies ReadonlyArray<SearchedFields>

/** Names of those whom a term finds, the newest first. */
const namesFound = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  term: string,
  fields: SearchedFields = "name and phone"
) {
  const { list } = yield* ContactStore
  const { rows, total } = yield* list(organizationId, everybody, contactSearch(term, fields))
  assert.strictEqual(total, rows.length)
  return rows.map(({ contact }) => contact.name)
})

/** Whom a term finds. */
export const searching = (it: Tests<StorePorts>) => {
  it.effect("looks for a part of the name in any case and without its accents, as the text that it is", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const names = ["José 100%", "jose_maria", "Zoë \\ Jo", "漢字", "Ada"]
      yield* Effect.forEach(names, (name, count) =>
        givenContact(id, { name, phone: phoneOf(count), createdAt: DateTime.add(beginning, { seconds: count }) })
      )
      assert.deepStrictEqual(yield* namesFound(id, "JOSE"), ["jose_maria", "José 100%"])
      assert.deepStrictEqual(yield* namesFound(id, " josé "), ["jose_maria", "José 100%"])
      assert.deepStrictEqual(yield* namesFound(id, "0%"), ["José 100%"])
      assert.deepStrictEqual(yield* namesFound(id, "_"), ["jose_maria"])
      assert.deepStrictEqual(yield* namesFound(id, "\\"), ["Zoë \\ Jo"])
      assert.deepStrictEqual(yield* namesFound(id, "漢"), ["漢字"])
      assert.deepStrictEqual(yield* namesFound(id, "e j"), [])
      assert.deepStrictEqual(yield* namesFound(id, "% j"), [])
      assert.deepStrictEqual(yield* namesFound(id, " "), [...names].toReversed())
    })
  )

  it.effect("looks for a part of the number however it is written, and in the e-mail where it is asked to", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const contact = (name: string, phone: string, email: string | null) =>
        givenContact(id, { name, email, phone: PhoneNumber.make(phone) })
      yield* contact("Ada", "15551234567", null)
      yield* contact("Room 123-45", "442071838750", "ada+123@example.com")

      assert.deepStrictEqual(yield* namesFound(id, "+1 (555) 123"), ["Ada"])
      assert.deepStrictEqual(yield* namesFound(id, "123-45"), ["Room 123-45", "Ada"])
      assert.deepStrictEqual(yield* namesFound(id, "12345"), ["Ada"])
      assert.deepStrictEqual(yield* namesFound(id, "750 ada"), [])
      assert.deepStrictEqual(yield* namesFound(id, "750\nada"), [])
      assert.deepStrictEqual(yield* namesFound(id, "example"), [])
      assert.deepStrictEqual(yield* namesFound(id, "EXAMPLE", "name, phone and email"), ["Room 123-45"])
      assert.deepStrictEqual(yield* namesFound(id, "ada", "name, phone and email"), ["Room 123-45", "Ada"])
    })
  )

  it.effect("finds a long term as a whole, and no contact that has only parts of it", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const contact = (name: string, phone: string, email: string | null = null) =>
        givenContact(id, { name, email, phone: PhoneNumber.make(phone) })
      yield* contact("Grace Anderson", "15551234567")
      yield* contact("Sonny Anders, anderso derson", "15551239876", "anderson@example.com")
      yield* contact("Ada Lovelace", "12345551234")
      yield* contact("Lovelace Ada", "442071838750")

      assert.deepStrictEqual(yield* namesFound(id, "anderson"), ["Grace Anderson"])
      assert.deepStrictEqual(yield* namesFound(id, "anders"), ["Sonny Anders, anderso derson", "Grace Anderson"])
      assert.deepStrictEqual(yield* namesFound(id, "ada lovelace"), ["Ada Lovelace"])
      assert.deepStrictEqual(yield* namesFound(id, "lovelace"), ["Lovelace Ada", "Ada Lovelace"])
      assert.deepStrictEqual(yield* namesFound(id, "5551234567"), ["Grace Anderson"])
      assert.deepStrictEqual(yield* namesFound(id, "555-1234"), ["Ada Lovelace", "Grace Anderson"])
      const inAll = yield* namesFound(id, "anderson", "name, phone and email")
      assert.deepStrictEqual(inAll, ["Sonny Anders, anderso derson", "Grace Anderson"])
    })
  )

  it.effect.each(["ada", "da", "a"])("shows the contacts with %s page by page, with their total on each page", (term) =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const { list } = yield* ContactStore
      const search = contactSearch(term, "name and phone")
      const called = (name: string, count: number) => givenContact(acme, { name, phone: phoneOf(count) })
      const first = yield* called("Ada", 0)
      const second = yield* called("Ada Lovelace", 1)
      yield* called("Bob", 2)
      const fourth = yield* called("Canada", 3)
      const last = yield* called("ADA", 4)
      yield* givenContact(globex)
      assert.deepStrictEqual(yield* list(acme, { page: 1, limit: 3 }, search), {
        rows: [last, fourth, second].map(byNumber),
        total: 4
      })
      assert.deepStrictEqual(yield* list(acme, { page: 2, limit: 3 }, search), { rows: [byNumber(first)], total: 4 })
      assert.deepStrictEqual(yield* list(acme, { page: 3, limit: 3 }, search), { rows: [], total: 4 })
      assert.deepStrictEqual(yield* list(acme, everybody, contactSearch("no match", "name and phone")), {
        rows: [],
        total: 0
      })
    })
  )

  it.effect.prop(
    "finds exactly the contacts that the domain finds",
    Arbitrary.schema(Schema.Struct({ names: texts(6, 5), emails: texts(3, 5), terms: texts(3, 4) })),
    Effect.fnUntraced(function* ({ emails, names, terms }) {
      const { id } = yield* givenOrganization()
      const { list } = yield* ContactStore
      const contacts = yield* Effect.forEach(names, (name, count) =>
        givenContact(id, {
          name: name.join(""),
          email: emails[count]?.join("") ?? null,
          phone: PhoneNumber.make(`44${count}21244${count}12`)
        })
      )
      // Parts of what there is find something more often than others.
      const parts = [...names, ...emails].map((pieces) => pieces.slice(1, 3))
      for (const term of [...terms, ...parts]) {
        for (const fields of allFields) {
          const search = contactSearch(term.join(""), fields)
          const expected = contacts.filter((contact) => search === null || isFound(search, contact)).toReversed()
          assert.deepStrictEqual(yield* list(id, everybody, search), {
            rows: expected.map(byNumber),
            total: expected.length
          })
        }
      }
    }),
    { runs: 40 }
  )
}
