import type { Fetch } from "../../client/promise/call.ts"

/** The share of a body that is sent, from 0 to 1. */
export type Progress = (share: number) => void

const headersOf = (request: XMLHttpRequest): Headers => {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const end = line.indexOf(":")
    if (end > 0) headers.append(line.slice(0, end), line.slice(end + 1).trim())
  }
  return headers
}

/** `fetch` for one file with progress, which `fetch` itself does not report. */
export const uploadFetch =
  (onProgress: Progress): Fetch =>
  (url, { body, headers, method = "POST", signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      const end = () => signal?.removeEventListener("abort", abort)
      request.open(method, url)
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      })
      request.addEventListener("load", () => {
        end()
        resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }))
      })
      request.addEventListener("error", () => {
        end()
        reject(new TypeError("The service was not reached"))
      })
      request.addEventListener("abort", () => {
        end()
        reject(signal?.reason ?? new Error("The upload was given up"))
      })
      if (signal?.aborted === true) return reject(signal.reason)
      signal?.addEventListener("abort", abort)
      request.send(body instanceof Blob ? body : null)
    })
