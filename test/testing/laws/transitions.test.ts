import { Result } from "effect"
import {
  assign,
  type ChangedConversation,
  close,
  escalate,
  handOverToAi,
  reopen
} from "../../../src/domain/conversations/conversationActions.ts"
import type { Conversation } from "../../../src/domain/conversations/Conversation.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import type { ConversationRules } from "../../../testing/laws/transitionLaws.ts"
import { findsDefects } from "./findsDefects.ts"

const rules: ConversationRules = { close, assign, reopen, handOverToAi, escalate }

type Change = (done: ChangedConversation, before: Conversation) => ChangedConversation

/** Another conversation after the action, which says the same of what it did. */
const ending =
  (change: (after: Conversation, before: Conversation) => Partial<Conversation>): Change =>
  (done, before) => ({ ...done, conversation: { ...done.conversation, ...change(done.conversation, before) } })

const closing = (change: Change): ConversationRules => ({
  ...rules,
  close: (before, ...given) => change(close(before, ...given), before)
})
const assigning = (change: Change): ConversationRules => ({
  ...rules,
  assign: (before, ...given) => change(assign(before, ...given), before)
})
const reopening = (change: Change): ConversationRules => ({
  ...rules,
  reopen: (before, at) => change(reopen(before, at), before)
})
const escalating = (change: Change): ConversationRules => ({
  ...rules,
  escalate: (before, at) => Result.map(escalate(before, at), (done) => change(done, before))
})

findsDefects("transitions", Laws.transitions, [
  [
    "escalates from everywhere",
    { ...rules, escalate: (conversation, at) => escalate({ ...conversation, status: "ai_handling" }, at) }
  ],
  [
    "hands over what is closed",
    { ...rules, handOverToAi: (conversation, at) => handOverToAi({ ...conversation, status: "open" }, at) }
  ],
  [
    "leaves an assigned conversation to the AI",
    assigning(ending((_, { status }) => (status === "ai_handling" ? { status } : {})))
  ],
  [
    "leaves what is assigned closed",
    assigning(
      ending((_, before) =>
        before.status === "closed" ? { status: "closed", closedAt: before.closedAt, closedBy: before.closedBy } : {}
      )
    )
  ],
  ["forgets who closed it", closing(ending(() => ({ closedBy: null })))],
  ["remembers who closed it", reopening(ending((_, { closedBy }) => ({ closedBy })))],
  ["remembers how it was resolved", reopening(ending((_, { resolution }) => ({ resolution })))],
  ["remembers when it was closed", assigning(ending((_, { closedAt }) => ({ closedAt })))],
  [
    "follows the clock back",
    {
      ...rules,
      assign: (conversation, who, at) => ending(() => ({ updatedAt: at }))(assign(conversation, who, at), conversation)
    }
  ],
  ["does not tell when it was closed", closing(ending((_, { updatedAt }) => ({ updatedAt })))],
  [
    "touches what it does not change",
    {
      ...rules,
      reopen: (conversation, at) => ending(() => ({ updatedAt: at }))(reopen(conversation, at), conversation)
    }
  ],
  ["always says that it changed", assigning((done) => ({ ...done, isChanged: true }))],
  ["never says that it opened it again", reopening((done) => ({ ...done, isReopened: false }))],
  ["takes an escalation for an assignment", escalating((done) => ({ ...done, isReassigned: true }))],
  [
    "marks what it touched",
    { ...rules, handOverToAi: (conversation, at) => handOverToAi({ ...conversation, source: "ai" }, at) }
  ],
  ["counts unread messages", closing(ending((_, { unreadCount }) => ({ unreadCount: unreadCount + 1 })))],
  [
    "opens a new conversation",
    reopening(ending(({ createdAt }, { updatedAt }) => ({ createdAt: updatedAt > createdAt ? updatedAt : createdAt })))
  ],
  ["loses the assignee of what is closed", closing(ending(() => ({ assigneeId: null })))],
  [
    "counts the last closing",
    {
      ...rules,
      close: (conversation, by, resolution, at) => {
        const open = close({ ...conversation, status: "open" }, by, resolution, at)
        return conversation.status === "closed" ? { ...open, isChanged: false } : open
      }
    }
  ],
  [
    "takes the resolution of the last closing",
    {
      ...rules,
      close: (conversation, by, resolution, at) =>
        ending(() => ({ resolution }))(close(conversation, by, resolution, at), conversation)
    }
  ],
  [
    "takes the name of the last who closed it",
    {
      ...rules,
      close: (conversation, by, resolution, at) =>
        ending(() => ({ closedBy: by }))(close(conversation, by, resolution, at), conversation)
    }
  ],
  ["assigns to nobody", assigning(ending(() => ({ assigneeId: null })))],
  ["assigns only once", assigning(ending((_, { assigneeId }) => (assigneeId === null ? {} : { assigneeId })))],
  ["says again that it assigned", assigning((done) => ({ ...done, isReassigned: true }))]
])
