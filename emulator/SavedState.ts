import { Context, type Duration, Effect, FileSystem, Layer, Option, Path, Ref, Schema } from "effect"
import { makeFolder } from "../src/adapters/media/makeFolder.ts"

/** Save interval. A killed process loses at most the changes of this time. */
const saveEvery: Duration.Input = "1 second"

/** Longest saved text of a part, in characters. A longer text is a mistake and would slow every later start. */
const maxSavedLength = 32 * 1024 * 1024

/** File format version. Files of another version are ignored. */
const version = 1

/** Permissions of the folder, for the owner only: its files contain messages and tokens. */
const folderMode = 0o700
const fileMode = 0o600

/** A part of the platform's state that survives a restart. */
export interface SavedPart<A> {
  /** The name of the part, and of its file without the extension. */
  readonly name: string
  readonly encode: (value: A) => Effect.Effect<string, Schema.SchemaError>
  readonly decode: (text: string) => Effect.Effect<A, Schema.SchemaError>
  /** Encodes the value without the version, for an export of the whole state. */
  readonly toJson: (value: A) => Effect.Effect<Schema.Json, Schema.SchemaError>
  readonly fromJson: (json: Schema.Json) => Effect.Effect<A, Schema.SchemaError>
}

/** A part of an export. */
export interface ExportedPart {
  readonly name: string
  readonly read: Effect.Effect<Schema.Json, Schema.SchemaError>
  /** Validates a value without changing the part. The returned effect stores it. */
  readonly stage: (json: Schema.Json) => Effect.Effect<Effect.Effect<void>, Schema.SchemaError>
}

/** Export options of a saved part. */
export interface ExportOptions<A> {
  /** False for credentials of this machine. */
  readonly isExported?: boolean
  /** Runs after an import has replaced the value. */
  readonly imported?: (value: A) => Effect.Effect<void>
}

/** Creates a part with a JSON schema. Schemas are built once, because building one is expensive. */
export const savedPart = <A, I>(name: string, schema: Schema.Codec<A, I>): SavedPart<A> => {
  const json = Schema.toCodecJson(schema)
  const text = Schema.fromJsonString(Schema.Struct({ version: Schema.Literal(version), value: json }))
  const encode = Schema.encodeEffect(text)
  const decode = Schema.decodeEffect(text)
  return {
    name,
    encode: (value) => encode({ version, value }),
    decode: (saved) => Effect.map(decode(saved), ({ value }) => value),
    toJson: Schema.encodeEffect(json),
    fromJson: Schema.decodeUnknownEffect(json, { onExcessProperty: "error" })
  }
}

/**
 * Creates a part that saves only a piece of its value: `taken` extracts the piece, and `restored` rebuilds the value.
 */
export const savedPiece = <A, B>(
  part: SavedPart<B>,
  taken: (value: A) => B,
  restored: (piece: B) => A
): SavedPart<A> => ({
  name: part.name,
  encode: (value) => part.encode(taken(value)),
  decode: (text) => Effect.map(part.decode(text), restored),
  toJson: (value) => part.toJson(taken(value)),
  fromJson: (json) => Effect.map(part.fromJson(json), restored)
})

/** The stored parts of the platform's state, and binary files. */
export interface SavedState {
  /** A reference with the saved or the initial value of the part. Its value is saved from then on. */
  readonly ref: <A>(part: SavedPart<A>, initial: A, options?: ExportOptions<A>) => Effect.Effect<Ref.Ref<A>>
  /** Adds a part to exports; replaces a saved part of the same name. */
  readonly register: (part: ExportedPart) => Effect.Effect<void>
  /** Saves bytes under a name of digits. The effect ends after they are on the disk. */
  readonly putBytes: (name: string, bytes: Uint8Array) => Effect.Effect<void>
  /** The bytes saved under the name. */
  readonly bytes: (name: string) => Effect.Effect<Option.Option<Uint8Array>>
  /** Removes the bytes under these names. */
  readonly removeBytes: (names: Iterable<string>) => Effect.Effect<void>
  /** Removes all bytes except those under these names. */
  readonly keepBytes: (names: ReadonlySet<string>) => Effect.Effect<void>
}

