import { Context, Effect, Layer, Ref, Result, Schema } from "effect"
import { reasonOf } from "./control/reasonOf.ts"
import { Changes, Topic } from "./Changes.ts"
import { type Account, EmulatorState } from "./EmulatorState.ts"
import { type ExportedPart, SavedState } from "./SavedState.ts"

/** Files of another version are refused. */
const version = 1

/** How long the text of a state may be, in characters; a longer one is neither exported nor imported. */
export const maxStateLength = 16 * 1024 * 1024

/** The file of a state is unusable, or the state too large for one; the reason names the field. */
export class BadState extends Schema.TaggedError<BadState>()("BadState", { reason: Schema.String }) {}

/** The whole state of an emulator as one JSON value. */
const StateFile = Schema.Struct({
  format: Schema.Literal("parley-emulator-state"),
  version: Schema.Literal(version),
  /** The accounts that the state is about, as `channel id`. */
  accounts: Schema.Array(Schema.String),
  parts: Schema.Record(Schema.String, Schema.Json)
})
export type StateFile = typeof StateFile.Type

/** The parts of the state that an export has, in the order of their registration. */
export class StateParts extends Context.Service<
  StateParts,
  { readonly all: Effect.Effect<ReadonlyArray<ExportedPart>> }
>()("emulator/StateParts") {}

/** Registers each saved part for exports. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const saved = yield* SavedState
    const parts = yield* Ref.make<ReadonlyMap<string, ExportedPart>>(new Map())
    const register = (part: ExportedPart) => Ref.update(parts, (all) => new Map(all).set(part.name, part))
    const ref: SavedState["ref"] = Effect.fnUntraced(function* (part, initial, options = {}) {
      const { imported = () => Effect.void, isExported = true } = options
      const made = yield* saved.ref(part, initial)
      if (isExported) {
        yield* register({
          name: part.name,
          read: Effect.flatMap(Ref.get(made), part.toJson),
          stage: (json) =>
            Effect.map(part.fromJson(json), (value) => Effect.andThen(Ref.set(made, value), imported(value)))
        })
      }
      return made
    })
    const all = Effect.map(Ref.get(parts), (registered) => [...registered.values()])
    return Context.make(StateParts, StateParts.of({ all })).pipe(Context.add(SavedState, { ...saved, ref, register }))
  })
)

const nameOf = ({ channel, id }: Account): string => `${channel} ${id}`

const tooLarge = (length: number) =>
  new BadState({
    reason: `state: has ${length} characters, more than ${maxStateLength}; delete files, or copy the folder of the emulator`
  })

/** The whole state, but for expired tokens, the callback, and webhooks and their attempts. */
export const exportState = Effect.gen(function* () {
  const { accounts } = yield* EmulatorState
  const parts: Record<string, Schema.Json> = {}
  for (const { name, read } of yield* (yield* StateParts).all) parts[name] = yield* Effect.orDie(read)
  const file: StateFile = { format: "parley-emulator-state", version, accounts: accounts.map(nameOf), parts }
  const text = JSON.stringify(file)
  return text.length > maxStateLength ? yield* tooLarge(text.length) : text
})

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(StateFile), { onExcessProperty: "error" })

/** Replaces the whole state by that of an export, of an emulator with the same accounts. An unusable file changes nothing. */
export const importState = Effect.fnUntraced(function* (text: string) {
  if (text.length > maxStateLength) return yield* tooLarge(text.length)
  const file = yield* Effect.fromResult(
    Result.mapError(decode(text), ({ issue }) => new BadState({ reason: reasonOf(issue) }))
  )
  const known = (yield* EmulatorState).accounts.map(nameOf)
  const other = [
    ...file.accounts.filter((name) => !known.includes(name)),
    ...known.filter((name) => !file.accounts.includes(name))
  ]
  if (other.length > 0) {
    return yield* new BadState({
      reason: `accounts: ${other.join(", ")} is not in both; import into an emulator with the accounts of the file`
    })
  }
  const parts = yield* (yield* StateParts).all
  const unknown = Object.keys(file.parts).find((name) => parts.every((part) => part.name !== name))
  if (unknown !== undefined) return yield* new BadState({ reason: `parts.${unknown}: is no part of the state` })
  const staged = yield* Effect.forEach(parts, ({ name, stage }) => {
    const json = file.parts[name]
    return json === undefined
      ? Effect.fail(new BadState({ reason: `parts.${name}: is required` }))
      : Effect.mapError(stage(json), ({ issue }) => new BadState({ reason: reasonOf(issue, `parts.${name}`) }))
  })
  const { touch } = yield* Changes
  yield* Effect.uninterruptible(
    Effect.andThen(
      Effect.forEach(staged, (put) => put, { discard: true }),
      touch(...Topic.literals)
    )
  )
})
