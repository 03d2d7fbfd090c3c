import { Effect, Schema } from "effect"
import type { IncomingMessage } from "node:http"

/** A body that is longer than it may be. What is left of it is dropped by whoever answers. */
export class BodyOverflow extends Schema.TaggedError<BodyOverflow>()("BodyOverflow", {}) {}
/** The caller went away, or sent less than announced. */
export class BodyCutShort extends Schema.TaggedError<BodyCutShort>()("BodyCutShort", {}) {}

/**
 * The bytes of a body that nobody has begun to read, at most so many. As Node gives them, since watching the stream for
 * every end that a stream may have takes longer than everything else that is done to take a delivery in.
 */
export const nodeBody = (request: IncomingMessage, maxBytes: number) =>
  Effect.callback<Uint8Array, BodyOverflow | BodyCutShort>((resume) => {
    const pieces: Array<Uint8Array> = []
    let length = 0
    const stop = () => {
      request.off("data", onData).off("end", onEnd).off("close", onClose)
    }
    const onData = (piece: Uint8Array) => {
      length += piece.length
      if (length <= maxBytes) {
        pieces.push(piece)
        return
      }
      stop()
      resume(Effect.fail(new BodyOverflow()))
    }
    const onEnd = () => {
      stop()
      const [only] = pieces
      resume(Effect.succeed(only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces, length)))
    }
    // After the end, or instead of it.
    const onClose = () => {
      stop()
      resume(Effect.fail(new BodyCutShort()))
    }
    if (request.destroyed) return onClose()
    request.on("data", onData).on("end", onEnd).on("close", onClose)
    return Effect.sync(stop)
  })
