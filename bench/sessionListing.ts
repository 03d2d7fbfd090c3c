import { PgClient } from "@effect/sql-pg"
import { Console, Effect, Redacted } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type OrderedPart, partsOf } from "../src/adapters/postgres/contactOrder.ts"
import { foundInOrder, stretchOfPart } from "../src/adapters/postgres/contactsInOrder.ts"
import { stretchOfConversations } from "../src/adapters/postgres/conversationPages.ts"
import * as Database from "../src/adapters/postgres/Database.ts"
import { nearerEnd } from "../src/adapters/postgres/nearerEnd.ts"
import { contactSearch } from "../src/domain/ContactSearch.ts"
import { type OrganizationId, UserId } from "../src/domain/Ids.ts"
import type { Page, PageRequest } from "../src/domain/Page.ts"
import { type ContactOrder, ContactStore } from "../src/ports/ContactStore.ts"
import { type ConversationFilter, ConversationStore } from "../src/ports/ConversationStore.ts"
import { givenOrganization, uuid } from "../test/support/given.ts"
import * as PostgresServer from "../test/support/PostgresServer.ts"
import { storesOn } from "../test/support/postgresStores.ts"
import { manyContacts } from "./manyContacts.ts"
import { manyConversations } from "./manyConversations.ts"
import { inFigures, timings } from "./timings.ts"

/** The median that no first page and no search may be above, in milliseconds. */
const bound = 50
const runs = 25

/** Contacts of one organization, of each of ten others beside it in the same tables, and conversations. */
const sizes = { large: 1_000_000, small: 10_000, conversations: 200_000 }
const smokeSizes = { large: 10_000, small: 100, conversations: 2_000 }

const pageAt = (offset: number): PageRequest => ({ page: offset / 20 + 1, limit: 20 })
const first = pageAt(0)

/** Something to look at: how, and the statement behind it that takes the time. */
interface Look {
  readonly name: string
  readonly list: Effect.Effect<Page<unknown>, never, ContactStore | ConversationStore>
  readonly statement: (total: number) => Effect.Effect<Statement.Fragment | null, never, SqlClient.SqlClient>
  /** Whether the bound holds for it; the others are shown so that nobody is surprised. */
  readonly bounded: boolean
}

const orders: ReadonlyArray<ContactOrder> = (["createdAt", "name", "lastMessageAt"] as const).flatMap((by) =>
  (["descending", "ascending"] as const).map((direction) => ({ by, direction }))
)

const contactLook = (id: OrganizationId, order: ContactOrder, page: PageRequest, term: string): Look => {
  const search = contactSearch(term, "name, phone and email")
  const [part]: readonly [OrderedPart, OrderedPart?] = partsOf(order)
  return {
    name: `contacts by ${order.by}, ${order.direction}, ${term === "" ? `at ${(page.page - 1) * page.limit}` : term}`,
    list: Effect.flatMap(ContactStore, ({ listOverviews }) => listOverviews(id, page, search, order)),
    statement: (total) =>
      Effect.map(SqlClient.SqlClient, (sql) => {
        const stretch = nearerEnd(page, total)
        return search === null
          ? stretch && stretchOfPart(sql, id, part, stretch)
          : foundInOrder(sql, id, page, search, order)
      }),
    bounded: page === first
  }
}

const everyOne: ConversationFilter = { channel: null, status: null, assigneeId: null, visibleTo: null }

const conversationLook = (
  id: OrganizationId,
  name: string,
  page: PageRequest,
  filter: Partial<ConversationFilter>
): Look => {
  const asked = { ...everyOne, ...filter }
  return {
    name: `conversations ${name}, at ${(page.page - 1) * page.limit}`,
    list: Effect.flatMap(ConversationStore, ({ list }) => list(id, asked, page)),
    statement: (total) =>
      Effect.map(SqlClient.SqlClient, (sql) => {
        const stretch = nearerEnd(page, total)
        return stretch && stretchOfConversations(sql, id, asked, stretch)
      }),
    bounded: page === first
  }
}

