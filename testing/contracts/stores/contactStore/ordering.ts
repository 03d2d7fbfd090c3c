import { Arbitrary, Array, DateTime, Effect, Order, Schema } from "effect"
import { contactSearch, folded } from "../../../../src/domain/contacts/ContactSearch.ts"
import type { OrganizationId } from "../../../../src/domain/Ids.ts"
import { maxPage, maxPageSize } from "../../../../src/domain/text/Page.ts"
import { type ContactOrder, type ContactOverview, ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { givenSender, phoneOf } from "../../../given/given.ts"
import { beginning, byNumber, givenContact } from "../../../given/givenContact.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const names = ["", "Ada", "áda", "ADA", "Bo", "bo 2", "Zoë", "zoe", "漢字", "José"] as const

/** A contact: which of the names, how late they came, and when something was said with them. */
const Person = Schema.Struct({
  name: Schema.Literals(names),
  came: Schema.Literals([0, 1, 2]),
  said: Schema.NullOr(Schema.Literals([0, 1, 2, 3]))
})

/** A contact of the organization with a number of their own, and how they are seen. */
const givenPerson = Effect.fnUntraced(function* (
  { id, intent }: Effect.Success<ReturnType<typeof givenSender>>,
  { came, name, said }: typeof Person.Type,
  count: number
) {
  const phone = phoneOf(count)
  const createdAt = DateTime.add(beginning, { seconds: came })
  const contact = yield* givenContact(id, { name, phone, createdAt })
  const silent: ContactOverview = { ...byNumber(contact), conversationCount: 0, lastMessageAt: null }
  if (said === null) return silent
  const send = yield* intent({ phone }, said)
  yield* sendOff(id, send)
  return { ...silent, conversationCount: 1, lastMessageAt: send.at }
})

/** An organization with these people, and how they are seen. */
const givenPeople = Effect.fnUntraced(function* (people: ReadonlyArray<typeof Person.Type>) {
  const sender = yield* givenSender()
  const overviews = yield* Effect.forEach(people, (person, count) => givenPerson(sender, person, count))
  return { id: sender.id, overviews }
})

const newer = Order.flip(
  Order.combine(
    Order.mapInput(Order.Number, ({ contact }: ContactOverview) => contact.createdAt.epochMilliseconds),
    Order.mapInput(Order.String, ({ contact }: ContactOverview) => contact.id)
  )
)

/** What the contacts of a list are compared by; null comes last. */
const keys: Readonly<Record<ContactOrder["by"], (overview: ContactOverview) => string | null>> = {
  createdAt: ({ contact }) => DateTime.formatIso(contact.createdAt),
  name: ({ contact }) => folded(contact.name),
  lastMessageAt: ({ lastMessageAt }) => lastMessageAt && DateTime.formatIso(lastMessageAt)
}

const expectedOrder = ({ by, direction }: ContactOrder) => {
  const key = keys[by]
  const order = Order.mapInput(Order.String, (overview: ContactOverview) => key(overview) ?? "")
  return Order.combineAll([
    Order.mapInput(Order.Boolean, (overview: ContactOverview) => key(overview) === null),
    direction === "ascending" ? order : Order.flip(order),
    newer
  ])
}

const orders: ReadonlyArray<ContactOrder> = (["createdAt", "name", "lastMessageAt"] as const).flatMap((by) =>
  (["ascending", "descending"] as const).map((direction) => ({ by, direction }))
)

/** Every page of every size shows these contacts in this order. */
const assertPaged = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  term: string,
  order: ContactOrder,
  expected: ReadonlyArray<ContactOverview>
) {
  const { listOverviews } = yield* ContactStore
  const search = contactSearch(term, "name, phone and email")
  for (const limit of [1, 2, 3, expected.length, expected.length + 1]) {
    for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page++) {
      assert.deepStrictEqual(yield* listOverviews(organizationId, { page, limit }, search, order), {
        rows: expected.slice((page - 1) * limit, page * limit),
        total: expected.length
      })
    }
  }
  const last = yield* listOverviews(organizationId, { page: maxPage, limit: maxPageSize }, search, order)
  assert.deepStrictEqual(last, { rows: [], total: expected.length })
})

/** In which order contacts are listed. */
export const ordering = (it: Tests<StorePorts>) => {
  it.effect.prop(
    "shows everybody once and in order, whatever the order and the size of a page",
    Arbitrary.schema(Schema.Struct({ people: Schema.Array(Person).check(Schema.isMaxLength(9)) })),
    ({ people }) =>
      Effect.gen(function* () {
        const { id, overviews } = yield* givenPeople(people)
        for (const order of orders) {
          yield* assertPaged(id, "", order, overviews.toSorted(expectedOrder(order)))
        }
      }),
    { runs: 6 }
  )

  it.effect.each(orders)("shows whom a search finds by $by, $direction", (order) =>
    Effect.gen(function* () {
      const people = Array.makeBy(24, (place) => ({
        name: Array.getUnsafe(names, place % names.length),
        came: Array.getUnsafe([0, 1, 2] as const, place % 3),
        said: Array.getUnsafe([null, 0, 1, 1, null, 2, 3] as const, place % 7)
      }))
      const { id, overviews } = yield* givenPeople(people)
      for (const term of ["ada", "O"]) {
        const found = overviews.filter(({ contact }) => folded(contact.name).includes(folded(term)))
        assert.isAbove(found.length, 4)
        yield* assertPaged(id, term, order, found.toSorted(expectedOrder(order)))
      }
      yield* assertPaged(id, "no match", order, [])
    })
  )

  it.effect("follows a name that was changed", () =>
    Effect.gen(function* () {
      const { id, overviews } = yield* givenPeople([
        { name: "Ada", came: 0, said: null },
        { name: "Bo", came: 0, said: null }
      ])
      const { listOverviews, save } = yield* ContactStore
      const ada = Array.getUnsafe(overviews, 0).contact
      yield* save({ ...ada, name: "Élise" })
      const { rows } = yield* listOverviews(id, { page: 1, limit: 2 }, null, { by: "name", direction: "ascending" })
      assert.deepStrictEqual(
        rows.map(({ contact }) => contact.name),
        ["Bo", "Élise"]
      )
    })
  )
}
