import { HashMap, Option } from "effect"
import type { MessageId } from "../Ids.ts"
import type { InboxMessage, InboxState } from "./InboxState.ts"

const isDeleted = ({ message }: InboxMessage): boolean => message.annotations.deletedAt !== undefined

/** The messages that were taken back since, also those that were not known before. */
export const messagesDeleted = (before: InboxState, after: InboxState): ReadonlyArray<MessageId> =>
  [...HashMap.values(after.messages)].flatMap((held) => {
    const { id } = held.message
    return isDeleted(held) && !Option.exists(HashMap.get(before.messages, id), isDeleted) ? [id] : []
  })
