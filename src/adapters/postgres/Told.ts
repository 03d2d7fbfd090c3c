import { Option, Schema } from "effect"
import { DeliveryShard } from "../../domain/DeliveryShard.ts"
import { Recording } from "./Recording.ts"

/** What a process tells the others: something was put into these shards. */
export const Told = Schema.Struct({
  /** The process, so that it does not listen to itself. */
  from: Schema.String,
  shards: Schema.Array(DeliveryShard),
  /** All that was put into them; null where it has to be read. */
  recording: Schema.NullOr(Recording)
})
export type Told = typeof Told.Type

/** Bytes of what is told at once: Postgres takes less than 8000. Of more events nobody need find out. */
const maxTold = 7_900
const maxEvents = 16

const fits = (text: string, bytes: number): boolean => new TextEncoder().encode(text).length <= bytes

/** What there is no room for has to be read. */
export const toldText = (told: Told): string => {
  const bare = () => JSON.stringify({ ...told, recording: null })
  if (told.recording !== null && told.recording.events.length > maxEvents) return bare()
  const text = JSON.stringify(told)
  return fits(text, maxTold) ? text : bare()
}

const isTold = Schema.is(Told)
const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** None for what is none of ours. */
export const toldIn = (text: string): Option.Option<Told> => Option.filter(parse(text), isTold)

/** Has the statement that records something tell of it: the answer (`RecordedAnswer`, as JSON) goes between the texts. */
export interface ToldAlong {
  readonly channel: string
  readonly before: string
  readonly after: string
}

/** Most events that a statement tells of along, and the bytes that their answer takes at most. */
const along = { events: 4, bytes: 500 } as const

/** Null where it is too much. */
export const toldAlong = (
  channel: string,
  { from, shards }: Omit<Told, "recording">,
  events: Recording["events"]
): ToldAlong | null => {
  if (events.length > along.events) return null
  const head = JSON.stringify({ from, shards }).slice(0, -1)
  const before = `${head},"recording":{"events":${JSON.stringify(events)},"answer":`
  return fits(before, maxTold - along.bytes) ? { channel, before, after: "}}" } : null
}
