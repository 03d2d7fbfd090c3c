import { Effect, FileSystem, Path, Schema } from "effect"

/** The connection data in `DATA_DIR/demo.json`; other fields of the file are ignored. */
export const ListenDemo = Schema.Struct({
  /** The base URL of the Developer interface, without a trailing slash. */
  baseUrl: Schema.String,
  apiKey: Schema.String
})
export type ListenDemo = typeof ListenDemo.Type

export class DemoUnknown extends Schema.TaggedError<DemoUnknown>()("DemoUnknown", {
  path: Schema.String,
  reason: Schema.Literals(["missing", "not readable"])
}) {}

/** The part of the file that the schema describes. */
export const readAs = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  return Effect.fn("ListenDemo.read")(function* (dataDir: string) {
    const files = yield* FileSystem.FileSystem
    const path = (yield* Path.Path).join(dataDir, "demo.json")
    return yield* files.readFileString(path).pipe(
      Effect.flatMap(decode),
      Effect.catchReasons(
        "PlatformError",
        { NotFound: () => new DemoUnknown({ path, reason: "missing" }) },
        () => new DemoUnknown({ path, reason: "not readable" })
      ),
      Effect.catchTag("SchemaError", () => new DemoUnknown({ path, reason: "not readable" }))
    )
  })
}

export const read = readAs(ListenDemo)
