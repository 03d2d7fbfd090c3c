import type { IncomingMessage } from "node:http"

/** Most bytes of a body that is waited for; larger ones take their time anyway. */
export const maxBytesAtHand = 16 * 1024

/** Whether the body says how long it is, and is not longer than anybody waits for here. */
export const mayBeAtHand = ({ headers }: IncomingMessage): boolean => {
  const length = Number(headers["content-length"])
  return length > 0 && length <= maxBytesAtHand
}

/**
 * Takes the whole body when it came together with the head, as it does from most clients, which shows once Node has read
 * on to the end of what came. The body of a request that is not taken is given back: nothing was read then.
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
