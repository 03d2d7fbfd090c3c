import { DateTime, Effect, HashMap, HashSet, Layer } from "effect"
import type { RetainedKind } from "../../../domain/access/Retention.ts"
import type { MessageId, OrganizationId } from "../../../domain/Ids.ts"
import { removableAt } from "../../../domain/media/retention.ts"
import { isListed, type Message } from "../../../domain/messages/Message.ts"
import { isUnread } from "../../../domain/messages/unread.ts"
import { RetainedRows } from "../../../ports/access/RetainedRows.ts"
import { discarded } from "../media/MemoryMediaLibrary.ts"
import { learnedAt } from "../messages/listedMessages.ts"
import type { ScheduledMedia, State } from "../State.ts"
import { World } from "../World.ts"

/** Removes messages, with everything that is stored of each. */
export const withoutMessages = (state: State, gone: ReadonlySet<MessageId>): State => ({
  ...state,
  messages: state.messages.filter(({ id }) => !gone.has(id)),
  echoes: HashSet.filter(state.echoes, (id) => !gone.has(id)),
  learned: HashMap.filter(state.learned, (_, id) => !gone.has(id)),
  listed: HashMap.filter(state.listed, (_, id) => !gone.has(id)),
  openings: HashMap.filter(state.openings, (_, id) => !gone.has(id)),
  reportedMessages: state.reportedMessages.filter(({ messageId }) => !gone.has(messageId))
})

type Purge = (
  state: State,
  organizationId: OrganizationId,
  before: DateTime.Utc,
  now: DateTime.Utc,
  limit: number
) => readonly [number, State]

const isOld = (at: DateTime.Utc, before: DateTime.Utc): boolean => DateTime.isLessThan(at, before)

/** Discards the first files that fulfil the condition. */
const withoutFiles = (
  state: State,
  now: DateTime.Utc,
  limit: number,
  isIt: (stored: ScheduledMedia) => boolean
): readonly [number, State] => {
  const found = new Set(
    state.media
      .filter((stored) => stored.media.messageId !== null && stored.media.status !== "discarded" && isIt(stored))
      .slice(0, limit)
  )
  const media = state.media.map((stored) => (found.has(stored) ? discarded(stored, removableAt(now)) : stored))
  return [found.size, { ...state, media }]
}

/** The unread messages among these, by conversation. */
const unreadAmong = (state: State, messages: ReadonlyArray<Message>) => {
  const counting = new Set(state.reportedMessages.flatMap((row) => (row.countsUnread ? [row.messageId] : [])))
  return (conversation: State["conversations"][number]): number =>
    messages.filter(
      (message) =>
        message.conversationId === conversation.id &&
        message.direction === "inbound" &&
        counting.has(message.id) &&
        isListed(message) &&
        isUnread({ createdAt: message.createdAt, learnedAt: learnedAt(state, message) }, conversation)
    ).length
}

const messages: Purge = (before, organizationId, instant, now, limit) => {
  const old = before.messages.filter(
    (row) => row.organizationId === organizationId && isOld(learnedAt(before, row), instant)
  )
  const ids = new Set(old.map(({ id }) => id))
  const [, state] = withoutFiles(
    before,
    now,
    limit,
    ({ media }) => media.messageId !== null && ids.has(media.messageId)
  )
  const withFiles = new Set(state.media.map(({ media }) => media.messageId))
  const gone = old.filter(({ id, status }) => status !== "pending" && !withFiles.has(id)).slice(0, limit)
  if (gone.length === 0) return [0, state]
  const unread = unreadAmong(state, gone)
  const conversations = state.conversations.map((conversation) => {
    const count = unread(conversation)
    return count === 0 ? conversation : { ...conversation, unreadCount: Math.max(0, conversation.unreadCount - count) }
  })
  return [gone.length, withoutMessages({ ...state, conversations }, new Set(gone.map(({ id }) => id)))]
}

const media: Purge = (state, organizationId, before, now, limit) =>
  withoutFiles(
    state,
    now,
    limit,
    (stored) => stored.media.organizationId === organizationId && isOld(stored.media.createdAt, before)
  )

const notes: Purge = (state, organizationId, before, _, limit) => {
  const gone = new Set(
    state.notes.filter((row) => row.organizationId === organizationId && isOld(row.createdAt, before)).slice(0, limit)
  )
  return [gone.size, { ...state, notes: state.notes.filter((row) => !gone.has(row)) }]
}

const logs: Purge = (state, organizationId, before, _, limit) => {
  const gone = new Set(
    state.requestLogs
      .filter((row) => row.organizationId === organizationId && isOld(row.createdAt, before))
      .slice(0, limit)
  )
  return [gone.size, { ...state, requestLogs: state.requestLogs.filter((row) => !gone.has(row)) }]
}

const purgeOf: Readonly<Record<RetainedKind, Purge>> = { messages, media, notes, logs }

export const layer = Layer.effect(
  RetainedRows,
  Effect.map(World, ({ read, step }) =>
    RetainedRows.of({
      retentions: read("RetainedRows.retentions", ({ settings }) =>
        [...settings].flatMap(([organizationId, { retention }]) =>
          retention === null ? [] : [{ organizationId, retention }]
        )
      ),
      purge: (organizationId, kind, before, now, limit) =>
        step("RetainedRows.purge", (state) => {
          const [count, after] = purgeOf[kind](state, organizationId, before, now, limit)
          return [Effect.succeed(count), after]
        })
    })
  )
)
