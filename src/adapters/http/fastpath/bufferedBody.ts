import type { IncomingMessage } from "node:http"

/** Largest body, in bytes, that the fast path accepts. Larger bodies rarely arrive with the head. */
export const maxBufferedBytes = 16 * 1024

/** Whether the declared length of the body is within `maxBufferedBytes`. */
export const mayBeBuffered = ({ headers }: IncomingMessage): boolean => {
  const length = Number(headers["content-length"])
  return length > 0 && length <= maxBufferedBytes
}

/**
 * Takes the whole body if it arrived together with the head, as with most clients. This is known once Node has read all
 * arrived bytes. A body that `take` refuses is pushed back, as if it had not been read.
 */
export const withBufferedBody = (
  request: IncomingMessage,
  take: (body: Uint8Array) => boolean,
  pass: () => void
): void => {
  process.nextTick(() => {
    const isWhole = request.readableLength === Number(request.headers["content-length"])
    const body: unknown = isWhole ? request.read() : null
    if (!(body instanceof Uint8Array)) return pass()
    if (take(body)) return
    request.unshift(body)
    pass()
  })
}
