import { HashMap, Option } from "effect"
import { messageDeleted, messageReacted } from "../../../src/domain/webhooks/messageEvents.ts"
import type { Event } from "../../../src/domain/webhooks/Event.ts"
import type { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import {
  type InboxContext,
  type InboxMessage,
  type InboxState,
  messageByPlatformId,
  withMessage
} from "../../../src/domain/inbound/InboxState.ts"
import { takeInbound } from "../../../src/domain/inbound/takeInbound.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import type { TakeInbound } from "../../../testing/inbound/world.ts"
import { findsDefects } from "./findsDefects.ts"

type Of<Tag extends Inbound["_tag"]> = Extract<Inbound, { readonly _tag: Tag }>

/** Our rule with another state after a report. */
const then =
  (change: (after: InboxState, item: Inbound, before: InboxState, context: InboxContext) => InboxState): TakeInbound =>
  (state, item, context) =>
    change(takeInbound(state, item, context), item, state, context)

/** Our rule with other events of what a report changed. */
const announcing = (change: (event: Event) => Event): TakeInbound =>
  then((after, _, before) => ({
    ...after,
    events: after.events.map((make, place) => (place < before.events.length ? make : (id) => change(make(id))))
  }))

/** Our rule with each reaction that it announces changed. */
const reacting = (
  latest: (data: Extract<Event, { readonly type: "message.reaction" }>["data"]) => boolean
): TakeInbound =>
  announcing((event) =>
    event.type === "message.reaction" ? { ...event, data: { ...event.data, latest: latest(event.data) } } : event
  )

/** Changes the number of unread messages in each conversation of the account. */
const unread = (state: InboxState, { account }: InboxContext, change: (count: number) => number): InboxState => ({
  ...state,
  conversations: HashMap.map(state.conversations, (held) =>
    held.conversation.channelAccountId === account.id
      ? { ...held, conversation: { ...held.conversation, unreadCount: change(held.conversation.unreadCount) } }
      : held
  )
})

const messageOf = (state: InboxState, item: Inbound, { account }: InboxContext): InboxMessage | null =>
  "platformMessageId" in item && item.platformMessageId !== null
    ? Option.getOrNull(messageByPlatformId(state, account.id, item.platformMessageId))
    : null

/** Changes a known message after a report about it. */
const changing = (change: (held: InboxMessage, item: Inbound, before: InboxMessage) => InboxMessage): TakeInbound =>
  then((after, item, state, context) => {
    const [before, held] = [messageOf(state, item, context), messageOf(after, item, context)]
    return before === null || held === null ? after : withMessage(after, change(held, item, before))
  })

const reactionOf = ({ at, byBusiness, key, reaction }: Of<"Reacted">) =>
  ({ by: byBusiness ? "business" : "contact", reaction, at, key }) as const

findsDefects("inbound", Laws.inbound, [
  ["drops what it does not know yet", then((after) => ({ ...after, parked: HashMap.empty() }))],
  [
    "knows no message again",
    (state, item, context) =>
      takeInbound(takeInbound({ ...state, messages: HashMap.empty() }, item, context), item, context)
  ],
  [
    "takes the name that was told last",
    then((after, item) =>
      item._tag === "MessageReceived" && item.person.name !== null
        ? {
            ...after,
            contacts: HashMap.map(after.contacts, (met) => ({
              ...met,
              contact: { ...met.contact, name: item.person.name ?? "" }
            }))
          }
        : after
    )
  ],
  [
    "takes the status that was told last",
    changing((held, item) =>
      item._tag === "StatusReported" && held.message.direction === "outbound"
        ? { ...held, message: { ...held.message, status: item.status } }
        : held
    )
  ],
  ["makes a failure final", changing((held, _, before) => (before.message.status === "failed" ? before : held))],
  [
    "takes the edit that was told last",
    changing((held, item) =>
      item._tag === "MessageEdited" ? { ...held, message: { ...held.message, content: item.content } } : held
    )
  ],
  [
    "announces again what changed",
    then((after, _, before) => ({
      ...after,
      events: [...after.events, ...after.events.slice(before.events.length)]
    }))
  ],
  [
    "announces a message whenever it is told",
    then((after, item, before, context) => {
      const known = messageOf(before, item, context)
      const fresh = takeInbound({ ...before, messages: HashMap.empty(), platformIds: HashMap.empty() }, item, context)
      return item._tag === "MessageReceived" && known !== null
        ? { ...after, events: [...after.events, ...fresh.events.slice(before.events.length)] }
        : after
    })
  ],
  [
    "announces a deletion whenever it is told",
    then((after, item, before, context) => {
      const held = messageOf(before, item, context)
      if (item._tag !== "MessageDeleted" || held?.message.annotations.deletedAt === undefined) return after
      const message = { ...held.message, platformMessageId: item.platformMessageId }
      return { ...after, events: [...after.events, (id) => messageDeleted(id, message, item.at, context.now)] }
    })
  ],
  [
    "announces a reaction whenever it is told",
    then((after, item, before, context) => {
      const held = messageOf(before, item, context)
      if (item._tag !== "Reacted" || held === null || after.events.length > before.events.length) return after
      const message = { ...held.message, platformMessageId: item.platformMessageId }
      const from = item.byBusiness ? null : item.person.ids[0].value
      const reaction = reactionOf(item)
      return {
        ...after,
        events: [
          ...after.events,
          (id) => {
            const event = messageReacted(id, message, { from, reaction }, context.now)
            return event.type === "message.reaction" ? { ...event, data: { ...event.data, latest: true } } : event
          }
        ]
      }
    })
  ],
  ["takes no reaction for the latest", reacting(() => false)],
  ["takes every reaction for the latest", reacting(() => true)],
  ["takes earlier reactions for the latest", reacting(({ latest }) => !latest)],
  ["takes no end of a reaction for the latest", reacting(({ emoji, latest }) => latest && emoji !== null)],
  ["takes no reaction of the business for the latest", reacting(({ from, latest }) => latest && from !== null)],
  [
    "lets the reaction stand that was told last",
    changing((held, item) => {
      if (item._tag !== "Reacted") return held
      const own = reactionOf(item)
      const others = held.message.annotations.reactions?.filter(({ by }) => by !== own.by) ?? []
      return {
        ...held,
        message: { ...held.message, annotations: { ...held.message.annotations, reactions: [...others, own] } }
      }
    })
  ],
  [
    "has one reaction of both sides",
    changing((held, item) => {
      if (item._tag !== "Reacted") return held
      const reactions = held.message.annotations.reactions?.slice(-1) ?? []
      return { ...held, message: { ...held.message, annotations: { ...held.message.annotations, reactions } } }
    })
  ],
  [
    "counts a message whenever it is told",
    then((after, item, _, context) =>
      item._tag === "MessageReceived" ? unread(after, context, (count) => count + 1) : after
    )
  ],
  [
    "counts what the business writes",
    then((after, item, _, context) =>
      item._tag === "MessageReceived" && item.echo ? unread(after, context, (count) => count + 1) : after
    )
  ],
  [
    "counts one message at most",
    then((after, _, __, context) => unread(after, context, (count) => Math.min(count, 1)))
  ],
  ["counts nothing", then((after, _, __, context) => unread(after, context, () => 0))]
])
