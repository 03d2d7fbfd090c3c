import type { Fetch } from "../../client/promise/call.ts"

/** `fetch` that reports the service's time of each answer in milliseconds; NaN if the answer has no date. */
export const datedFetch =
  (fetch: Fetch, dated: (millis: number) => void): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    dated(Date.parse(response.headers.get("date") ?? ""))
    return response
  }
