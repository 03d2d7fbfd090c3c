import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import {
  type Conversation,
  ConversationStatus,
  newConversation
} from "../../../src/domain/conversations/Conversation.ts"
import {
  assign,
  type ChangedConversation,
  close,
  ConversationAction,
  escalate,
  handOverToAi,
  reopen,
  unassign
} from "../../../src/domain/conversations/conversationActions.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId, UserId } from "../../../src/domain/Ids.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

const uuid = (n: number) => `018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e0${n}`
const ada = UserId.make(uuid(1))
const bob = UserId.make(uuid(2))

const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.007Z")
const later = (millis: number) => DateTime.add(beginning, { milliseconds: millis })

const begun = newConversation(
  {
    id: ConversationId.make(uuid(3)),
    organizationId: OrganizationId.make(uuid(4)),
    contactId: ContactId.make(uuid(5)),
    channel: "whatsapp",
    channelAccountId: ChannelAccountId.make(uuid(6)),
    source: "api"
  },
  beginning
)

/** One action; the clock may go back before it. */
const Step = Schema.Struct({
  action: ConversationAction,
  who: Schema.Literals([ada, bob]),
  resolution: Schema.NullOr(Schema.String),
  millis: Schema.Int.check(Schema.isBetween({ minimum: -5, maximum: 50 }))
})

const act = (conversation: Conversation, step: typeof Step.Type, at: DateTime.Utc): ChangedConversation | null => {
  switch (step.action) {
    case "close":
      return close(conversation, step.who, step.resolution, at)
    case "assign":
      return assign(conversation, step.who, at)
    case "reopen":
      return reopen(conversation, at)
    case "handOverToAi":
      return Result.getOrNull(handOverToAi(conversation, at))
    case "escalate":
      return Result.getOrNull(escalate(conversation, at))
  }
}

/** The conversation in each status, reached by actions alone. */
const inStatus: Readonly<Record<ConversationStatus, Conversation>> = {
  open: begun,
  ai_handling: Result.getOrThrow(handOverToAi(begun, later(1))).conversation,
  escalated: Result.getOrThrow(escalate(Result.getOrThrow(handOverToAi(begun, later(1))).conversation, later(2)))
    .conversation,
  closed: close(assign(begun, ada, later(1)).conversation, bob, "Refunded", later(2)).conversation
}

lawTests(runner, "the actions on a conversation, by its laws", Laws.transitions, {
  assign,
  close,
  escalate,
  handOverToAi,
  reopen
})

describe("the actions on a conversation", () => {
  it("lead to the states of the table (contract: Transitions of a conversation)", () => {
    const outcomes = ConversationStatus.literals.map((status) =>
      ConversationAction.literals.map((action) => {
        const done = act(inStatus[status], { action, who: ada, resolution: null, millis: 0 }, later(9))
        return done?.conversation.status ?? null
      })
    )
    assert.deepStrictEqual(ConversationStatus.literals, ["open", "ai_handling", "escalated", "closed"])
    assert.deepStrictEqual(ConversationAction.literals, ["close", "assign", "reopen", "handOverToAi", "escalate"])
    assert.deepStrictEqual(outcomes, [
      ["closed", "open", "open", "ai_handling", null],
      ["closed", "open", "ai_handling", null, "escalated"],
      ["closed", "open", "escalated", null, null],
      ["closed", "open", "open", null, null]
    ])
  })

  it.each([
    ["handOverToAi", "ai_handling", handOverToAi],
    ["handOverToAi", "escalated", handOverToAi],
    ["handOverToAi", "closed", handOverToAi],
    ["escalate", "open", escalate],
    ["escalate", "escalated", escalate],
    ["escalate", "closed", escalate]
  ] as const)("%s is refused from %s, with the action and the status", (action, status, move) => {
    const refused = Result.getOrThrow(Result.flip(move(inStatus[status], later(9))))
    assert.strictEqual(refused._tag, "ConversationActionRefused")
    assert.deepStrictEqual([refused.action, refused.status], [action, status])
  })
})

describe("close", () => {
  it("stores member, time and resolution, and leaves the assignee", () => {
    assert.deepStrictEqual(inStatus.closed, {
      ...begun,
      status: "closed",
      assigneeId: ada,
      closedAt: later(2),
      closedBy: bob,
      resolution: "Refunded",
      updatedAt: later(2)
    })
  })
})

describe("unassign", () => {
  it("removes the assignee, and leaves the status and the fields of the close", () => {
    for (const before of Object.values(inStatus)) {
      const given = { ...before, assigneeId: ada }
      const { conversation, isChanged, isReassigned, isReopened } = unassign(given, later(9))
      assert.deepStrictEqual(conversation, { ...given, assigneeId: null, updatedAt: later(9) })
      assert.deepStrictEqual([isChanged, isReassigned, isReopened], [true, true, false])
      assert.deepStrictEqual(unassign(conversation, later(10)).conversation, conversation)
    }
  })
})

describe("reopen", () => {
  it("leaves the assignee", () => {
    const { conversation, isReassigned, isReopened } = reopen(inStatus.closed, later(9))
    assert.deepStrictEqual(conversation, { ...begun, assigneeId: ada, updatedAt: later(9) })
    assert.deepStrictEqual([isReassigned, isReopened], [false, true])
  })

  it.each(["open", "ai_handling", "escalated"] as const)("leaves a conversation that is %s unchanged", (status) => {
    const before = inStatus[status]
    assert.deepStrictEqual(reopen(before, later(9)), {
      conversation: before,
      isChanged: false,
      isReassigned: false,
      isReopened: false
    })
  })
})
