import { DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { lastEventBefore, readEvents } from "../../../app/webhooks/eventFeed.ts"
import { EventId } from "../../../domain/Ids.ts"
import { maxPageSize } from "../../../domain/text/Page.ts"
import type { RecordedEvent } from "../../../ports/webhooks/EventLog.ts"
import { answerLine } from "../output/answer.ts"
import { instant, organization, readEventTypes } from "./flags.ts"
import { inWords, notFound } from "./OperatorError.ts"

/** Maximum delay of a new event. */
const pollInterval = "1 second"

const fieldsOf = ({ data, id, occurredAt, type }: RecordedEvent) => ({
  id,
  event: type,
  timestamp: DateTime.formatIso(occurredAt),
  data
})

const lineOf = ({ data, id, occurredAt, type }: RecordedEvent): string =>
  `${DateTime.formatIso(occurredAt)}  ${type.padEnd(20)}  ${id}  ${JSON.stringify(data)}`

const tail = Command.make(
  "tail",
  {
    organization,
    events: Flag.String("events").pipe(Flag.withDescription("Only these types, separated by commas"), Flag.optional),
    since: instant("since", "Begins with events from then on, instead of now").pipe(Flag.optional),
    after: Flag.String("after").pipe(
      Flag.withSchema(EventId),
      Flag.withDescription("Begins after the event with this id"),
      Flag.optional
    ),
    once: Flag.Boolean("once").pipe(
      Flag.withDescription("Ends after the events that are there, instead of waiting for others"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(
    function* ({ after, events, once, organization, since }) {
      yield* requireOrganization(organization)
      const types = Option.isSome(events) ? yield* readEventTypes(events.value) : null
      const now = yield* DateTime.now
      let last = Option.isSome(after)
        ? after
        : yield* lastEventBefore(
            organization,
            Option.getOrElse(since, () => now)
          )
      while (true) {
        const slice = yield* readEvents(organization, last, maxPageSize)
        for (const event of slice.events) {
          last = Option.some(event.id)
          if (types === null || types.has(event.type)) yield* answerLine(fieldsOf(event), lineOf(event))
        }
        if (slice.hasMore) continue
        if (once) return
        yield* Effect.sleep(pollInterval)
      }
    },
    inWords,
    Effect.catchTag("EventNotFound", () =>
      Effect.fail(notFound("The organization has no such event, or no longer. Leave out --after, or give --since"))
    )
  )
).pipe(
  Command.withDescription(
    "Prints the events of an organization as they happen, until it is interrupted; with --json an object a line"
  )
)

/** `parley event …`. */
export const eventCommand = Command.make("event").pipe(
  Command.withDescription("Events of an organization"),
  Command.withSubcommands([tail])
)
