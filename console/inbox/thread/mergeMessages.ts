/** The fields of a message that determine its position. */
interface Known {
  readonly id: string
}

/** A contiguous run of loaded messages, newest first. */
export interface MessageRun<Message extends Known> {
  readonly messages: ReadonlyArray<Message>
  /** Whether older messages exist. */
  readonly hasOlder: boolean
  /** Whether newer messages exist, so that the run does not reach the end of the conversation. */
  readonly hasNewer: boolean
}

const idsOf = ({ messages }: MessageRun<Known>): ReadonlySet<string> => new Set(messages.map(({ id }) => id))

/**
 * Merges the newest page into the run. If they have no message in common, there is a gap between them, and only the
 * page stays.
 */
export const withNewest = <Message extends Known>(
  known: MessageRun<Message>,
  newest: MessageRun<Message>
): MessageRun<Message> => {
  const ids = idsOf(newest)
  const last = known.messages.findLastIndex(({ id }) => ids.has(id))
  if (last === -1) return newest
  // Messages after the last common one are older than the whole page.
  const older = known.messages.slice(last + 1)
  return older.length === 0
    ? newest
    : {
        ...newest,
        messages: [...newest.messages, ...older.filter(({ id }) => !ids.has(id))],
        hasOlder: known.hasOlder
      }
}

/** Appends a page that is older than the run. */
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

/** Prepends a page that is newer than the run. */
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

/** Replaces messages of the run by their current versions. */
export const withChanged = <Message extends Known>(
  known: MessageRun<Message>,
  changed: ReadonlyArray<Message>
): MessageRun<Message> => {
  const now = new Map(changed.map((message) => [message.id, message]))
  return { ...known, messages: known.messages.map((message) => now.get(message.id) ?? message) }
}
