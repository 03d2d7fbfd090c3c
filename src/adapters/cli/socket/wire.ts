import { Schema, Stream } from "effect"
import { Ndjson } from "effect/encoding"
import { Socket } from "effect/socket"

/** Messages of a command to the running service. */
export const CommandMessage = Schema.TaggedUnion({
  /** The first message, sent once: the arguments of the command, and whether its terminal supports colours. */
  Run: { args: Schema.Array(Schema.String), canColor: Schema.Boolean },
  /** The answer to `Ask`; null if the command cannot get one. */
  Answer: { text: Schema.NullOr(Schema.String) }
})
export type CommandMessage = typeof CommandMessage.Type

/** Messages of the service to the command. */
export const ServiceMessage = Schema.TaggedUnion({
  Out: { text: Schema.String },
  Err: { text: Schema.String },
  /** Requests a secret; `question` is shown on a terminal. */
  Ask: { question: Schema.String },
  /** The end of the command with its exit code; the last message. */
  End: { code: Schema.Int }
})
export type ServiceMessage = typeof ServiceMessage.Type

/** Maximum length of a line in bytes, in either direction; system arguments are shorter. */
const maxLineBytes = 4 * 1024 * 1024

/** The name of the socket in the data folder. */
export const socketName = "parley.sock"

/** Maximum length of a socket path in bytes: `sun_path` of the system without the terminating byte. */
export const maxSocketPathBytes = process.platform === "linux" ? 107 : 103

/** Whether the path is too long for a socket. A service of the folder then runs without one. */
export const isTooLong = (path: string): boolean => Buffer.byteLength(path) > maxSocketPathBytes

/** Sends the messages of a stream, one per line, and returns the messages of the other side. */
export const openMessages =
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
