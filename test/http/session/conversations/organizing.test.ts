import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { ConversationId } from "../../../../src/domain/Ids.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { givenSender } from "../../../../testing/given/given.ts"
import { givenTalk, savedTalk } from "../../../../testing/given/givenTalk.ts"
import { eventsOf } from "../../../../testing/given/seen.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, call, refused, signedIn } from "../sessionDashboard.ts"

/** An organization with a conversation, its owner, and an agent who sees own and unassigned conversations only. */
const givenDesk = Effect.gen(function* () {
  const sender = yield* givenSender()
  const conversation = yield* givenTalk(sender)
  const owner = yield* givenMember(sender.id, { name: "Olga", role: "owner" })
  const agent = yield* givenMember(sender.id, { name: "Ada", conversationScope: "assigned" })
  const as = Effect.fnUntraced(function* ({ access }: typeof owner) {
    const headers = yield* signedIn(sender.id, access.caller)
    return (method: string, path: string, body?: unknown) => call(headers, path, { method, body })
  })
  return { id: sender.id, conversation, owner, agent, asOwner: yield* as(owner), asAgent: yield* as(agent) }
})

const dataOf = ({ body }: { readonly body: unknown }): Record<string, unknown> =>
  typeof body === "object" && body !== null && "data" in body && typeof body.data === "object" && body.data !== null
    ? { ...body.data }
    : {}

const idOf = (answer: { readonly body: unknown }): string => String(dataOf(answer)["id"])