const looksAt = (
  id: OrganizationId,
  { conversations, large }: typeof sizes,
  users: ReadonlyArray<UserId>
): ReadonlyArray<Look> => {
  const [one = null, few = null] = [users[0], users.at(-1)]
  const newest = { by: "createdAt", direction: "descending" } as const
  return [
    ...orders.flatMap((order) => [first, pageAt(large / 10)].map((page) => contactLook(id, order, page, ""))),
    ...["mmerstr", "471 822", "hammerstrom@ex"].map((term) => contactLook(id, newest, first, term)),
    ...orders.slice(2).map((order) => contactLook(id, order, first, "Alejandro H")),
    ...[first, pageAt(conversations / 4)].flatMap((page) => [
      conversationLook(id, "of all kinds", page, {}),
      conversationLook(id, "that are open", page, { status: "open" })
    ]),
    conversationLook(id, "that are closed", first, { status: "closed" }),
    conversationLook(id, "that are escalated", first, { status: "escalated" }),
    conversationLook(id, "on WhatsApp", first, { channel: "whatsapp" }),
    conversationLook(id, "of a user", first, { assigneeId: one }),
    conversationLook(id, "of a user that are open", first, { assigneeId: one, status: "open" }),
    conversationLook(id, "that a user sees", first, { visibleTo: one }),
    conversationLook(id, "of a user who has few", first, { assigneeId: few, visibleTo: few }),
    conversationLook(id, "that are open, of which a user sees few", first, { status: "open", visibleTo: few }),
    conversationLook(id, "on a channel that nobody uses", first, { channel: "instagram" })
  ]
}

const planOf = Effect.fnUntraced(function* (statement: Statement.Fragment | null) {
  if (statement === null) return []
  const sql = yield* SqlClient.SqlClient
  const lines = yield* sql<{ readonly "QUERY PLAN": string }>`explain (analyze, buffers) ${statement}`
  return lines.map((line) => `      ${line["QUERY PLAN"]}`)
})

const measured = Effect.fnUntraced(function* (looks: ReadonlyArray<Look>, smoke: boolean) {
  const slow: Array<string> = []
  for (const { bounded, list, name, statement } of looks) {
    const { rows, total } = yield* list
    const own = yield* timings(list, runs)
    yield* Console.log(
      `  ${`${name} (${rows.length} of ${total})`.padEnd(72)} ${inFigures(own)}${bounded ? "" : "   no bound"}`
    )
    if (bounded && own.median > bound) slow.push(name)
    if (!smoke) yield* Console.log((yield* planOf(yield* statement(total))).join("\n"))
  }
  return slow
})

/** Pages of contacts in every order, and of conversations with every filter, on a server of its own. */
export const sessionListing = Effect.fn("sessionListing")(function* ({ smoke }: { readonly smoke: boolean }) {
  const url = Redacted.make((yield* PostgresServer.start()).url)
  const size = smoke ? smokeSizes : sizes
  yield* Effect.gen(function* () {
    const { id } = yield* givenOrganization()
    const others = yield* Effect.replicateEffect(givenOrganization(), 10)
    const users = yield* Effect.replicateEffect(
      Effect.map(uuid, (id) => UserId.make(id)),
      20
    )
    const contacts = manyContacts([[id, size.large], ...others.map((other) => [other.id, size.small] as const)])
    const given = Effect.andThen(contacts, manyConversations(id, size.conversations, users))
    // On a connection of its own: the service's end what takes so long.
    yield* Effect.provide(given, PgClient.layer({ url }))
    yield* Console.log(
      `${size.large} contacts and ${size.conversations} conversations, beside ten with ${size.small} contacts`
    )
    const slow = yield* measured(looksAt(id, size, users), smoke)
    if (!smoke && slow.length > 0) return yield* Effect.die(`above ${bound} ms at the median: ${slow.join(", ")}`)
  }).pipe(Effect.provide(storesOn(Database.server(url))))
})
