import { dayOf } from "../../text/times.ts"

/** The fields of messages, notes and activities that decide their place. */
interface ThreadContent<Message, Note, Activity> {
  /** Loaded messages, oldest first. */
  readonly messages: ReadonlyArray<Message>
  readonly notes: ReadonlyArray<Note>
  readonly activities: ReadonlyArray<Activity>
  /** Whether the conversation has older messages, or newer ones, than the loaded ones. */
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  /** The first message that was unread when the conversation was opened; null without one. */
  readonly firstUnread: string | null
}

/** A line of a thread. */
export type ThreadEntry<Message, Note, Activity> =
  | { readonly kind: "day"; readonly at: string }
  | { readonly kind: "unread" }
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "note"; readonly note: Note }
  | { readonly kind: "activity"; readonly activity: Activity }

type Message = { readonly id: string; readonly timestamp: string }
type Note = { readonly id: string; readonly createdAt: string }
type Activity = { readonly id: string; readonly timestamp: string; readonly event: string }

/** Milliseconds by which an opening is shown earlier: its event follows the message that opened the conversation. */
const openingLead = 5_000

const timeOf = ({ event, timestamp }: Activity): string =>
  event === "conversation.opened" ? new Date(Date.parse(timestamp) - openingLead).toISOString() : timestamp

/**
 * Lines of a thread, oldest first: messages in their order, and notes and activities before the first later message.
 * Those before the first or after the last loaded message are left out while the conversation has more messages there.
 * A day begins with its date.
 */
export const threadEntries = <M extends Message, N extends Note, A extends Activity>({
  activities,
  firstUnread,
  hasNewer,
  hasOlder,
  messages,
  notes
}: ThreadContent<M, N, A>): ReadonlyArray<ThreadEntry<M, N, A>> => {
  type Dated = { readonly at: string; readonly entry: ThreadEntry<M, N, A> }
  const [first, last] = [messages[0]?.timestamp, messages.at(-1)?.timestamp]
  const isLoaded = (at: string): boolean =>
    (!hasOlder || first === undefined || Date.parse(at) >= Date.parse(first)) &&
    (!hasNewer || last === undefined || Date.parse(at) <= Date.parse(last))
  const others = [
    ...activities.map((activity): Dated => ({ at: timeOf(activity), entry: { kind: "activity", activity } })),
    ...notes.map((note): Dated => ({ at: note.createdAt, entry: { kind: "note", note } }))
  ]
    .filter(({ at }) => isLoaded(at))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const lines: Array<Dated> = []
  let next = 0
  for (const message of messages) {
    const end = others.findIndex(({ at }, index) => index >= next && Date.parse(at) > Date.parse(message.timestamp))
    const until = end === -1 ? others.length : end
    lines.push(...others.slice(next, until))
    next = until
    if (message.id === firstUnread) lines.push({ at: message.timestamp, entry: { kind: "unread" } })
    lines.push({ at: message.timestamp, entry: { kind: "message", message } })
  }
  lines.push(...others.slice(next))
  return lines.flatMap(({ at, entry }, index) => {
    const before = lines[index - 1]
    const isNewDay = before === undefined || dayOf(before.at) !== dayOf(at)
    return isNewDay ? [{ kind: "day", at } as const, entry] : [entry]
  })
}

/** The first of the last `unread` messages of the contact; null if the messages (oldest first) have fewer. */
export const firstUnreadOf = (
  messages: ReadonlyArray<{ readonly id: string; readonly direction: "inbound" | "outbound" }>,
  unread: number
): string | null => {
  if (unread === 0) return null
  return messages.filter(({ direction }) => direction === "inbound").at(-unread)?.id ?? null
}
