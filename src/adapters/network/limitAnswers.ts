import type { Socket } from "node:net"
import { errors } from "undici"

/**
 * Destroys the connection when the answer to one request takes more bytes than this, wherever they are: undici counts
 * headers and body, and reads on for ever where a peer puts the rest (the reason of a status, blanks before a value, the
 * extension of a chunk, interim answers). A new answer begins with whatever was written last, as requests follow each
 * other.
 */
export const limitAnswers = (socket: Socket, maxBytes: number): void => {
  let written = socket.bytesWritten
  let read = socket.bytesRead
  let before = read
  socket.on("readable", () => {
    if (socket.bytesWritten !== written) before = read
    written = socket.bytesWritten
    read = socket.bytesRead
    if (read - before > maxBytes) socket.destroy(new errors.ResponseExceededMaxSizeError("answer too long"))
  })
}
