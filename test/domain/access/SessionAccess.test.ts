import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Result } from "effect"
import { newConversation } from "../../../src/domain/conversations/Conversation.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId, UserId } from "../../../src/domain/Ids.ts"
import type { ConversationScope, Membership, Role } from "../../../src/domain/access/Organization.ts"
import { type SessionAccess, actorOf, maySee, shownTo, visibleTo } from "../../../src/domain/access/SessionAccess.ts"

const uuid = (n: number) => `018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e0${n}`
const organizationId = OrganizationId.make(uuid(1))
const ada = UserId.make(uuid(2))
const bob = UserId.make(uuid(3))

const member = (membership: Membership): SessionAccess => ({
  organizationId,
  caller: { _tag: "User", userId: membership.userId, email: null },
  membership
})
const adaAs = (role: Role, conversationScope: ConversationScope): SessionAccess =>
  member({ organizationId, userId: ada, role, conversationScope })

const service: SessionAccess = { organizationId, caller: { _tag: "Service" }, membership: null }

const conversation = newConversation(
  {
    id: ConversationId.make(uuid(4)),
    organizationId,
    contactId: ContactId.make(uuid(5)),
    channel: "whatsapp",
    channelAccountId: ChannelAccountId.make(uuid(6)),
    source: "api"
  },
  DateTime.makeUnsafe("2026-11-20T12:00:00.007Z")
)

/** Whether conversations of nobody, of the caller and of somebody else are seen. */
const everyone = [
  ["the service role", service, true],
  ["an owner", adaAs("owner", "all"), true],
  ["an owner whose scope is narrow", adaAs("owner", "assigned"), true],
  ["an admin", adaAs("admin", "all"), true],
  ["an admin whose scope is narrow", adaAs("admin", "assigned"), true],
  ["an agent", adaAs("agent", "all"), true],
  ["an agent whose scope is narrow", adaAs("agent", "assigned"), false]
] as const

describe("the visibility of a conversation", () => {
  it.each(everyone)("%s", (_, access, seesOthers) => {
    assert.deepStrictEqual(
      [null, ada, bob].map((assigneeId) => maySee(access, { assigneeId })),
      [true, true, seesOthers]
    )
    assert.strictEqual(visibleTo(access), seesOthers ? null : ada)
  })

  it("is checked only if the conversation exists", () => {
    const access = adaAs("agent", "assigned")
    const shown = (assigneeId: UserId | null) =>
      shownTo(access, Option.some({ ...conversation, assigneeId }), (found) => found)
    const tag = (result: Result.Result<unknown, { readonly _tag: string }>) =>
      Result.match(result, { onFailure: ({ _tag }) => _tag, onSuccess: () => "shown" })
    assert.deepStrictEqual(
      [shownTo(access, Option.none<typeof conversation>(), (found) => found), ...[null, ada, bob].map(shown)].map(tag),
      ["ConversationNotFound", "shown", "shown", "Forbidden"]
    )
    assert.deepStrictEqual(shown(ada), Result.succeed({ ...conversation, assigneeId: ada }))
  })
})

describe("the actor of a change", () => {
  it("is the user's id, or the service role", () => {
    assert.deepStrictEqual([actorOf(adaAs("agent", "all")), actorOf(service)], [ada, "service_role"])
  })
})
