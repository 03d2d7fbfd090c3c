import { useEffect, useRef, useState } from "react"
import { createParleySession } from "../../../client/promise/createParley.ts"
import { authorisedFetch } from "../../api/authorisedFetch.ts"
import { type Failure, failureOf } from "../../api/Failure.ts"
import { useSession } from "../../api/Session.ts"
import { uploadFetch } from "../../api/uploadFetch.ts"

/** Upload timeout in milliseconds: enough for 100 MiB at 1.5 Mbit/s. */
const patience = 600_000

/** State of an upload. `share`: the part that is sent, from 0 to 1. */
export type UploadState =
  | { readonly state: "idle" }
  | { readonly state: "running"; readonly share: number }
  | { readonly state: "failed"; readonly failure: Failure }

/** Uploads a file and returns its id; null if the upload failed or was cancelled. Unmounting cancels it. */
export const useUpload = (): readonly [UploadState, (file: File) => Promise<string | null>, () => void] => {
  const { organization, tokens } = useSession()
  const [state, setState] = useState<UploadState>({ state: "idle" })
  const running = useRef<AbortController | null>(null)
  const giveUp = () => {
    running.current?.abort()
    running.current = null
    setState({ state: "idle" })
  }
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      running.current?.abort()
    }
  }, [])
  const upload = (file: File): Promise<string | null> => {
    // The next of several files, after the dialog closed.
    if (isGone.current) return Promise.resolve(null)
    const aborter = new AbortController()
    running.current = aborter
    setState({ state: "running", share: 0 })
    const parley = createParleySession({
      url: window.location.origin,
      organizationId: organization.id,
      token: () => tokens.token(),
      timeout: patience,
      fetch: authorisedFetch(
        tokens,
        uploadFetch((share) => {
          if (running.current === aborter) setState({ state: "running", share })
        })
      )
    })
    const options = { signal: aborter.signal, idempotencyKey: crypto.randomUUID() }
    return parley.uploads.create(file, { filename: file.name.slice(-longestName) }, options).then(
      ({ id }) => {
        if (running.current !== aborter) return null
        setState({ state: "idle" })
        return id
      },
      (cause: unknown) => {
        if (running.current === aborter) setState({ state: "failed", failure: failureOf(cause) })
        return null
      }
    )
  }
  return [state, upload, giveUp]
}

/** Maximum characters of a file name. The end is used, which contains the extension. */
const longestName = 240
