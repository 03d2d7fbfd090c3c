import { useEffect, useState } from "react"
import { useLanguageTag, useText } from "../../text/useText.ts"
import type { AttachmentKind } from "./composition.ts"

/** Object URL of a local file while the component is mounted. */
const useAddress = (file: File): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** A size in readable units. */
const formatSize = (bytes: number, language: string): string => {
  const [unit, value] =
    bytes < 1024
      ? (["byte", bytes] as const)
      : bytes < 1024 * 1024
        ? (["kilobyte", bytes / 1024] as const)
        : (["megabyte", bytes / 1024 / 1024] as const)
  const maximumFractionDigits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits }).format(value)
}

/** Preview of a chosen file with its name and size. `kind`: null for a file that cannot be sent. */
export const FilePreview = ({ file, kind }: { readonly file: File; readonly kind: AttachmentKind | null }) => {
  const { inbox } = useText()
  const language = useLanguageTag()
  const address = useAddress(file)
  const { preview } = inbox.conversation.attachment
  return (
    <figure className="attachment-preview">
      {address !== null && kind === "image" && <img className="media" src={address} alt={preview} />}
      {/* Files that are about to be sent have no captions. */}
      {address !== null && kind === "audio" && <audio className="media" controls src={address} aria-label={preview} />}
      {address !== null && kind === "video" && (
        <video className="media" controls playsInline src={address} aria-label={preview} />
      )}
      <figcaption>
        <bdi>{file.name}</bdi> <span className="muted">{formatSize(file.size, language)}</span>
      </figcaption>
    </figure>
  )
}
