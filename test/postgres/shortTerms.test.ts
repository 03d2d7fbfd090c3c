import { assert, describe, it } from "@effect/vitest"
import { Array, DateTime, Effect, Fiber, Layer, Option, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/adapters/postgres/Database.ts"
import { fewContacts, keepTerms } from "../../src/adapters/postgres/termUpkeep.ts"
import { contactSearch } from "../../src/domain/ContactSearch.ts"
import type { ContactId, OrganizationId } from "../../src/domain/Ids.ts"
import { ContactStore } from "../../src/ports/ContactStore.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { embeddedDatabase } from "../support/embeddedDatabase.ts"
import { givenOrganization, phoneOf } from "../support/given.ts"
import { beginning, givenContact, someContact } from "../support/givenContact.ts"
import { instances } from "../support/instances.ts"
import { serverStores, storesOn } from "../support/postgresStores.ts"
import { wrongTerms } from "../support/wrongTerms.ts"
import { insertAll } from "../support/insertAll.ts"

/** All organizations that have ever had a contact, brought up to date: by this, or by who is at it in the background. */
const kept = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* keepTerms(sql, -1)
  return yield* sql`
    select organization_id from text_changes union all
    select organization_id from inbox_totals where not exists (
      select from short_terms s where s.organization_id = inbox_totals.organization_id and s.term = '')`
}).pipe(Effect.repeat({ until: (left) => left.length === 0 }), Effect.orDie)

const Name = Schema.Array(Schema.Literals(["a", "b", "É", "漢", "\u{1f600}", "%", "_", "\\", " ", "\n", "4"])).check(
  Schema.isMaxLength(5)
)
const Who = Schema.Literals([0, 1, 2, 3, 4])

/** What happens to the contacts of an organization. */
const Step = Schema.Union([
  Schema.TaggedStruct("import", { names: Schema.Array(Name).check(Schema.isMaxLength(4)), from: Who }),
  Schema.TaggedStruct("create", { who: Who, name: Name }),
  Schema.TaggedStruct("change", { who: Who, name: Name, email: Name }),
  Schema.TaggedStruct("remove", { who: Who }),
  Schema.TaggedStruct("roll back", { who: Who }),
  Schema.TaggedStruct("remove all", {}),
  Schema.TaggedStruct("keep", {})
])
const Steps = Schema.Array(Step).check(Schema.isMaxLength(12))

const idsOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { rows } = yield* (yield* ContactStore).list(organizationId, { page: 1, limit: 100 }, null)
  return rows.map(({ id }) => id)
})

const nth = (ids: ReadonlyArray<ContactId>, who: number) => ids[who % Math.max(1, ids.length)]

const take = Effect.fnUntraced(function* (organizationId: OrganizationId, step: typeof Step.Type) {
  const sql = yield* SqlClient.SqlClient
  const { find, remove, save } = yield* ContactStore
  switch (step._tag) {
    case "import": {
      const contacts = yield* Effect.forEach(step.names, (name, place) =>
        someContact(organizationId, { phone: phoneOf(step.from + place), name: name.join("") })
      )
      return yield* insertAll(organizationId, contacts)
    }
    case "create":
      return yield* Effect.ignore(
        (yield* ContactStore).insert(
          yield* someContact(organizationId, { phone: phoneOf(step.who), name: step.name.join("") })
        )
      )
    case "change": {
      const id = nth(yield* idsOf(organizationId), step.who)
      if (id === undefined) return
      const contact = yield* Effect.flatMap(find(organizationId, id), Effect.fromOption)
      return yield* save({ ...contact, name: step.name.join(""), email: step.email.join("") })
    }
    case "remove":
    case "roll back": {
      const id = nth(yield* idsOf(organizationId), step.who)
      if (id === undefined) return
      if (step._tag === "remove") return yield* remove(organizationId, id)
      const { atomically } = yield* Transaction
      return yield* Effect.ignore(atomically(Effect.andThen(remove(organizationId, id), Effect.fail("no"))))
    }
    case "remove all":
      return yield* sql`delete from contacts where organization_id = ${organizationId}::uuid`
    case "keep":
      return yield* kept
  }
})

const embeddedStores = storesOn(Layer.unwrap(Effect.map(embeddedDatabase, ({ stream }) => Database.embedded(stream))))