/** The default: no part survives the process. */
export const SavedState = Context.Reference<SavedState>("emulator/SavedState", {
  defaultValue: () => ({
    ref: (_, initial) => Ref.make(initial),
    register: () => Effect.void,
    putBytes: () => Effect.void,
    bytes: () => Effect.succeedNone,
    removeBytes: () => Effect.void,
    keepBytes: () => Effect.void
  })
})

const make = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const mediaFolder = path.join(folder, "media")
  yield* makeFolder(mediaFolder, folderMode)
  const savers = yield* Ref.make<ReadonlyArray<Effect.Effect<void>>>([])

  /** Replaces the file atomically: a killed process leaves the old file. */
  const write = Effect.fnUntraced(function* (file: string, bytes: Uint8Array) {
    const unfinished = `${file}.new`
    yield* fs.writeFile(unfinished, bytes, { mode: fileMode })
    yield* fs.rename(unfinished, file)
  })

  const read = Effect.fnUntraced(function* <A>(file: string, { decode, name }: SavedPart<A>) {
    if (!(yield* fs.exists(file))) return Option.none<A>()
    return yield* fs.readFileString(file).pipe(
      Effect.flatMap(decode),
      Effect.asSome,
      Effect.catch((cause) =>
        Effect.as(
          Effect.logWarning("saved state of the emulator is unreadable; starting with an empty one", { name, cause }),
          Option.none<A>()
        )
      )
    )
  })

  const encoder = new TextEncoder()

  /** Saves the reference if its value was replaced. Values are immutable. */
  const saver = Effect.fnUntraced(function* <A>(file: string, part: SavedPart<A>, ref: Ref.Ref<A>) {
    const saved = yield* Ref.make(yield* Ref.get(ref))
    return Effect.gen(function* () {
      const value = yield* Ref.get(ref)
      if (value === (yield* Ref.get(saved))) return
      const text = yield* part.encode(value)
      if (text.length > maxSavedLength) {
        yield* Effect.logWarning("state of the emulator is too large to be saved", { name: part.name })
      } else {
        yield* write(file, encoder.encode(text))
      }
      yield* Ref.set(saved, value)
    }).pipe(
      Effect.catch((cause) =>
        Effect.logWarning("state of the emulator cannot be saved; check the data folder", { name: part.name, cause })
      )
    )
  })

  const save = Effect.flatMap(
    Ref.get(savers),
    Effect.forEach((one) => one, { discard: true })
  )
  yield* Effect.addFinalizer(() => save)
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(saveEvery), save)))

  const removeBytes = (names: Iterable<string>) =>
    Effect.forEach(names, (name) => fs.remove(path.join(mediaFolder, name), { force: true })).pipe(Effect.ignore)

  return {
    ref: Effect.fnUntraced(function* <A>(part: SavedPart<A>, initial: A) {
      const file = path.join(folder, `${part.name}.json`)
      const found = yield* Effect.orDie(read(file, part))
      const ref = yield* Ref.make(Option.getOrElse(found, () => initial))
      const one = yield* saver(file, part, ref)
      yield* Ref.update(savers, (all) => [...all, one])
      return ref
    }),
    register: () => Effect.void,
    putBytes: (name, bytes) =>
      Effect.catch(write(path.join(mediaFolder, name), bytes), (cause) =>
        Effect.logWarning("file of the emulator cannot be saved; check the data folder", { name, cause })
      ),
    bytes: (name) => Effect.option(fs.readFile(path.join(mediaFolder, name))),
    removeBytes,
    keepBytes: (names) =>
      fs.readDirectory(mediaFolder).pipe(
        Effect.map((found) => found.filter((name) => !names.has(name))),
        Effect.flatMap(removeBytes),
        Effect.ignore
      )
  } satisfies SavedState
})

/** Saves to files in the folder, which is created if missing. Fails if it cannot be created. */
export const inFolder = (folder: string) => Layer.effect(SavedState, make(folder))
