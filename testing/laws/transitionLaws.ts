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
  /** Closes it. */
  readonly close: typeof close
  /** Gives it to a member. */
  readonly assign: typeof assign
  /** Opens a closed one again. */
  readonly reopen: typeof reopen
  /** Leaves an open one to an assistant. */
  readonly handOverToAi: typeof handOverToAi
  /** Calls for a person. */
  readonly escalate: typeof escalate
}

const uuid = (n: number) => `018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e0${n}`
const ada = UserId.make(uuid(1))
const bob = UserId.make(uuid(2))
const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.007Z")

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
  millis: between(-5, 50)
})
const given = inputs({ steps: Schema.Array(Step).check(Schema.isMaxLength(12)) })

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
  let conversation = begun
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
  walk(rules, steps).at(-1)?.after ?? begun

const isNothing = ({ isChanged, isReassigned, isReopened }: ChangedConversation): boolean =>
  !isChanged && !isReassigned && !isReopened

export const transitionLaws = [
  law({
    name: "obeys the table of transitions, whatever came before",
    inputs: given,
    holds: (rules: ConversationRules, { steps }) =>
      walk(rules, steps).every(
        ({ after, before, done, step }) =>
          (done === null ? undefined : after.status) === transitions[step.action][before.status]
      )
  }),
  law({
    name: "keeps when, by whom and how a conversation was closed exactly while it is closed",
    inputs: given,
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
    name: "moves the time of the last change only forwards, and only with a change",
    inputs: given,
    holds: (rules: ConversationRules, { steps }) =>
      walk(rules, steps).every(({ after, at, before, done }) =>
        done?.isChanged === true
          ? Equal.equals(after.updatedAt, DateTime.max(before.updatedAt, at))
          : Equal.equals(after, before)
      )
  }),
  law({
    name: "says what it changed",
    inputs: given,
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
    name: "leaves everything else as it was",
    inputs: given,
    holds: (rules: ConversationRules, { steps }) => {
      const { assigneeId, closedAt, closedBy, resolution, status, updatedAt, ...rest } = reached(rules, steps)
      return Equal.equals(
        { ...rest, assigneeId, closedAt, closedBy, resolution, status, updatedAt },
        { ...begun, assigneeId, closedAt, closedBy, resolution, status, updatedAt }
      )
    }
  }),
  law({
    name: "counts the first of two closings",
    inputs: given,
    holds: ({ close, ...rules }: ConversationRules, { steps }) => {
      const at = DateTime.add(beginning, { seconds: 1 })
      const once = close(reached({ close, ...rules }, steps), ada, "one", at).conversation
      const twice = close(once, bob, "two", DateTime.add(at, { seconds: 1 }))
      return isNothing(twice) && Equal.equals(twice.conversation, once)
    }
  }),
  law({
    name: "opens a conversation that is assigned, once",
    inputs: given,
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