describe("labels over HTTP", () => {
  it.effect("labels: are assigned by name, shown in lists, filtered by and announced", () =>
    Effect.gen(function* () {
      const { asAgent, asOwner, id, owner, conversation } = yield* givenDesk
      const vip = yield* asOwner("POST", "/labels", { name: " VIP ", color: "#2F80ED" })
      assert.strictEqual(vip.status, 201)
      assert.deepStrictEqual([dataOf(vip)["name"], dataOf(vip)["color"]], ["VIP", "#2f80ed"])
      yield* asOwner("POST", "/labels", { name: "angry" })
      const set = yield* asAgent("PUT", `/conversations/${conversation.id}/labels`, { labels: ["vip", "Angry", "VIP"] })
      assert.deepStrictEqual(set, answered(200, { id: conversation.id, labels: ["angry", "VIP"] }))
      yield* asAgent("PUT", `/contacts/${conversation.contactId}/labels`, { labels: ["VIP"] })
      const details = dataOf(yield* asOwner("GET", `/conversations/${conversation.id}`))
      assert.deepStrictEqual(details["labels"], ["angry", "VIP"])
      assert.deepInclude(details["contact"], { labels: ["VIP"] })
      yield* asOwner("PATCH", `/labels/${idOf(vip)}`, { name: "Very important" })
      for (const [path, total] of [
        ["/conversations?label=VIP", 0],
        ["/conversations?label=Very%20important", 1],
        ["/conversations?label=angry&status=closed", 0],
        ["/contacts?label=Very%20important", 1],
        ["/contacts?label=angry", 0],
        ["/contacts?label=Very%20important&search=nobody", 0]
      ] as const) {
        assert.strictEqual(dataOf(yield* asOwner("GET", path))["total"], total, path)
      }
      yield* asOwner("DELETE", `/labels/${idOf(vip)}`)
      assert.deepStrictEqual(dataOf(yield* asOwner("GET", `/conversations/${conversation.id}`))["labels"], ["angry"])
      const agentId = (yield* eventsOf(id)).flatMap(({ data, type }) => (type === "conversation.updated" ? [data] : []))
      assert.deepInclude(agentId[0], { labels: { current: ["angry", "VIP"], previous: [] }, previous_status: "open" })
      assert.lengthOf(agentId, 1)
      const contacts = (yield* eventsOf(id)).flatMap(({ data, type }) => (type === "contact.updated" ? [data] : []))
      assert.deepNestedInclude(contacts[0], { "contact.labels": ["VIP"] })
      assert.isDefined(owner)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("labels: each refusal names the field or the reason, and changes nothing", () =>
    Effect.gen(function* () {
      const { agent, asAgent, asOwner, owner, conversation } = yield* givenDesk
      const label = idOf(yield* asOwner("POST", "/labels", { name: "VIP" }))
      const forbidden = refused(403, "Forbidden")
      const cases = [
        [asOwner, "POST", "/labels", { name: "vip" }, refused(409, "A label with this name already exists")],
        [
          asOwner,
          "POST",
          "/labels",
          { name: "a".repeat(65) },
          refused(400, "Invalid field name: Expected at most 64 characters")
        ],
        [
          asOwner,
          "POST",
          "/labels",
          { name: "a", color: "red" },
          refused(400, "Invalid field color: Expected a color such as #2f80ed")
        ],
        [asOwner, "PATCH", `/labels/${label}`, {}, refused(400, "No valid fields to update")],
        [asOwner, "PATCH", `/labels/${conversation.id}`, { name: "a" }, refused(404, "Label not found")],
        [asOwner, "DELETE", "/labels/x", undefined, refused(404, "Label not found")],
        [asAgent, "POST", "/labels", { name: "a" }, forbidden],
        [asAgent, "DELETE", `/labels/${label}`, undefined, forbidden],
        [
          asOwner,
          "PUT",
          `/conversations/${conversation.id}/labels`,
          { labels: ["VIP", "new"] },
          refused(400, "Invalid field labels[1]: no label has this name")
        ],
        [asOwner, "PUT", `/conversations/${label}/labels`, { labels: [] }, refused(404, "Conversation not found")],
        [asOwner, "PUT", `/contacts/${label}/labels`, { labels: [] }, refused(404, "Contact not found")]
      ] as const
      for (const [as, method, path, body, expected] of cases) {
        assert.deepStrictEqual(yield* as(method, path, body), expected, `${method} ${path}`)
      }
      yield* savedTalk(conversation, { assigneeId: owner.user.id })
      const hidden = yield* asAgent("PUT", `/conversations/${conversation.id}/labels`, { labels: ["VIP"] })
      assert.deepStrictEqual(hidden, forbidden)
      assert.isDefined(agent)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("teams over HTTP", () => {
  it.effect("teams: a conversation has a team beside its assignee, is found by it, and the event says so", () =>
    Effect.gen(function* () {
      const { agent, asAgent, asOwner, id, conversation } = yield* givenDesk
      const team = yield* asOwner("POST", "/teams", { name: "Billing", memberIds: [agent.user.id.toUpperCase()] })
      assert.deepStrictEqual(dataOf(team)["memberIds"], [agent.user.id])
      const teamId = idOf(team)
      const moved = dataOf(yield* asAgent("PUT", `/conversations/${conversation.id}/team`, { teamId }))
      assert.deepStrictEqual([moved["id"], moved["teamId"]], [conversation.id, teamId])
      assert.strictEqual(dataOf(yield* asOwner("GET", `/conversations?team=${teamId}`))["total"], 1)
      assert.strictEqual(dataOf(yield* asOwner("GET", `/conversations?team=${conversation.id}`))["total"], 0)
      assert.strictEqual(dataOf(yield* asOwner("GET", `/conversations/${conversation.id}`))["teamId"], teamId)
      yield* asAgent("PUT", `/conversations/${conversation.id}/team`, { teamId })
      const changes = (yield* eventsOf(id)).flatMap(({ data, type }) => (type === "conversation.updated" ? [data] : []))
      assert.lengthOf(changes, 1)
      assert.deepNestedInclude(changes[0], {
        "conversation.team_id": teamId,
        team: { current: teamId, previous: null }
      })
      yield* asOwner("DELETE", `/teams/${teamId}`)
      assert.notProperty(dataOf(yield* asOwner("GET", `/conversations/${conversation.id}`)), "teamId")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("teams: give an agent with the scope assigned no access to conversations of others", () =>
    Effect.gen(function* () {
      const { agent, asAgent, asOwner, owner, conversation } = yield* givenDesk
      const teamId = idOf(yield* asOwner("POST", "/teams", { name: "Billing", memberIds: [agent.user.id] }))
      yield* asOwner("PUT", `/conversations/${conversation.id}/team`, { teamId })
      assert.strictEqual((yield* asAgent("GET", `/conversations/${conversation.id}`)).status, 200)
      yield* asOwner("POST", `/conversations/${conversation.id}/assign`, { userId: owner.user.id })
      assert.deepStrictEqual(yield* asAgent("GET", `/conversations/${conversation.id}`), refused(403, "Forbidden"))
      assert.deepStrictEqual(
        yield* asAgent("PUT", `/conversations/${conversation.id}/team`, { teamId: null }),
        refused(403, "Forbidden")
      )
      assert.strictEqual(dataOf(yield* asAgent("GET", `/conversations?team=${teamId}`))["total"], 0)
      const stored = yield* (yield* ConversationStore).find(
        owner.access.organizationId,
        ConversationId.make(conversation.id)
      )
      assert.deepInclude(stored, { _tag: "Some" })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("teams: each refusal names the field or the reason", () =>
    Effect.gen(function* () {
      const { agent, asAgent, asOwner, conversation } = yield* givenDesk
      const teamId = idOf(yield* asOwner("POST", "/teams", { name: "Billing" }))
      const cases = [
        [asOwner, "POST", "/teams", { name: "BILLING" }, refused(409, "A team with this name already exists")],
        [
          asOwner,
          "POST",
          "/teams",
          { name: "a", memberIds: [agent.user.id, "x"] },
          refused(400, "Invalid field memberIds[1]: not a member of the organization")
        ],
        [asOwner, "PATCH", `/teams/${teamId}`, {}, refused(400, "No valid fields to update")],
        [asOwner, "PATCH", `/teams/${conversation.id}`, { name: "b" }, refused(404, "Team not found")],
        [asAgent, "POST", "/teams", { name: "b" }, refused(403, "Forbidden")],
        [
          asOwner,
          "PUT",
          `/conversations/${conversation.id}/team`,
          { teamId: conversation.id },
          refused(400, "Invalid field teamId: not a team of the organization")
        ],
        [asOwner, "PUT", `/conversations/${conversation.id}/team`, {}, refused(400, "teamId is required")]
      ] as const
      for (const [as, method, path, body, expected] of cases.slice(0, -1)) {
        assert.deepStrictEqual(yield* as(method, path, body), expected, `${method} ${path}`)
      }
      assert.strictEqual((yield* asOwner("PUT", `/conversations/${conversation.id}/team`, {})).status, 400)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("saved replies over HTTP", () => {
  it.effect("saved replies: members have own ones, and those who manage the organization share some", () =>
    Effect.gen(function* () {
      const { asAgent, asOwner, conversation } = yield* givenDesk
      const shared = yield* asOwner("POST", "/saved-replies", {
        shortcut: " Hours ",
        text: "Hi {{contact.name|there}}, {{member.firstName}}",
        shared: true
      })
      assert.deepStrictEqual(
        [shared.status, dataOf(shared)["shortcut"], dataOf(shared)["shared"]],
        [201, "hours", true]
      )
      const own = yield* asAgent("POST", "/saved-replies", { shortcut: "hours", text: "Mine" })
      yield* asOwner("POST", "/saved-replies", { shortcut: "howto", text: "Theirs" })
      const { replies, total } = dataOf(yield* asAgent("GET", "/saved-replies?prefix=HO"))
      assert.deepStrictEqual([total, replies], [2, [dataOf(own), dataOf(shared)]])
      const path = `/saved-replies/${idOf(shared)}`
      const rendered = yield* asAgent("POST", `${path}/render`, { conversationId: conversation.id })
      assert.deepStrictEqual(rendered, answered(200, { id: idOf(shared), text: "Hi there, Ada", file: null }))
      const sharedOnly = refused(403, "Only members who manage the organization change shared replies")
      const notFound = refused(404, "Saved reply not found")
      const cases = [
        [asAgent, "PATCH", path, { text: "x" }, sharedOnly],
        [asAgent, "DELETE", path, undefined, sharedOnly],
        [asAgent, "POST", "/saved-replies", { shortcut: "x", text: "x", shared: true }, sharedOnly],
        [asOwner, "PATCH", `/saved-replies/${idOf(own)}`, { text: "x" }, notFound],
        [asOwner, "DELETE", `/saved-replies/${idOf(own)}`, undefined, notFound],
        [asOwner, "POST", `/saved-replies/${idOf(own)}/render`, { conversationId: conversation.id }, notFound],
        [asOwner, "POST", `${path}/render`, { conversationId: "x" }, refused(404, "Conversation not found")],
        [
          asAgent,
          "POST",
          "/saved-replies",
          { shortcut: "HOURS", text: "x" },
          refused(409, "A saved reply with this shortcut and language already exists")
        ],
        [
          asAgent,
          "POST",
          "/saved-replies",
          { shortcut: "a b", text: "x" },
          refused(400, "Invalid field shortcut: Expected 1 to 32 letters, digits, _, - or .")
        ],
        [
          asAgent,
          "POST",
          "/saved-replies",
          { shortcut: "a", text: "{{contact.nick}}" },
          refused(400, "Invalid field text: unknown variable {{contact.nick}}")
        ],
        [asAgent, "PATCH", `/saved-replies/${idOf(own)}`, {}, refused(400, "No valid fields to update")]
      ] as const
      for (const [as, method, to, body, expected] of cases) {
        assert.deepStrictEqual(yield* as(method, to, body), expected, `${method} ${to}`)
      }
      assert.strictEqual(
        (yield* asAgent("POST", "/saved-replies", { shortcut: "hours", text: "x", language: "de" })).status,
        201
      )
      assert.deepStrictEqual(yield* asAgent("DELETE", `/saved-replies/${idOf(own)}`), answered(200, { id: idOf(own) }))
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("mentions over HTTP", () => {
  it.effect("mentions: notify each member once, and the author not at all", () =>
    Effect.gen(function* () {
      const { agent, asAgent, asOwner, owner, conversation } = yield* givenDesk
      const mentions = [agent.user.id, owner.user.id, agent.user.id.toUpperCase()]
      const note = dataOf(
        yield* asOwner("POST", `/conversations/${conversation.id}/notes`, { text: "See this", mentions })
      )
      assert.deepStrictEqual(note["mentions"], [agent.user.id, owner.user.id].toSorted())
      const theirs = dataOf(yield* asAgent("GET", "/notifications"))
      assert.deepStrictEqual([theirs["total"], theirs["unread"]], [1, 1])
      assert.deepInclude(Array.isArray(theirs["notifications"]) ? theirs["notifications"][0] : null, {
        type: "note.mentioned",
        conversationId: conversation.id,
        reason: null
      })
      assert.strictEqual(dataOf(yield* asOwner("GET", "/notifications"))["total"], 0)
      const plain = dataOf(yield* asOwner("POST", `/conversations/${conversation.id}/notes`, { text: "Plain" }))
      assert.notProperty(plain, "mentions")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("mentions: of users who are no members, or do not see the conversation, are refused", () =>
    Effect.gen(function* () {
      const { agent, asAgent, asOwner, owner, conversation } = yield* givenDesk
      const add = (mentions: ReadonlyArray<string>) =>
        asOwner("POST", `/conversations/${conversation.id}/notes`, { text: "See this", mentions })
      const none = refused(400, "Invalid field mentions[1]: not a member of the organization")
      assert.deepStrictEqual(yield* add([agent.user.id, conversation.id]), none)
      assert.deepStrictEqual(yield* add([agent.user.id, "Ada"]), none)
      const many = Array.from({ length: 21 }, () => agent.user.id)
      assert.deepStrictEqual(yield* add(many), refused(400, "Invalid field mentions: Expected at most 20 members"))
      yield* savedTalk(conversation, { assigneeId: owner.user.id })
      const unseen = refused(400, "Invalid field mentions[0]: the member does not see this conversation")
      assert.deepStrictEqual(yield* add([agent.user.id]), unseen)
      assert.strictEqual(dataOf(yield* asAgent("GET", "/notifications"))["total"], 0)
    }).pipe(Effect.provide(httpWorld))
  )
})
