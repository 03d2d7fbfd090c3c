import { useEffect, useState } from "react"
import { useText } from "../text/useText.ts"
import type { ShownFile } from "./ShownPart.ts"
import { useClient } from "./useEmulator.ts"

/** Object URL of an emulator file: undefined while it loads, null if the load failed. */
const useFile = (id: string | null): string | null | undefined => {
  const client = useClient()
  const [address, setAddress] = useState<string | null>()
  useEffect(() => {
    if (id === null) return
    const stopped = new AbortController()
    let made: string | null = null
    client.file(id, stopped.signal).then(
      (blob) => {
        if (stopped.signal.aborted) return
        made = URL.createObjectURL(blob)
        setAddress(made)
      },
      () => {
        if (!stopped.signal.aborted) setAddress(null)
      }
    )
    return () => {
      stopped.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [client, id])
  return address
}

/** File of a message. External files are links, because the page loads nothing from other hosts. */
export const PhoneFile = ({ file: { id, kind, name, url } }: { readonly file: ShownFile }) => {
  const { common, playground } = useText()
  const { phone } = playground
  const address = useFile(id)
  const label = name ?? phone[kind]
  if (id === null) {
    return url === null || !/^https?:\/\//i.test(url) ? (
      <span className="muted">{label}</span>
    ) : (
      <a href={url} target="_blank" rel="noopener noreferrer">
        <bdi>{label}</bdi>
      </a>
    )
  }
  if (address === undefined) return <span className="muted">{common.loading}</span>
  if (address === null) return <span className="field-error">{phone.failedFile}</span>
  switch (kind) {
    case "image":
    case "sticker":
      return <img className="phone-image" src={address} alt={label} />
    case "video":
      return <video className="phone-image" src={address} controls aria-label={label} />
    case "audio":
      return <audio src={address} controls aria-label={label} />
    case "document":
      return (
        <a href={address} download={name ?? "document"}>
          <bdi>{label}</bdi>
        </a>
      )
  }
}
