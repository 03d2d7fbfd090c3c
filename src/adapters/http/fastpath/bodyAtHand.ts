import type { IncomingMessage } from "node:http"

/** Most bytes of a body that is waited for; larger ones take their time anyway. */
export const maxBytesAtHand = 16 * 1024

/** Whether the body says how long it is, and is not longer than anybody waits for here. */
export const mayBeAtHand = ({ headers }: IncomingMessage): boolean => {
  const length = Number(headers["content-length"])
  return length > 0 && length <= maxBytesAtHand
}

/**
 * Takes the whole body if it arrived together with the head, as it does from most clients. That shows once Node has
 * read to the end of the received bytes. The body of a request that is not taken is put back unread.
 */
export const withBodyAtHand = (
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
