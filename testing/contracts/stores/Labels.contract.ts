import { Effect, type Layer, Option } from "effect"
import { type Contact } from "../../../src/domain/contacts/Contact.ts"
import { byLabelName, type Label, renamedLabels } from "../../../src/domain/conversations/Label.ts"
import { LabelId, type OrganizationId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { ConversationStore } from "../../../src/ports/conversations/ConversationStore.ts"
import { LabelStore } from "../../../src/ports/conversations/LabelStore.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { everyConversation } from "../../given/conversationFilters.ts"
import { givenOrganization, givenSender, phoneOf, uuid } from "../../given/given.ts"
import { givenContact } from "../../given/givenContact.ts"
import { givenTalk, savedTalk } from "../../given/givenTalk.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const all = { page: 1, limit: 100 }
const byCreation = { by: "createdAt", direction: "descending" } as const

const givenLabel = Effect.fnUntraced(function* (
  { at, id: organizationId }: Pick<Effect.Success<ReturnType<typeof givenSender>>, "at" | "id">,
  name: string
) {
  const label: Label = { id: LabelId.make(yield* uuid), organizationId, name, color: "#2f80ed", createdAt: at }
  yield* (yield* LabelStore).add(label)
  return label
})

const labelled = Effect.fnUntraced(function* (contact: Contact, labels: ReadonlyArray<string>) {
  yield* (yield* ContactStore).save({ ...contact, labels })
})

/** The labels of the contact and of its conversation, as lists show them. */
const labelsSeen = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const contacts = yield* (yield* ContactStore).list(organizationId, all, null)
  const conversations = yield* (yield* ConversationStore).list(organizationId, everyConversation, all)
  return {
    contacts: contacts.rows.map(({ contact }) => contact.labels),
    conversations: conversations.rows.map(({ conversation }) => conversation.labels)
  }
})

/** A contact and its conversation with labels. */
const givenLabelled = Effect.fnUntraced(function* (labels: ReadonlyArray<string>) {
  const sender = yield* givenSender()
  const begun = yield* givenTalk(sender)
  const contact = yield* Effect.map((yield* ContactStore).find(sender.id, begun.contactId), Option.getOrThrow)
  yield* labelled(contact, labels)
  const conversation = yield* savedTalk(begun, { labels })
  return { ...sender, contact, conversation }
})

