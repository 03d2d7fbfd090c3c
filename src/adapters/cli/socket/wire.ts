import { Schema, Stream } from "effect"
import { Ndjson } from "effect/encoding"
import { Socket } from "effect/socket"

/** Messages of a command to the running service. */
export const Asked = Schema.TaggedUnion({
  /** The arguments of the command, and whether its terminal shows colours. First, and once. */
  Run: { args: Schema.Array(Schema.String), canColor: Schema.Boolean },
  /** The answer to `Ask`; null when the command cannot get one. */
  Answer: { text: Schema.NullOr(Schema.String) }
})
export type Asked = typeof Asked.Type

/** Messages of the service to the command. */
export const Said = Schema.TaggedUnion({
  Out: { text: Schema.String },
  Err: { text: Schema.String },
  /** A secret is needed: `question` is shown on a terminal. */
  Ask: { question: Schema.String },
  /** The command ended with this exit code. Nothing follows. */
  End: { code: Schema.Int }
})
export type Said = typeof Said.Type

/** Bytes of the longest line in either direction: arguments of the system are shorter. */
const maxLineBytes = 4 * 1024 * 1024

/** The name of the socket in the data folder. */
export const socketName = "parley.sock"

/** Bytes of the longest path of a socket: `sun_path` of the system without the byte that ends it. */
export const maxSocketPathBytes = process.platform === "linux" ? 107 : 103

/** Whether no socket can have this path. A service of the folder runs without one then. */
export const isTooLong = (path: string): boolean => Buffer.byteLength(path) > maxSocketPathBytes

/** Sends the messages of a stream, a line each, and gives the messages of the other side. */
export const conversing =
  <In extends Schema.Constraint, Out extends Schema.Constraint>(
    socket: Socket.Socket,
    schemas: { readonly sends: In; readonly receives: Out }
  ) =>
  <E, R>(messages: Stream.Stream<In["Type"], E, R>) =>
    messages.pipe(
      Stream.pipeThroughChannel(
        Ndjson.duplexSchema(Socket.toChannel(socket), {
          inputSchema: schemas.sends,
          outputSchema: schemas.receives,
          maxLineBytes
        })
      )
    )
