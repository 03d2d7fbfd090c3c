import { Context, type Duration, Effect, FileSystem, Layer, Option, Path, Ref, Schema } from "effect"
import { makeFolder } from "../src/adapters/media/makeFolder.ts"

/** How soon a change is on the disk. A process that is killed loses no more than what changed in this time. */
const saveEvery: Duration.Input = "1 second"

/** A part whose text is longer is not saved: it is a mistake, and would slow every later start. Characters. */
const maxSavedLength = 32 * 1024 * 1024

/** Files of another version are not read; what they had begins anew. */
const version = 1

/** Readable by the owner of the folder only: messages and tokens are in these files. */
const folderMode = 0o700
const fileMode = 0o600

/** A part of the platform's state that survives a restart. */
export interface SavedPart<A> {
  /** Also that of its file, without the extension. */
  readonly name: string
  readonly encode: (value: A) => Effect.Effect<string, Schema.SchemaError>
  readonly decode: (text: string) => Effect.Effect<A, Schema.SchemaError>
  /** The same without the version, for an export of the whole state. */
  readonly toJson: (value: A) => Effect.Effect<Schema.Json, Schema.SchemaError>
  readonly fromJson: (json: Schema.Json) => Effect.Effect<A, Schema.SchemaError>
}

/** A part of an export. */
export interface ExportedPart {
  readonly name: string
  readonly read: Effect.Effect<Schema.Json, Schema.SchemaError>
  /** Checks a value for the part, and changes nothing. The result puts it in place. */
  readonly stage: (json: Schema.Json) => Effect.Effect<Effect.Effect<void>, Schema.SchemaError>
}

/** How a saved part takes part in exports. */
export interface ExportOptions<A> {
  /** False for credentials of this machine. */
  readonly isExported?: boolean
  /** Follows the replacement of the value by an import. */
  readonly imported?: (value: A) => Effect.Effect<void>
}

/** A part of this name, in JSON as the schema has it. Schemas are made once: making one is the costly part. */
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

/** The same, of which only a piece is saved: `taken` of what there is, from which `restored` makes it again. */
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

/** Where the parts of the platform's state are, and bytes that are too many for one of them. */
export interface SavedState {
  /** A reference to the saved value of the part, or to the initial value. Its value is saved from then on. */
  readonly ref: <A>(part: SavedPart<A>, initial: A, options?: ExportOptions<A>) => Effect.Effect<Ref.Ref<A>>
  /** Adds a part to exports, in place of a saved part of this name. */
  readonly register: (part: ExportedPart) => Effect.Effect<void>
  /** Saves bytes under a name of digits. They are on the disk when this ends. */
  readonly putBytes: (name: string, bytes: Uint8Array) => Effect.Effect<void>
  /** The bytes that were saved under the name. */
  readonly bytes: (name: string) => Effect.Effect<Option.Option<Uint8Array>>
  /** Forgets the bytes under these names. */
  readonly removeBytes: (names: Iterable<string>) => Effect.Effect<void>
  /** Forgets all bytes whose name is not among these. */
  readonly keepBytes: (names: ReadonlySet<string>) => Effect.Effect<void>
}

/** Unless a folder is provided, nothing survives the process. */
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

  /** Writes the file whole or not at all: a process that is killed leaves the old one. */
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
          Effect.logWarning("saved state of the emulator is unreadable and begins anew", { name, cause }),
          Option.none<A>()
        )
      )
    )
  })

  const encoder = new TextEncoder()

  /** Saves what the reference holds when that is another value than before: values never change in themselves. */
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

/** In files below the folder, which is made when it is missing. Fails when it cannot be. */
export const inFolder = (folder: string) => Layer.effect(SavedState, make(folder))
