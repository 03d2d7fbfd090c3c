import { Effect } from "effect"
import { ConversationStore } from "../../src/ports/conversations/ConversationStore.ts"
import type { Conversation } from "../../src/domain/conversations/Conversation.ts"
import type { givenSender } from "./given.ts"
import { sendOff } from "./sendOff.ts"

type Sender = Pick<Effect.Success<ReturnType<typeof givenSender>>, "id" | "intent">

/** A conversation that a send began. */
export const givenTalk = Effect.fnUntraced(function* (
  { id, intent }: Sender,
  ...[changes, later]: Parameters<Sender["intent"]>
) {
  const send = yield* intent(changes, later)
  const { contactId } = yield* sendOff(id, send)
  return { ...send.conversation, contactId }
})

/** The conversation with these changes, saved. */
export const savedTalk = Effect.fnUntraced(function* (conversation: Conversation, changes: Partial<Conversation>) {
  const changed = { ...conversation, ...changes }
  yield* Effect.orDie((yield* ConversationStore).save(changed))
  return changed
})
