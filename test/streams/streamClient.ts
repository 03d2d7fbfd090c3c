import { Effect, type Exit, Fiber, Option, Ref, type Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { EventStreams, readingPause } from "../../src/app/webhooks/streams/EventStreams.ts"
import type { SessionAccess } from "../../src/domain/access/SessionAccess.ts"
import { EventId } from "../../src/domain/Ids.ts"

/** One frame as a client reads it; without data it only moves the last id. */
export interface Told {
  readonly id: string | null
  readonly event: string | null
  readonly data: string | null
}

const fieldOf = (block: string, name: string): string | null =>
  new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1] ?? null

/** The frames in a text, and the beginning of one that has not ended. */
export const framesIn = (text: string): { readonly frames: ReadonlyArray<Told>; readonly rest: string } => {
  const blocks = text.split("\n\n")
  const rest = blocks.pop() ?? ""
  const frames = blocks.map((block) => ({
    id: fieldOf(block, "id"),
    event: fieldOf(block, "event"),
    data: fieldOf(block, "data")
  }))
  return { frames, rest }
}

/** What a client has heard so far. */
export interface Heard {
  readonly text: string
  readonly lastId: string | null
  readonly ids: ReadonlyArray<string>
  readonly types: ReadonlyArray<string>
}

export const nothingHeard: Heard = { text: "", lastId: null, ids: [], types: [] }

/** Takes what comes, frame by frame: half a frame is nothing. */
export const hear = (before: Heard, text: string): Heard => {
  const { frames, rest } = framesIn(before.text + text)
  const told = frames.filter(({ data }) => data !== null)
  return {
    text: rest,
    lastId: frames.reduce<string | null>((last, { id }) => id ?? last, before.lastId),
    ids: [...before.ids, ...told.flatMap(({ event, id }) => (event === "resync" || id === null ? [] : [id]))],
    types: [...before.types, ...told.flatMap(({ event }) => (event === null ? [] : [event]))]
  }
}

const decoder = new TextDecoder()

/** Opens a stream, with an access that stays as it is unless something else confirms it. */
export const opened = (
  access: SessionAccess,
  from: string | null,
  confirm: Effect.Effect<Option.Option<SessionAccess>> = Effect.succeedSome(access)
) =>
  Effect.flatMap(EventStreams, ({ open }) =>
    open({ access, from: Option.map(Option.fromNullOr(from), (id) => EventId.make(id)), confirm })
  )

/** A client that listens in the background: what it has heard, and how its stream ends. `until` lets time pass. */
export interface Listener {
  readonly heard: Effect.Effect<Heard>
  readonly until: (isEnough: (heard: Heard) => boolean) => Effect.Effect<Heard>
  readonly end: Effect.Effect<Exit.Exit<void>>
}

/** Listens until the scope ends. */
export const listening = Effect.fnUntraced(function* (
  access: SessionAccess,
  from: string | null = null,
  confirm?: Effect.Effect<Option.Option<SessionAccess>>
): Effect.fn.Return<Listener, Effect.Error<ReturnType<typeof opened>>, EventStreams | Scope.Scope> {
  const heard = yield* Ref.make<Heard>({ ...nothingHeard, lastId: from })
  const stream = yield* opened(access, from, confirm)
  const fiber = yield* Effect.forkScoped(
    Stream.runForEach(stream, (bytes) => Ref.update(heard, (before) => hear(before, decoder.decode(bytes)))),
    { startImmediately: true }
  )
  return {
    heard: Ref.get(heard),
    until: (isEnough) =>
      Effect.repeat(Effect.andThen(TestClock.adjust(readingPause), Ref.get(heard)), { until: isEnough, times: 500 }),
    end: Fiber.await(fiber)
  }
})
