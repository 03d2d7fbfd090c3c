import { DateTime, Effect, Option } from "effect"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { ConversationAction } from "../../domain/conversations/conversationActions.ts"
import {
  controlAfter,
  isAppId,
  maxThreadMetadata,
  ThreadCall,
  threadCallOf
} from "../../domain/conversations/threadControl.ts"
import { ContentRefused } from "../../domain/messages/ContentRefused.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { SenderActions } from "../../ports/sends/SenderActions.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { personOf } from "../sends/replyInConversation.ts"

/**
 * The call that passes the thread of the conversation to an app, with a text for it. WhatsApp passes no threads, and a
 * thread of an account that is not connected any more cannot be passed.
 */
export const passThread = Effect.fnUntraced(function* (
  conversation: Conversation,
  appId: string,
  metadata: string | null
) {
  const { channel } = conversation
  const refuse = (expectation: string) => new ContentRefused({ field: "appId", expectation })
  if (channel === "whatsapp") return yield* refuse("Expected no appId on WhatsApp")
  if (!isAppId(appId)) return yield* refuse("Expected the id of an app, 1 to 20 digits")
  yield* personOf(channel, conversation)
  return ThreadCall.cases.Pass.make({ appId, metadata: metadata?.slice(0, maxThreadMetadata) ?? null })
})

/**
 * Calls the platform if the action changes the holder of the thread, and records the holder (contract: Thread control of
 * actions). An account that is not connected any more holds no threads.
 */
export const changeThread = Effect.fnUntraced(function* (
  conversation: Conversation,
  action: ConversationAction,
  pass: (typeof ThreadCall.cases.Pass)["Type"] | null = null
) {
  const { channel, id, organizationId } = conversation
  if (channel === "whatsapp") return
  const { control, setControl } = yield* ConversationStore
  const known = yield* control(organizationId, id)
  const call = threadCallOf(action, Option.isSome(known) ? known.value.holder : null, pass)
  if (call === null) return
  yield* outsideTransaction("changeThread")
  const person = yield* Effect.catchTags(Effect.asSome(personOf(channel, conversation)), {
    ConversationDisconnected: () => Effect.succeedNone,
    ContactNotFound: () => Effect.succeedNone
  })
  if (Option.isNone(person)) return
  yield* (yield* SenderActions).control(person.value.from, person.value.to, call)
  yield* setControl(organizationId, id, controlAfter(call, yield* DateTime.now))
})
