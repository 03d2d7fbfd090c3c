/** As much of a message as says where it belongs. */
interface Known {
  readonly id: string
}

/** The known messages of a conversation, the last one first. */
export interface MessageRun<Message extends Known> {
  readonly messages: ReadonlyArray<Message>
  /** Whether there are older ones. */
  readonly hasOlder: boolean
  /** Whether there are newer ones: the run does not reach to the end of the conversation. */
  readonly hasNewer: boolean
}

const idsOf = ({ messages }: MessageRun<Known>): ReadonlySet<string> => new Set(messages.map(({ id }) => id))

/**
 * The run with its newest part as the service has it now. Where that part and the known messages have none in common,
 * others are between them, and only the part is known.
 */
export const withNewest = <Message extends Known>(
  known: MessageRun<Message>,
  newest: MessageRun<Message>
): MessageRun<Message> => {
  const ids = idsOf(newest)
  const last = known.messages.findLastIndex(({ id }) => ids.has(id))
  if (last === -1) return newest
  // Messages behind the last common one are older than all of the part.
  const older = known.messages.slice(last + 1)
  return older.length === 0
    ? newest
    : {
        ...newest,
        messages: [...newest.messages, ...older.filter(({ id }) => !ids.has(id))],
        hasOlder: known.hasOlder
      }
}

/** The run with a part that is older than all of it. */
export const withOlder = <Message extends Known>(
  known: MessageRun<Message>,
  older: MessageRun<Message>
): MessageRun<Message> => {
  const ids = idsOf(known)
  return {
    ...known,
    messages: [...known.messages, ...older.messages.filter(({ id }) => !ids.has(id))],
    hasOlder: older.hasOlder
  }
}

/** The run with a part that is newer than all of it. */
export const withNewer = <Message extends Known>(
  known: MessageRun<Message>,
  newer: MessageRun<Message>
): MessageRun<Message> => {
  const ids = idsOf(known)
  return {
    ...known,
    messages: [...newer.messages.filter(({ id }) => !ids.has(id)), ...known.messages],
    hasNewer: newer.hasNewer
  }
}

/** The run with messages as they are now. */
export const withChanged = <Message extends Known>(
  known: MessageRun<Message>,
  changed: ReadonlyArray<Message>
): MessageRun<Message> => {
  const now = new Map(changed.map((message) => [message.id, message]))
  return { ...known, messages: known.messages.map((message) => now.get(message.id) ?? message) }
}
