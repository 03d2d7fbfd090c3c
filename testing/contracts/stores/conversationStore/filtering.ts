import { Array, Effect } from "effect"
import { contactSearch } from "../../../../src/domain/contacts/ContactSearch.ts"
import { type Conversation, ConversationPriority } from "../../../../src/domain/conversations/Conversation.ts"
import { ContactId, UserId } from "../../../../src/domain/Ids.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { type ConversationFilter, ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, phoneOf, uuid } from "../../../given/given.ts"
import { everyConversation } from "../../../given/conversationFilters.ts"
import { givenPage } from "../../../given/givenPage.ts"
import { givenTalk, savedTalk } from "../../../given/givenTalk.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const statuses = ["open", "ai_handling", "escalated", "closed"] as const
const channels = ["whatsapp", "messenger"] as const

/** Two conversations of every status, assignee and channel, the last one updated first. */
const givenEveryKind = Effect.gen(function* () {
  const sender = yield* givenSender()
  const page = yield* givenPage(sender.id, sender.at)
  const ada = UserId.make(yield* uuid)
  const grace = UserId.make(yield* uuid)
  const kinds = [0, 1].flatMap(() =>
    statuses.flatMap((status) =>
      [null, ada, grace].flatMap((assigneeId) => channels.map((channel) => ({ status, assigneeId, channel })))
    )
  )
  const conversations = yield* Effect.forEach(kinds, ({ channel, ...changes }, index) =>
    Effect.flatMap(
      givenTalk({
        id: sender.id,
        intent: () =>
          channel === "whatsapp" ? sender.intent({ phone: phoneOf(index) }) : page.intentTo(`psid ${index}`)
      }),
      (conversation) => savedTalk(conversation, { ...changes, updatedAt: seconds(sender.at, 100 - index) })
    )
  )
  return { ...sender, ada, grace, unassigned: UserId.make(yield* uuid), conversations }
})

const isAsked =
  ({ assigneeId, channel, status, visibleTo }: ConversationFilter) =>
  (conversation: Conversation): boolean =>
    (channel ?? conversation.channel) === conversation.channel &&
    (status ?? conversation.status) === conversation.status &&
    (assigneeId ?? conversation.assigneeId) === conversation.assigneeId &&
    (visibleTo === null || conversation.assigneeId === null || conversation.assigneeId === visibleTo)

const everyFilter = (users: ReadonlyArray<UserId>): ReadonlyArray<ConversationFilter> =>
  [null, ...channels].flatMap((channel) =>
    [null, ...statuses].flatMap((status) =>
      [null, ...users].flatMap((assigneeId) =>
        [null, ...users].map((visibleTo) =>
          Object.assign({}, everyConversation, { channel, status, assigneeId, visibleTo })
        )
      )
    )
  )

/** Asserts rows and total of every filter. */
const assertListed = Effect.fnUntraced(function* (
  organizationId: Conversation["organizationId"],
  users: ReadonlyArray<UserId>,
  conversations: ReadonlyArray<Conversation>
) {
  const { list } = yield* ConversationStore
  for (const filter of everyFilter(users)) {
    const expected = conversations.filter(isAsked(filter))
    const { rows, total } = yield* list(organizationId, filter, { page: 1, limit: 100 })
    assert.deepStrictEqual(
      [total, rows.map(({ conversation }) => conversation)],
      [expected.length, expected],
      JSON.stringify(filter)
    )
  }
})

