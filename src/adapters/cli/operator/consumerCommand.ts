import { DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import {
  discardDeadLetters,
  listConsumers,
  listDeadLetters,
  maxDeadLetters,
  removeConsumer,
  replayDeadLetters
} from "../../../app/webhooks/consumers.ts"
import { EventId } from "../../../domain/Ids.ts"
import { ConsumerName, type ConsumerNotFound } from "../../../domain/webhooks/EventConsumer.ts"
import { answer, answerList } from "../output/answer.ts"
import { notFound } from "./OperatorError.ts"

const name = Flag.String("name").pipe(
  Flag.withSchema(ConsumerName),
  Flag.withDescription("Name of the consumer, as `parley consumer list` shows it")
)

const id = Flag.String("id").pipe(
  Flag.withSchema(EventId),
  Flag.withDescription("Id of the event. Without it: all dead letters of the consumer"),
  Flag.optional
)

const refusals = {
  ConsumerNotFound: ({ name }: ConsumerNotFound) =>
    Effect.fail(notFound(`There is no consumer ${name}. \`parley consumer list\` shows all`))
}

const list = Command.make(
  "list",
  {},
  Effect.fn(function* () {
    const consumers = yield* listConsumers()
    yield* answerList("consumers", {
      rows: consumers.map(({ dead, deferred, isRunning, lagSeconds, name }) => ({
        name,
        lagSeconds,
        deferred,
        dead,
        isRunning
      })),
      columns: ["name", "lagSeconds", "deferred", "dead", "isRunning"],
      hasMore: false,
      none: "No program has handled events with Service.onEvent."
    })
  })
).pipe(Command.withDescription("Lists the consumers of events in programs, with their lag and dead letters"))

const dead = Command.make(
  "dead",
  { name },
  Effect.fn(function* ({ name }) {
    const letters = yield* listDeadLetters(name)
    yield* answerList("deadLetters", {
      rows: letters.map(({ deadAt, eventId, occurredAt, organizationId, type, ...letter }) => ({
        id: eventId,
        event: type,
        organizationId,
        occurredAt: DateTime.formatIso(occurredAt),
        deadAt: DateTime.formatIso(deadAt),
        ...letter
      })),
      columns: ["id", "event", "deadAt", "failures", "error"],
      hasMore: letters.length === maxDeadLetters,
      none: "The consumer has no dead letters."
    })
  }, Effect.catchTags(refusals))
).pipe(Command.withDescription(`Lists the newest dead letters of a consumer, at most ${maxDeadLetters}`))

const replay = Command.make(
  "replay",
  { name, id },
  Effect.fn(function* ({ id, name }) {
    yield* answer({ replayed: yield* replayDeadLetters(name, Option.getOrNull(id)) })
  }, Effect.catchTags(refusals))
).pipe(Command.withDescription("Has dead letters handled again, with all their retries"))

const discard = Command.make(
  "discard",
  { name, id },
  Effect.fn(function* ({ id, name }) {
    yield* answer({ discarded: yield* discardDeadLetters(name, Option.getOrNull(id)) })
  }, Effect.catchTags(refusals))
).pipe(Command.withDescription("Deletes dead letters"))

const remove = Command.make(
  "remove",
  { name },
  Effect.fn(function* ({ name }) {
    yield* removeConsumer(name)
    yield* answer({ removed: name })
  }, Effect.catchTags(refusals))
).pipe(
  Command.withDescription(
    "Forgets a consumer that no program has any more, with its position and its deferred events. A program that still has it starts at the next event"
  )
)

/** `parley consumer …`. */
export const consumerCommand = Command.make("consumer").pipe(
  Command.withDescription("Consumers of events in programs (Service.onEvent)"),
  Command.withSubcommands([list, dead, replay, discard, remove])
)