export const labelsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `LabelStore: ${name}`, ports, (it) => {
    it.effect("labels: are listed by name, to their organization only", () =>
      Effect.gen(function* () {
        const acme = yield* givenSender()
        const globex = yield* givenSender()
        const labels = yield* Effect.forEach(["vip", "Angry", "Ärger", "new"], (one) => givenLabel(acme, one))
        const theirs = yield* givenLabel(globex, "vip")
        const { list, lock } = yield* LabelStore
        assert.deepStrictEqual(yield* list(acme.id), labels.toSorted(byLabelName))
        assert.deepStrictEqual(yield* lock(acme.id), labels.toSorted(byLabelName))
        assert.deepStrictEqual(yield* list(globex.id), [theirs])
      })
    )

    it.effect("labels: a new name is the name in conversations and contacts of the organization", () =>
      Effect.gen(function* () {
        const acme = yield* givenLabelled(["new", "vip"])
        const globex = yield* givenLabelled(["vip"])
        const label = yield* givenLabel(acme, "vip")
        const { list, save } = yield* LabelStore
        const changed = { ...label, name: 'very "important", {1}', color: "#000000" }
        yield* save(changed)
        assert.deepStrictEqual(yield* list(acme.id), [changed])
        assert.deepStrictEqual(yield* labelsSeen(acme.id), {
          contacts: [renamedLabels(["new", "vip"], "vip", changed.name)],
          conversations: [["new", changed.name]]
        })
        assert.deepStrictEqual(yield* labelsSeen(globex.id), { contacts: [["vip"]], conversations: [["vip"]] })
        const found = yield* Effect.map(
          (yield* ConversationStore).find(acme.id, acme.conversation.id),
          Option.getOrThrow
        )
        assert.deepStrictEqual(found.updatedAt, acme.conversation.updatedAt)
      })
    )

    it.effect("labels: another color leaves conversations and contacts as they are", () =>
      Effect.gen(function* () {
        const acme = yield* givenLabelled(["vip"])
        const label = yield* givenLabel(acme, "vip")
        const { list, save } = yield* LabelStore
        yield* save({ ...label, color: "#ffffff" })
        assert.deepStrictEqual(yield* list(acme.id), [{ ...label, color: "#ffffff" }])
        assert.deepStrictEqual(yield* labelsSeen(acme.id), { contacts: [["vip"]], conversations: [["vip"]] })
      })
    )

    it.effect("labels: a deleted label is gone from conversations and contacts, once", () =>
      Effect.gen(function* () {
        const acme = yield* givenLabelled(["new", "vip"])
        const label = yield* givenLabel(acme, "vip")
        const globex = yield* givenOrganization()
        const { list, remove } = yield* LabelStore
        assert.isFalse(yield* remove(globex.id, label.id))
        assert.isTrue(yield* remove(acme.id, label.id))
        assert.isFalse(yield* remove(acme.id, label.id))
        assert.deepStrictEqual(yield* list(acme.id), [])
        assert.deepStrictEqual(yield* labelsSeen(acme.id), {
          contacts: [["new"]],
          conversations: [renamedLabels(["new", "vip"], "vip", null)]
        })
      })
    )

    it.effect("labels: stay if the surrounding transaction fails", () =>
      Effect.gen(function* () {
        const acme = yield* givenLabelled(["vip"])
        const label = yield* givenLabel(acme, "vip")
        const { list, remove, save } = yield* LabelStore
        const { atomically } = yield* Transaction
        const changes = [save({ ...label, name: "x" }), remove(acme.id, label.id)]
        for (const change of changes) yield* Effect.flip(atomically(Effect.andThen(change, Effect.fail("no"))))
        assert.deepStrictEqual(yield* list(acme.id), [label])
        assert.deepStrictEqual(yield* labelsSeen(acme.id), { contacts: [["vip"]], conversations: [["vip"]] })
      })
    )

    it.effect("labels: lists of contacts have a filter by label, with search, order and pages", () =>
      Effect.gen(function* () {
        const { id } = yield* givenSender()
        const [ada, bob, eve] = [
          yield* givenContact(id, { phone: phoneOf(1), name: "Ada" }),
          yield* givenContact(id, { phone: phoneOf(2), name: "Bob" }),
          yield* givenContact(id, { phone: phoneOf(3), name: "Eve" })
        ]
        yield* labelled(ada, ["vip"])
        yield* labelled(bob, ["vip", "new"])
        yield* labelled(eve, ["new"])
        const { list, listOverviews } = yield* ContactStore
        const search = { fields: "name, phone and email", text: "bob", digits: null } as const
        const short = { ...search, text: "b" }
        const cases = [
          ["vip", null, ["Ada", "Bob"]],
          ["new", null, ["Bob", "Eve"]],
          ["vip", search, ["Bob"]],
          ["vip", short, ["Bob"]],
          ["vi", null, []],
          ["VIP", null, []]
        ] as const
        for (const [label, term, expected] of cases) {
          const listed = yield* list(id, all, term, label)
          assert.deepStrictEqual(listed.rows.map(({ contact }) => contact.name).toSorted(), [...expected])
          assert.strictEqual(listed.total, expected.length)
          for (const by of ["createdAt", "name", "lastMessageAt"] as const) {
            const overviews = yield* listOverviews(id, all, term, { by, direction: "ascending" }, label)
            assert.deepStrictEqual(overviews.rows.map(({ contact }) => contact.name).toSorted(), [...expected])
            assert.strictEqual(overviews.total, expected.length)
          }
        }
        const byName = { by: "name", direction: "descending" } as const
        const second = yield* listOverviews(id, { page: 2, limit: 1 }, null, byName, "vip")
        assert.deepStrictEqual([second.rows.map(({ contact }) => contact.name), second.total], [["Ada"], 2])
        assert.strictEqual((yield* listOverviews(id, all, null, byCreation)).total, 3)
      })
    )

    it.effect("labels: lists of conversations have a filter by label", () =>
      Effect.gen(function* () {
        const { conversation, id } = yield* givenLabelled(["vip"])
        const { list } = yield* ConversationStore
        const listed = (label: string, changes = {}) =>
          Effect.map(list(id, { ...everyConversation, label, ...changes }, all), ({ rows, total }) => [
            rows.map((row) => row.conversation.id),
            total
          ])
        assert.deepStrictEqual(yield* listed("vip"), [[conversation.id], 1])
        assert.deepStrictEqual(yield* listed("new"), [[], 0])
        assert.deepStrictEqual(yield* listed("vip", { status: "closed" }), [[], 0])
        assert.deepStrictEqual(yield* listed("vip", { contactId: conversation.contactId }), [[conversation.id], 1])
      })
    )
  })
