import type { Fetch } from "../../client/promise/call.ts"
import type { LiveState } from "./liveState.ts"

const streamPath = /\/events\/stream$/

/** Statuses of proxies that did not reach the service. */
const unreachableStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** Observer of the stream's connection. */
export interface StreamWatch {
  readonly connection: (state: LiveState) => void
  /** Runs when the stream receives something. */
  readonly received: () => void
  /** Runs when another call reaches the service after the stream failed to. */
  readonly reached: () => void
}

/** A body that reports received data and its end. */
const watched = (body: ReadableStream<Uint8Array<ArrayBuffer>>, received: () => void, ended: () => void) => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) =>
      reader.read().then(
        ({ done, value }) => {
          if (!done) {
            received()
            return controller.enqueue(value)
          }
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

/** `fetch` that reports the state of the event stream. The client reconnects automatically and does not report it. */
export const streamFetch = (fetch: Fetch, watch: StreamWatch): Fetch => {
  let isCut = false
  const other: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (isCut && !unreachableStatuses.has(response.status)) {
      isCut = false
      watch.reached()
    }
    return response
  }
  return (url, init) => {
    if (!streamPath.test(url)) return other(url, init)
    const lost = () => {
      if (init.signal?.aborted === true) return
      isCut = true
      watch.connection("offline")
    }
    return fetch(url, init).then(
      (response) => {
        if (!response.ok || response.body === null) {
          if (response.status !== 401) watch.connection("offline")
          return response
        }
        isCut = false
        watch.received()
        watch.connection("live")
        const { headers, status, statusText } = response
        return new Response(watched(response.body, watch.received, lost), { headers, status, statusText })
      },
      (cause: unknown) => {
        lost()
        return Promise.reject(cause)
      }
    )
  }
}