describe.each([
  ["a server", serverStores, 40],
  ["the embedded database", embeddedStores, 10]
] as const)("what is kept of short terms on %s", (_, stores, runs) => {
  it.layer(stores, { timeout: "60 seconds" })((it) => {
    it.effect.prop(
      "is what there is to count, whatever came, changed and went, and whenever it was counted",
      { steps: Steps, first: Who },
      Effect.fnUntraced(function* ({ first, steps }) {
        const { id } = yield* givenOrganization()
        yield* givenContact(id, { phone: phoneOf(90), name: "Ada" })
        for (const [place, step] of steps.entries()) {
          if (place === first) yield* kept
          yield* take(id, step)
        }
        if (first >= steps.length) yield* kept
        assert.deepStrictEqual((yield* wrongTerms(id)).wrong, [])
        yield* kept
        assert.deepStrictEqual((yield* wrongTerms(id)).wrong, [])
      }),
      { arbitrary: { runs } }
    )

    it.effect("holds who came and went between the first note of it and the first count once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { remove, save } = yield* ContactStore
        const { id } = yield* givenOrganization()
        const [ada, grace] = yield* Effect.forEach([1, 2], (n) => givenContact(id, { phone: phoneOf(n) }))
        assert.isDefined(ada)
        assert.isDefined(grace)
        yield* sql`update inbox_totals set notes_texts = true where organization_id = ${id}::uuid`
        yield* save({ ...ada, name: "Zoë" })
        yield* remove(id, grace.id)
        yield* givenContact(id, { phone: phoneOf(3), name: "José" })
        assert.isFalse((yield* wrongTerms(id)).isKept)
        yield* kept
        assert.deepStrictEqual((yield* wrongTerms(id)).wrong, [])
      })
    )

    it.effect("takes in changed texts that are larger together than a value that the driver takes", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        yield* insertAll(id, [yield* someContact(id, { phone: phoneOf(1), name: "Zoë" })])
        yield* kept
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          insert into text_changes (organization_id, change, size, come, gone)
          select ${id}::uuid, nextval('contact_changes'), 40, texts, texts
          from (select array_agg(repeat('x', 1048576)) as texts from generate_series(1, 20)) t`
        yield* kept
        const { isKept, wrong } = yield* wrongTerms(id)
        assert.isTrue(isKept)
        assert.deepStrictEqual(wrong, [])
      })
    )

    it.effect("counts who is found and shows the page that was asked for, from either end, in either list", () =>
      Effect.gen(function* () {
        const { list, listOverviews } = yield* ContactStore
        const { id } = yield* givenOrganization()
        yield* Effect.forEach(Array.range(0, 29), (n) =>
          givenContact(id, {
            phone: phoneOf(n),
            name: n % 3 === 0 ? `Zoë ${n}` : `Ada ${n}`,
            createdAt: DateTime.add(beginning, { seconds: n })
          })
        )
        const search = contactSearch("z", "name and phone")
        const order = { by: "name", direction: "ascending" } as const
        const pages = Array.range(1, 5).map((page) => ({ page, limit: 3 }))
        const all = Effect.forEach(pages, (page) =>
          Effect.all([
            list(id, page, search),
            listOverviews(id, page, contactSearch("ë", "name, phone and email"), order)
          ])
        )
        const before = yield* all
        yield* kept
        assert.deepStrictEqual((yield* wrongTerms(id)).wrong, [])
        assert.deepStrictEqual(yield* all, before)
        assert.deepStrictEqual(
          before.map(([{ rows, total }]) => [rows.length, total]),
          [3, 3, 3, 1, 0].map((rows) => [rows, 10])
        )
      })
    )
  })
})

describe("what is kept of short terms, by several processes", () => {
  it.live(
    "is right in every snapshot, whoever else counts, adds, renames and removes meanwhile",
    () =>
      Effect.gen(function* () {
        const on = yield* instances(3)
        const { id } = yield* on(0)(givenOrganization())
        yield* on(0)(givenContact(id, { phone: phoneOf(999), name: "Ada" }))
        const changes = Effect.forEach(
          Array.range(0, 239),
          (n) =>
            Effect.gen(function* () {
              const { find, remove, save } = yield* ContactStore
              const { atomically } = yield* Transaction
              const some = yield* Effect.forEach([0, 1, 2], (more) =>
                someContact(id, { phone: phoneOf((n * 7 + more) % 60), name: `${n % 11}${more} Zoë` })
              )
              const [added] = Array.fromIterable(yield* insertAll(id, some))
              if (added === undefined) return
              yield* atomically(
                Effect.gen(function* () {
                  const found = yield* find(id, added)
                  if (Option.isSome(found)) yield* save({ ...found.value, name: `x${n % 7}` })
                })
              )
              if (n % 2 === 0) yield* remove(id, added)
            }).pipe(on(n)),
          { concurrency: 24, discard: true }
        )
        const counting = Effect.forEach(
          [0, 1, 2],
          (n) => Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forever(keepTerms(sql, -1))).pipe(on(n)),
          { concurrency: 3 }
        )
        const looking = yield* wrongTerms(id).pipe(
          on(1),
          Effect.tap(({ isKept, wrong }) => Effect.sync(() => isKept && assert.deepStrictEqual(wrong, []))),
          Effect.forever,
          Effect.forkChild
        )
        yield* Effect.raceFirst(changes, counting)
        yield* Fiber.interrupt(looking)
        yield* on(0)(kept)
        const { contacts, isKept, wrong } = yield* on(0)(wrongTerms(id))
        assert.isAbove(contacts, 1)
        assert.isTrue(isKept)
        assert.deepStrictEqual(wrong, [])
      }),
    60_000
  )
})

describe("short terms of an organization with many contacts", () => {
  it.live("are kept when an import has made it so many, and are not before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* givenOrganization()
      yield* givenContact(id, { phone: phoneOf(1), name: "Ada" })
      yield* Effect.orDie(keepTerms(sql, fewContacts))
      assert.isFalse((yield* wrongTerms(id)).isKept)
      // As if they were there.
      yield* sql`update inbox_totals set contacts = ${fewContacts} where organization_id = ${id}::uuid`
      yield* insertAll(id, [yield* someContact(id, { phone: phoneOf(2), name: "Grace" })])
      const { wrong } = yield* wrongTerms(id).pipe(
        Effect.repeat({ schedule: Schedule.spaced("25 millis"), until: ({ isKept }) => isKept }),
        Effect.timeout("30 seconds")
      )
      assert.deepStrictEqual(wrong, [])
    }).pipe(Effect.provide(serverStores))
  )
})
