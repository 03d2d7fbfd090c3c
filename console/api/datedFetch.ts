import type { Fetch } from "../../client/promise/call.ts"

/** `fetch` that says what time the service has with each answer, in milliseconds; NaN where the answer does not say. */
export const datedFetch =
  (fetch: Fetch, dated: (millis: number) => void): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    dated(Date.parse(response.headers.get("date") ?? ""))
    return response
  }
