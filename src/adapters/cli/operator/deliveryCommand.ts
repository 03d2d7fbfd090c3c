import { DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { findDelivery, listDeliveries, replayDeliveries, replayDelivery } from "../../../app/webhooks/deliveries.ts"
import { DeliverableType, type DeliveryRecord, DeliveryStatus } from "../../../domain/webhooks/DeliveryRecord.ts"
import { EventId } from "../../../domain/Ids.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { answer, answerList } from "../output/answer.ts"
import { instant, isoOrNull, organization, page } from "./flags.ts"
import { inWords, usage } from "./OperatorError.ts"
import { deliveryRefusals, historyRefusals, rangeRefusals } from "./webhookRefusals.ts"

const status = Flag.Literals("status", DeliveryStatus.literals).pipe(
  Flag.withDescription("Only these: pending, delivered or failed"),
  Flag.optional
)

const since = instant("since", "Only of events from then on").pipe(Flag.optional)

const id = Flag.String("id").pipe(Flag.withSchema(EventId), Flag.withDescription("Id of the event"))

/** A delivery as a row: its attempts are counted. */
const row = ({ attempts, createdAt, eventId, nextAttemptAt, status, type, url }: DeliveryRecord) => {
  const last = attempts.at(-1)
  return {
    id: eventId,
    event: type,
    status,
    url,
    attempts: attempts.length,
    lastStatusCode: last?.status ?? null,
    lastError: last === undefined || last.detail === "" ? null : last.detail,
    nextAttemptAt: isoOrNull(nextAttemptAt),
    createdAt: DateTime.formatIso(createdAt)
  }
}

/** A delivery with every attempt that is kept. */
const whole = (record: DeliveryRecord) => ({
  ...row(record),
  attempts: record.attempts.map(({ at, detail, durationMillis, response, status }) => ({
    at: DateTime.formatIso(at),
    statusCode: status,
    durationMs: durationMillis,
    response,
    error: detail === "" ? null : detail
  }))
})

const list = Command.make(
  "list",
  {
    organization,
    status,
    event: Flag.Literals("event", DeliverableType.literals).pipe(
      Flag.withDescription("Only of events of this type"),
      Flag.optional
    ),
    since,
    page
  },
  Effect.fn(function* ({ event, organization, page, since, status }) {
    yield* requireOrganization(organization)
    const { rows, total } = yield* listDeliveries(
      organization,
      { status: Option.getOrNull(status), type: Option.getOrNull(event), since: Option.getOrNull(since) },
      { page, limit: defaultPageSize }
    )
    yield* answerList("deliveries", {
      rows: rows.map(row),
      columns: ["id", "event", "status", "attempts", "lastStatusCode", "lastError", "nextAttemptAt", "createdAt"],
      hasMore: total > page * defaultPageSize,
      none: "There is no such delivery. Events before the webhook was registered have none.",
      beside: { page, total }
    })
  }, inWords)
).pipe(Command.withDescription(`Lists deliveries to the webhook, the newest first, ${defaultPageSize} a page`))

const show = Command.make(
  "show",
  { organization, id },
  Effect.fn(
    function* ({ id, organization }) {
      yield* requireOrganization(organization)
      yield* answer(whole(yield* findDelivery(organization, id)))
    },
    inWords,
    Effect.catchTags(historyRefusals)
  )
).pipe(Command.withDescription("Shows a delivery with its attempts"))

const replay = Command.make(
  "replay",
  {
    organization,
    id: id.pipe(Flag.optional),
    since,
    until: instant("until", "Only of events before then").pipe(Flag.optional),
    status
  },
  Effect.fn(
    function* ({ id, organization, since, status, until }) {
      yield* requireOrganization(organization)
      if (Option.isSome(id)) {
        if (Option.isSome(since) || Option.isSome(until) || Option.isSome(status)) {
          return yield* usage("--id names one delivery. Leave out --since, --until and --status, or --id")
        }
        return yield* answer(whole(yield* replayDelivery(organization, id.value)))
      }
      if (Option.isNone(since)) {
        return yield* usage("Nothing was replayed: give --id for one delivery, or --since for a time range")
      }
      const range = { since: since.value, until: Option.getOrNull(until), status: Option.getOrNull(status) }
      yield* answer({ replayed: yield* replayDeliveries(organization, range) })
    },
    inWords,
    Effect.catchTags({ ...deliveryRefusals, ...historyRefusals, ...rangeRefusals })
  )
).pipe(
  Command.withDescription("Has a delivery made again (--id), or those of a time range (--since, --until, --status)")
)

/** `parley delivery …`. */
export const deliveryCommand = Command.make("delivery").pipe(
  Command.withDescription("Deliveries of events to the webhook of an organization"),
  Command.withSubcommands([list, show, replay])
)