/** Filtered lists of conversations. */
export const filtering = (it: Tests<StorePorts>) => {
  it.effect("conversations, filtering: channel, status, assignee and viewer apply together and alone", () =>
    Effect.gen(function* () {
      const { ada, conversations, grace, id, unassigned } = yield* givenEveryKind
      yield* assertListed(id, [ada, grace, unassigned], conversations)
      yield* assertListed((yield* givenSender()).id, [ada], [])
    })
  )

  it.effect("conversations, filtering: a filtered list has pages", () =>
    Effect.gen(function* () {
      const { ada, conversations, id } = yield* givenEveryKind
      const { list } = yield* ConversationStore
      const filter = { ...everyConversation, status: "open", visibleTo: ada } as const
      const expected = conversations.filter(isAsked(filter))
      for (let limit = 1; limit <= expected.length + 1; limit++) {
        for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page++) {
          const { rows, total } = yield* list(id, filter, { page, limit })
          assert.deepStrictEqual(
            rows.map(({ conversation }) => conversation),
            expected.slice((page - 1) * limit, page * limit)
          )
          assert.strictEqual(total, expected.length)
        }
      }
    })
  )

  it.effect("conversations, filtering: by contact and by contact search, combined with every other filter", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const ada = UserId.make(yield* uuid)
      const { list } = yield* ConversationStore
      const search = (term: string) => contactSearch(term, "name, phone and email")
      // Each contact has a closed conversation and a later one.
      const names = ["Ada Lovelace", "José 100%", "Grace"]
      const talks = yield* Effect.forEach([1, 0], (older) =>
        Effect.forEach(names, (name, index) => {
          const at = older * 10 + index
          const changes = {
            phone: phoneOf(index),
            contact: { name },
            conversation: { status: older ? ("closed" as const) : ("open" as const) }
          }
          return Effect.flatMap(givenTalk(sender, changes, -at), (thread) =>
            savedTalk(thread, { assigneeId: index === 2 ? null : ada })
          )
        })
      )
      const newest = [...(talks[1] ?? []), ...(talks[0] ?? [])]
      const own = (index: number) => [newest[index], newest[index + names.length]]
      for (const [filter, expected] of [
        [{ search: search("lovelace") }, own(0)],
        [{ search: search("JOSE") }, own(1)],
        [{ search: search("100%") }, own(1)],
        [{ search: search("%") }, own(1)],
        [{ search: search("rac") }, own(2)],
        [{ search: search(phoneOf(2)) }, own(2)],
        [{ search: search("a") }, [newest[0], newest[2], newest[3], newest[5]]],
        [{ search: search("a"), status: "open" }, [newest[0], newest[2]]],
        [{ search: search("a"), assigneeId: ada }, own(0)],
        [{ search: search("e"), visibleTo: UserId.make(yield* uuid) }, own(2)],
        [{ search: search("nobody") }, []],
        [{ contactId: newest[1]?.contactId ?? null }, own(1)],
        [{ contactId: newest[1]?.contactId ?? null, status: "closed" }, [newest[4]]],
        [{ contactId: newest[1]?.contactId ?? null, search: search("grace") }, []],
        [{ contactId: ContactId.make(yield* uuid) }, []]
      ] satisfies ReadonlyArray<readonly [Partial<ConversationFilter>, ReadonlyArray<Conversation | undefined>]>) {
        for (const page of [1, 2]) {
          const { rows, total } = yield* list(sender.id, { ...everyConversation, ...filter }, { page, limit: 3 })
          assert.deepStrictEqual(
            [total, rows.map(({ conversation }) => conversation)],
            [expected.length, expected.slice((page - 1) * 3, page * 3)],
            JSON.stringify(filter)
          )
        }
      }
      const globex = yield* givenSender()
      assert.deepStrictEqual(
        yield* list(globex.id, { ...everyConversation, search: search("a") }, { page: 1, limit: 3 }),
        { rows: [], total: 0 }
      )
      yield* (yield* ContactStore).remove(sender.id, newest[0]?.contactId ?? ContactId.make(yield* uuid))
      const { total } = yield* list(sender.id, { ...everyConversation, search: search("a") }, { page: 1, limit: 3 })
      assert.strictEqual(total, 2)
    })
  )

  it.effect("conversations, filtering: totals follow changes of status and assignee, and removals", () =>
    Effect.gen(function* () {
      const { ada, conversations, grace, id } = yield* givenEveryKind
      const { atomically } = yield* Transaction
      const { remove } = yield* ContactStore
      const gone = conversations.filter((_, index) => index % 5 === 0)
      const undone = conversations.filter((_, index) => index % 5 === 1)
      const changed = yield* Effect.forEach(
        conversations.filter((_, index) => index % 5 > 1),
        (conversation, index) =>
          savedTalk(conversation, {
            status: Array.getUnsafe(statuses, index % statuses.length),
            assigneeId: index % 3 === 0 ? ada : null
          }),
        { concurrency: "unbounded" }
      )
      yield* Effect.forEach(gone, ({ contactId }) => remove(id, contactId), { concurrency: "unbounded" })
      yield* Effect.flip(
        atomically(
          Effect.andThen(
            Effect.forEach(undone, (conversation) => savedTalk(conversation, { status: "closed", assigneeId: grace })),
            Effect.fail("no")
          )
        )
      )
      const left = new Map([...undone, ...changed].map((conversation) => [conversation.id, conversation]))
      const expected = conversations.flatMap(({ id }) => left.get(id) ?? [])
      yield* assertListed(id, [ada, grace], expected)
    })
  )

  it.effect(
    "conversations, filtering: priority and snooze restrict the list, and the highest priority can be first",
    () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const priorities = ["none", "high", "low", "urgent", "none", "high", "normal"] as const
        const talks = yield* Effect.forEach([...priorities, ...priorities], (priority, index) =>
          Effect.flatMap(givenTalk(sender, { phone: phoneOf(index) }), (talk) =>
            savedTalk(talk, {
              priority,
              snoozedAt: index % 3 === 0 ? sender.at : null,
              status: index % 4 === 0 ? "escalated" : "open",
              updatedAt: seconds(sender.at, 100 - index)
            })
          )
        )
        const { list } = yield* ConversationStore
        const rank = ({ priority }: Conversation) => ConversationPriority.literals.indexOf(priority)
        for (const priority of [null, ...ConversationPriority.literals]) {
          for (const snoozed of [null, true, false]) {
            for (const status of [null, "escalated"] as const) {
              for (const search of [null, contactSearch("44207", "name, phone and email")]) {
                for (const order of ["updated", "priority"] as const) {
                  const filter = { ...everyConversation, priority, snoozed, status, search }
                  const matching = talks.filter(
                    (talk) =>
                      (priority ?? talk.priority) === talk.priority &&
                      (snoozed === null || (talk.snoozedAt !== null) === snoozed) &&
                      (status ?? talk.status) === talk.status
                  )
                  const expected =
                    order === "updated" ? matching : matching.toSorted((one, two) => rank(two) - rank(one))
                  for (const page of [1, 2, 3]) {
                    const { rows, total } = yield* list(sender.id, filter, { page, limit: 4 }, order)
                    assert.deepStrictEqual(
                      [total, rows.map(({ conversation }) => conversation.id)],
                      [expected.length, expected.slice((page - 1) * 4, page * 4).map(({ id }) => id)],
                      JSON.stringify({ priority, snoozed, status, search: search !== null, order, page })
                    )
                  }
                }
              }
            }
          }
        }
      })
  )

  it.effect("conversations, filtering: totals follow changes of priority and snooze", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const talk = yield* givenTalk(sender)
      const { list } = yield* ConversationStore
      const total = (filter: Partial<ConversationFilter>) =>
        Effect.map(
          list(sender.id, { ...everyConversation, ...filter }, { page: 1, limit: 1 }),
          ({ total: counted }) => counted
        )
      const counts = Effect.all([total({ snoozed: true }), total({ snoozed: false }), total({ priority: "high" })])
      assert.deepStrictEqual(yield* counts, [0, 1, 0])
      const snoozed = yield* savedTalk(talk, { snoozedAt: sender.at, priority: "high" })
      assert.deepStrictEqual(yield* counts, [1, 0, 1])
      yield* savedTalk(snoozed, { snoozedAt: null, priority: "none" })
      assert.deepStrictEqual(yield* counts, [0, 1, 0])
    })
  )

  it.effect("conversations, filtering: a new conversation counts under its status, beside its predecessor", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const added = yield* Effect.forEach(["closed", "closed", "escalated"] as const, (status, index) =>
        givenTalk(sender, { conversation: { status } }, -index)
      )
      yield* assertListed(sender.id, [], added)
    })
  )
}
