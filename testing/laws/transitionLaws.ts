import { DateTime, Equal, Result, Schema } from "effect"
import { type Conversation, newConversation } from "../../src/domain/conversations/Conversation.ts"
import {
  type assign,
  type ChangedConversation,
  type close,
  ConversationAction,
  type escalate,
  type handOverToAi,
  type reopen,
  transitions
} from "../../src/domain/conversations/conversationActions.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId, UserId } from "../../src/domain/Ids.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** The actions on a conversation. */
export interface ConversationRules {
  /** Closes the conversation. */
  readonly close: typeof close
  /** Assigns it to a member. */
  readonly assign: typeof assign
  /** Reopens a closed conversation. */
  readonly reopen: typeof reopen
  /** Hands an open conversation over to an assistant. */
  readonly handOverToAi: typeof handOverToAi
  /** Escalates it to a person. */
  readonly escalate: typeof escalate
}

const uuid = (n: number) => `018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e0${n}`
const ada = UserId.make(uuid(1))
const bob = UserId.make(uuid(2))
const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.007Z")

const initial = newConversation(
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

/** An action; its clock may be earlier than the previous one's. */
const Step = Schema.Struct({
  action: ConversationAction,
  who: Schema.Literals([ada, bob]),
  resolution: Schema.NullOr(Schema.String),
  millis: between(-5, 50)
})
const walkInputs = inputs({ steps: Schema.Array(Step).check(Schema.isMaxLength(12)) })

const act = (
  rules: ConversationRules,
  conversation: Conversation,
  step: typeof Step.Type,
  at: DateTime.Utc
): ChangedConversation | null => {
  switch (step.action) {
    case "close":
      return rules.close(conversation, step.who, step.resolution, at)
    case "assign":
      return rules.assign(conversation, step.who, at)
    case "reopen":
      return rules.reopen(conversation, at)
    case "handOverToAi":
      return Result.getOrNull(rules.handOverToAi(conversation, at))
    case "escalate":
      return Result.getOrNull(rules.escalate(conversation, at))
  }
}

/** The conversation before and after each step, and the time of the step; `done` is null for a refusal. */
const walk = (rules: ConversationRules, steps: ReadonlyArray<typeof Step.Type>) => {
  let conversation = initial
  let at = beginning
  return steps.map((step) => {
    at = DateTime.add(at, { milliseconds: step.millis })
    const before = conversation
    const done = act(rules, before, step, at)
    conversation = done?.conversation ?? before
    return { step, at, before, done, after: conversation }
  })
}

const reached = (rules: ConversationRules, steps: ReadonlyArray<typeof Step.Type>): Conversation =>
  walk(rules, steps).at(-1)?.after ?? initial

const isNothing = ({ isChanged, isReassigned, isReopened }: ChangedConversation): boolean =>
  !isChanged && !isReassigned && !isReopened

export const transitionLaws = [
  law({
    name: "conversations: actions follow the table of transitions",
    inputs: walkInputs,
    holds: (rules: ConversationRules, { steps }) =>
      walk(rules, steps).every(
        ({ after, before, done, step }) =>
          (done === null ? undefined : after.status) === transitions[step.action][before.status]
      )
  }),
  law({
    name: "conversations: the closing fields are set exactly while it is closed",
    inputs: walkInputs,
    holds: (rules: ConversationRules, { steps }) =>
      walk(rules, steps).every(({ after }) => {
        const isClosed = after.status === "closed"
        return (
          (after.closedAt !== null) === isClosed &&
          (after.closedBy !== null) === isClosed &&
          (isClosed || after.resolution === null)
        )
      })
  }),
  law({
    name: "conversations: the time of the last change only increases, and only with a change",
    inputs: walkInputs,
    holds: (rules: ConversationRules, { steps }) =>
      walk(rules, steps).every(({ after, at, before, done }) =>
        done?.isChanged === true
          ? Equal.equals(after.updatedAt, DateTime.max(before.updatedAt, at))
          : Equal.equals(after, before)
      )
  }),
  law({
    name: "conversations: an action returns its changes",
    inputs: walkInputs,
    holds: (rules: ConversationRules, { steps }) =>
      walk(rules, steps).every(({ after, before, done }) => {
        if (done === null) return true
        const isReassigned = after.assigneeId !== before.assigneeId
        return (
          done.isReassigned === isReassigned &&
          done.isChanged === (isReassigned || after.status !== before.status) &&
          done.isReopened === (before.closedAt !== null && after.closedAt === null)
        )
      })
  }),
  law({
    name: "conversations: other fields stay unchanged",
    inputs: walkInputs,
    holds: (rules: ConversationRules, { steps }) => {
      const { assigneeId, closedAt, closedBy, queuedAt, resolution, status, updatedAt, ...rest } = reached(rules, steps)
      return Equal.equals(
        { ...rest, assigneeId, closedAt, closedBy, queuedAt, resolution, status, updatedAt },
        { ...initial, assigneeId, closedAt, closedBy, queuedAt, resolution, status, updatedAt }
      )
    }
  }),
  law({
    name: "conversations: the first of two closings counts",
    inputs: walkInputs,
    holds: ({ close, ...rules }: ConversationRules, { steps }) => {
      const at = DateTime.add(beginning, { seconds: 1 })
      const once = close(reached({ close, ...rules }, steps), ada, "one", at).conversation
      const twice = close(once, bob, "two", DateTime.add(at, { seconds: 1 }))
      return isNothing(twice) && Equal.equals(twice.conversation, once)
    }
  }),
  law({
    name: "conversations: assigning opens it once",
    inputs: walkInputs,
    holds: (rules: ConversationRules, { steps }) => {
      const at = DateTime.add(beginning, { seconds: 1 })
      const { conversation } = rules.assign(reached(rules, steps), ada, at)
      const again = rules.assign(conversation, ada, DateTime.add(at, { seconds: 1 }))
      return (
        conversation.status === "open" &&
        conversation.assigneeId === ada &&
        isNothing(again) &&
        Equal.equals(again.conversation, conversation)
      )
    }
  })
]
