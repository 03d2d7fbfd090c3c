import type { Fetch } from "../../client/promise/call.ts"
import type { LiveState } from "./liveState.ts"

const streamPath = /\/events\/stream$/

/** Statuses with which proxies say that they did not reach the service. */
const unreached: ReadonlySet<number> = new Set([502, 503, 504])

/** Sees how it is with the stream. */
export interface StreamWatch {
  readonly connection: (state: LiveState) => void
  /** The stream received something. */
  readonly received: () => void
  /** Another call reached the service, after the stream had not. */
  readonly reached: () => void
}

/** A body that says when something comes, and when it ends or is cut. */
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

/** `fetch` that says how it is with the stream of events: the client connects again by itself, and does not tell. */
export const streamFetch = (fetch: Fetch, watch: StreamWatch): Fetch => {
  let isCut = false
  const other: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (isCut && !unreached.has(response.status)) {
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
