import { ByteSize, Console, Effect, FileSystem, Option, Path, Stream } from "effect"
import { Command, Argument, Flag } from "effect/cli"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { importMessages } from "../../../app/messages/importMessages.ts"
import { exportSources, readExport } from "../exports/readExport.ts"
import { answer } from "../output/answer.ts"
import { organization } from "./flags.ts"
import { failed, inWords, usage } from "./OperatorError.ts"

/** Maximum bytes of an export that is converted: it is read as a whole. */
const maxExportBytes = ByteSize.bytes(256 * 1024 * 1024)

const file = Argument.String("file").pipe(Argument.withDescription("Path of the file"))

const from = Flag.Literals("from", exportSources).pipe(
  Flag.withDescription("The service that exported the file: chatwoot (JSON of its API) or twilio (message log)")
)

const unreadable = (path: string) => () =>
  failed(`The file ${path} cannot be read. Nothing was imported from it. Check the path and its permissions`)

/** The lines of an export, and the number of entries that are left out. */
const converted = Effect.fnUntraced(function* (path: string, source: (typeof exportSources)[number]) {
  const files = yield* FileSystem.FileSystem
  const { size } = yield* Effect.mapError(files.stat(path), unreadable(path))
  if (size > maxExportBytes) return yield* usage(`The file has more than ${maxExportBytes} bytes. Split it`)
  const text = yield* Effect.mapError(files.readFileString(path), unreadable(path))
  const entries = yield* readExport(source, text)
  const lines = entries.flatMap((entry) => (entry === null ? [] : [JSON.stringify(entry)]))
  return { lines, skipped: entries.length - lines.length }
})

/** `parley import messages`. */
export const importMessagesCommand = Command.make(
  "messages",
  { file, organization, from: from.pipe(Flag.optional) },
  Effect.fn(function* ({ file, from, organization }) {
    // A running service may run the command, in a folder of its own.
    if (!(yield* Path.Path).isAbsolute(file)) return yield* usage("Give the whole path of the file, from / on")
    yield* requireOrganization(organization)
    const files = yield* FileSystem.FileSystem
    yield* Effect.mapError(files.access(file, { readable: true }), unreadable(file))
    if (Option.isNone(from)) return yield* report(yield* importMessages(organization, files.stream(file)), 0)
    const { lines, skipped } = yield* converted(file, from.value)
    const bytes = Stream.fromIterable(lines).pipe(Stream.map((line) => new TextEncoder().encode(`${line}\n`)))
    yield* report(yield* importMessages(organization, bytes), skipped)
  }, inWords)
).pipe(
  Command.withDescription(
    "Imports messages from a file of newline-delimited JSON, or from an export; repeated lines are known and add nothing"
  )
)

type Imported = Effect.Success<ReturnType<typeof importMessages>>

const report = ({ accepted, duplicates, lines, nextLine, refused, refusedLines }: Imported, skipped: number) =>
  answer({
    lines,
    accepted,
    duplicates,
    refusedLines,
    skipped,
    nextLine,
    refused: refused.map(({ error, field, line }) => ({ line, field, error }))
  })

/** The part of `parley import` that a running service runs. */
export const importCommand = Command.make("import").pipe(
  Command.withDescription("Messages from other services"),
  Command.withSubcommands([importMessagesCommand])
)

/** `parley import convert`, which needs no store. */
export const convertCommand = Command.make(
  "convert",
  { file, from },
  Effect.fn(function* ({ file, from }) {
    const { lines, skipped } = yield* converted(file, from)
    yield* Effect.forEach(lines, (line) => Console.log(line), { discard: true })
    if (skipped > 0) yield* Console.error(`${skipped} entries are left out: notes, other channels, or without content`)
  }, inWords)
).pipe(
  Command.withDescription("Writes the messages of an export as newline-delimited JSON to standard output"),
  Command.withExamples([
    { command: "parley import convert export.json --from chatwoot > messages.ndjson", description: "Convert an export" }
  ])
)
