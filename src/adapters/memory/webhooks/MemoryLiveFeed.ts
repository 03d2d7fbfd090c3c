import { Effect, Layer, Option } from "effect"
import type { LiveEvent } from "../../../domain/webhooks/LiveEvent.ts"
import type { EventId, OrganizationId } from "../../../domain/Ids.ts"
import {
  type FeedPlace,
  FeedPosition,
  type FeedSlice,
  LiveFeed,
  maxSliceBytes
} from "../../../ports/webhooks/EventLog.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"
import type { LoggedEvent } from "./StoredDeliveries.ts"

/** A position is the ordinal of the event before it. */
const positionAt = (ordinal: number): FeedPosition => FeedPosition.make(String(ordinal))

const ofOrganization = ({ events }: State, organizationId: OrganizationId): ReadonlyArray<LoggedEvent> =>
  events.filter((event) => event.organizationId === organizationId)

const asLive = ({ conversations }: State, event: LoggedEvent): LiveEvent => {
  const { conversationId, data, id, occurredAt, organizationId, type } = event
  const found = conversations.find(
    (one) => one.id === conversationId && one.organizationId === organizationId && !one.isHidden
  )
  const conversation = found === undefined ? null : { assigneeId: found.assigneeId }
  return { id, type, conversationId, occurredAt, dataJson: JSON.stringify(data), conversation }
}

const encoder = new TextEncoder()

/** The events that fit into a slice, at least one. */
const fitting = (events: ReadonlyArray<LiveEvent>): ReadonlyArray<LiveEvent> => {
  let bytes = 0
  const beyond = events.findIndex(({ dataJson }, index) => {
    bytes += encoder.encode(dataJson).length
    return index > 0 && bytes > maxSliceBytes
  })
  return beyond === -1 ? events : events.slice(0, beyond)
}

const readOne =
  (state: State, limit: number) =>
  ({ organizationId, position }: FeedPlace): FeedSlice => {
    const behind = ofOrganization(state, organizationId).filter((event) => event.position > Number(position))
    const events = fitting(behind.slice(0, limit).map((event) => asLive(state, event)))
    const hasMore = behind.length > events.length
    const last = behind[events.length - 1]
    return { events, position: last === undefined ? position : positionAt(last.position), hasMore, isHeldBack: false }
  }

const end = (state: State, organizationId: OrganizationId) => {
  const last = ofOrganization(state, organizationId).at(-1)
  return last === undefined
    ? { position: positionAt(0), last: Option.none<EventId>() }
    : { position: positionAt(last.position), last: Option.some(last.id) }
}

const behind = (state: State, organizationId: OrganizationId, id: Option.Option<EventId>) => {
  if (Option.isNone(id)) return Option.some(positionAt(0))
  const found = ofOrganization(state, organizationId).find((event) => event.id === id.value)
  return Option.map(Option.fromUndefinedOr(found), ({ position }) => positionAt(position))
}

export const layer = Layer.effect(
  LiveFeed,
  Effect.map(World, ({ feedSignals, read }) =>
    LiveFeed.of({
      end: (organizationId) => read("LiveFeed.end", (state) => end(state, organizationId)),
      behind: (organizationId, id) => read("LiveFeed.behind", (state) => behind(state, organizationId, id)),
      read: (positions, limit) => read("LiveFeed.read", (state) => positions.map(readOne(state, limit))),
      listen: feedSignals
    })
  )
)
