import { useEffect, useState } from "react"
import { type Failure, failureOf } from "../../api/Failure.ts"
import { useParley } from "../../api/Session.ts"
import { Button } from "../../parts/Button.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { useText } from "../../text/useText.ts"
import { mediaIdIn } from "./mediaIdIn.ts"

/** Attempts to load a file that the service is still downloading, and the default seconds between them. */
const attempts = 10
const usualWait = 2

interface FileProps {
  readonly kind: "image" | "video" | "audio" | "document"
  readonly url: string
  /** File name; empty without one. */
  readonly name: string
}

/** State of a file. */
type Fetched =
  | { readonly state: "idle" | "loading" }
  | { readonly state: "failed"; readonly failure: Failure }
  | { readonly state: "ready"; readonly url: string; readonly type: string }

/** A file of the service, fetched with the token and shown from memory. */
const useFile = (mediaId: string | null, isWanted: boolean): readonly [Fetched, () => void] => {
  const parley = useParley()
  const [fetched, setFetched] = useState<Fetched>({ state: "idle" })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (mediaId === null || !isWanted) return
    const ended = new AbortController()
    let address: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = (left: number): void => {
      parley.media.get(mediaId, { signal: ended.signal }).then(
        (blob) => {
          if (ended.signal.aborted) return
          address = URL.createObjectURL(blob)
          setFetched({ state: "ready", url: address, type: blob.type })
        },
        (cause: unknown) => {
          if (ended.signal.aborted) return
          const failure = failureOf(cause)
          if (failure.status === 503 && left > 1) {
            timer = setTimeout(() => load(left - 1), (failure.retryAfter ?? usualWait) * 1_000)
          } else setFetched({ state: "failed", failure })
        }
      )
    }
    setFetched({ state: "loading" })
    load(attempts)
    return () => {
      ended.abort()
      clearTimeout(timer)
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [parley, mediaId, isWanted, attempt])
  return [fetched, () => setAttempt((count) => count + 1)]
}

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url)

/** A file of a message: images load at once, others on demand. */
export const MediaFile = ({ kind, name, url }: FileProps) => {
  const { common, inbox } = useText()
  const textOf = useFailureText()
  const mediaId = mediaIdIn(url)
  const [isWanted, setWanted] = useState(kind === "image")
  const [isBroken, setBroken] = useState(false)
  const [fetched, retry] = useFile(mediaId, isWanted)
  if (mediaId === null) {
    return isWebAddress(url) ? (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {inbox.openFile[kind]} {name !== "" && <bdi>{name}</bdi>}
      </a>
    ) : (
      <p className="muted">{inbox.noFile}</p>
    )
  }
  switch (fetched.state) {
    case "idle":
      return (
        <Button onClick={() => setWanted(true)}>
          {inbox.loadFile[kind]} {name !== "" && <bdi>{name}</bdi>}
        </Button>
      )
    case "loading":
      return <p className="muted media-waiting">{common.loading}</p>
    case "failed":
      return (
        <div className="media-failed">
          <p className="field-error">{textOf(fetched.failure)}</p>
          <Button tone="quiet" onClick={retry}>
            {common.retry}
          </Button>
        </div>
      )
    case "ready": {
      const download = (
        <a className="button" href={fetched.url} download={name || kind}>
          {inbox.saveFile[kind]} {name !== "" && <bdi>{name}</bdi>}
        </a>
      )
      if (isBroken) return download
      if (kind === "image") {
        return <img className="media" src={fetched.url} alt={inbox.openFile.image} onError={() => setBroken(true)} />
      }
      if (kind === "audio") {
        // Recordings of customers have no captions.
        return <audio className="media" controls src={fetched.url} onError={() => setBroken(true)} />
      }
      if (kind === "video") {
        return <video className="media" controls playsInline src={fetched.url} onError={() => setBroken(true)} />
      }
      return download
    }
  }
}
