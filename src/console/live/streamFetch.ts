import type { Fetch } from "../../client/promise/call.ts"
import type { LiveState } from "./liveState.ts"

const streamPath = /\/events\/stream$/

/** A body that says when it ends, or is cut. */
const watched = (body: ReadableStream<Uint8Array<ArrayBuffer>>, ended: () => void) => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) =>
      reader.read().then(
        ({ done, value }) => {
          if (!done) return controller.enqueue(value)
          ended()
          controller.close()
        },
        (cause: unknown) => {
          ended()
          controller.error(cause)
        }
      ),
    cancel: (reason) => reader.cancel(reason)
  })
}

/** `fetch` that says how it is with the stream of events: the client connects again by itself, and does not tell. */
export const streamFetch =
  (fetch: Fetch, changed: (state: LiveState) => void): Fetch =>
  (url, init) => {
    if (!streamPath.test(url)) return fetch(url, init)
    const lost = () => {
      if (init.signal?.aborted !== true) changed("offline")
    }
    return fetch(url, init).then(
      (response) => {
        if (!response.ok || response.body === null) {
          if (response.status !== 401) lost()
          return response
        }
        changed("live")
        const { headers, status, statusText } = response
        return new Response(watched(response.body, lost), { headers, status, statusText })
      },
      (cause: unknown) => {
        lost()
        return Promise.reject(cause)
      }
    )
  }
