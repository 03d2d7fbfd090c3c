import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { serviceAccess } from "../../../testing/given/givenMember.ts"
import type { SessionAccess } from "../../../src/domain/access/SessionAccess.ts"
import { mayReceive } from "../../../src/domain/webhooks/LiveEvent.ts"
import { EventId, OrganizationId, UserId } from "../../../src/domain/Ids.ts"

const organizationId = OrganizationId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e00")
const userId = UserId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e01")

const memberWith = (role: "owner" | "admin" | "agent"): SessionAccess => ({
  organizationId,
  caller: { _tag: "User", userId, email: null },
  membership: { organizationId, userId, role, conversationScope: "all" }
})

describe("an event without a conversation", () => {
  it.each([
    ["contact.created", true],
    ["account.updated", false],
    ["webhook.failing", false],
    ["campaign.updated", false],
    ["webhook.test", false]
  ])("%s is visible to agents: %s; and always to managers of the organization", (type, isForAgents) => {
    const event = {
      id: EventId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e02"),
      type,
      conversationId: null,
      occurredAt: DateTime.makeUnsafe(0),
      dataJson: "{}",
      conversation: null
    }
    assert.strictEqual(mayReceive(memberWith("agent"), event), isForAgents)
    for (const access of [memberWith("owner"), memberWith("admin"), serviceAccess(organizationId)]) {
      assert.isTrue(mayReceive(access, event))
    }
  })
})
