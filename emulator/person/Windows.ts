import { Config, Context, type DateTime, Effect, Layer, Ref, Schema } from "effect"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import {
  isInWindow,
  MessagingWindow,
  neverOpened,
  openWindow,
  type WindowUse
} from "../../src/domain/conversations/MessagingWindow.ts"
import type { EmulatorSeed, SeededConversation } from "../EmulatorSeed.ts"
import { savedPart, SavedState } from "../SavedState.ts"

/** `EMULATOR_WINDOWS`: how an emulator that is started by itself treats people who never wrote. */
export const windowMode = Config.Literals(["strict", "lenient"], "EMULATOR_WINDOWS").pipe(
  Config.withDefault("strict" as const)
)

/** The newest entries of a map. The oldest are removed down to `capacity` once there are more than 110 % of it. */
export const newestOf = <Key, Value>(entries: ReadonlyMap<Key, Value>, capacity: number): ReadonlyMap<Key, Value> =>
  entries.size <= capacity * 1.1 ? entries : new Map([...entries].slice(entries.size - capacity))

/** How many windows are stored; the least recently opened are removed first. */
const maxWindows = 10_000

/** The messaging windows by person. On WhatsApp the person's id is the `wa_id` or the business-scoped user id. */
export class Windows extends Context.Service<
  Windows,
  {
    /** The person did something that opens the account's window. */
    opened(channel: Channel, accountId: string, personId: string, at: DateTime.Utc): Effect.Effect<void>
    /** Whether the account may send such a message to the person. */
    check(
      channel: Channel,
      accountId: string,
      personId: string,
      use: WindowUse,
      at: DateTime.Utc
    ): Effect.Effect<boolean>
  }
>()("emulator/Windows") {}

const keyOf = (channel: Channel, accountId: string, personId: string): string => `${channel} ${accountId} ${personId}`

type Known = ReadonlyMap<string, MessagingWindow>

const part = savedPart("windows", Schema.ReadonlyMap(Schema.String, MessagingWindow))

const opened = (all: Known, key: string, at: DateTime.Utc): Known => {
  const next = new Map(all)
  next.delete(key)
  return newestOf(next.set(key, openWindow(all.get(key) ?? neverOpened, at)), maxWindows)
}

/** When people of the seed last wrote, by key. */
const writersOf = ({ conversations = {}, instagramAccounts = [], pages = [] }: EmulatorSeed) => {
  const of = (channel: Channel, accounts: ReadonlyArray<{ readonly id: string }>) =>
    accounts.flatMap(({ id }) =>
      (conversations[id] ?? []).flatMap(({ personId, wroteAt }: SeededConversation) =>
        wroteAt === undefined ? [] : [[keyOf(channel, id, personId), wroteAt] as const]
      )
    )
  return [...of("messenger", pages), ...of("instagram", instagramAccounts)]
}

const make = Effect.fnUntraced(function* (seed: EmulatorSeed) {
  const { windows = "strict" } = seed
  const known = yield* (yield* SavedState).ref<Known>(part, new Map())
  yield* Ref.update(known, (all) => writersOf(seed).reduce((next, [key, at]) => opened(next, key, at), all))

  return Windows.of({
    opened: (channel, accountId, personId, at) =>
      Ref.update(known, (all) => opened(all, keyOf(channel, accountId, personId), at)),
    check: (channel, accountId, personId, use, at) =>
      Effect.map(Ref.get(known), (all) => {
        const window = all.get(keyOf(channel, accountId, personId))
        const isUnknown = window === undefined && windows === "lenient"
        return isUnknown || isInWindow(channel, window ?? neverOpened, use, at)
      })
  })
})

export const layer = (seed: EmulatorSeed): Layer.Layer<Windows> => Layer.effect(Windows, make(seed))
