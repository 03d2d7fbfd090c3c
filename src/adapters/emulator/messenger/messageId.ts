import { Effect } from "effect"
import { opaqueText } from "../graph/opaqueText.ts"
import { instagramKey, messengerKey } from "../graph/randomIds.ts"
import type { Inbox } from "./Sender.ts"

/** The id of a message. Those of Instagram hide what they are about: account, conversation and message. */
export const messageId = ({ channel, id }: Inbox, person: string): Effect.Effect<string> =>
  channel === "messenger"
    ? Effect.map(messengerKey, (key) => `m_${key}`)
    : Effect.map(instagramKey, (key) => opaqueText(`ig_dm_item:1:IGMessageID:${id}:${id}${person}:${key}`))

/** The id of the conversation with a person, the same for ever. */
export const conversationId = ({ channel, id }: Inbox, person: string): string =>
  channel === "messenger" ? `t_${person}` : opaqueText(`ig_dm:${id}${person}`)
