import { useRef, useState } from "react"
import { fileProblem } from "../../../src/domain/media/fileLimits.ts"
import { saidType } from "../../../src/domain/media/fileTypes.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { useText } from "../../text/useText.ts"
import { addressProblem } from "./composition.ts"
import type { OutgoingContent } from "./Outgoing.ts"
import { useUpload } from "./useUpload.ts"

/** Whether WhatsApp takes the file as a sticker. The service looks at the bytes. */
const isSticker = ({ name, size, type }: Pick<File, "name" | "size" | "type">): boolean => {
  const mimeType = saidType({ mimeType: type, filename: name })
  return mimeType !== null && size > 0 && fileProblem("whatsapp", "sticker", { mimeType, size }) === null
}

/** Form for a sticker: a WebP file of this computer, which is uploaded, or one at a public address. */
export const StickerDialog = ({
  onClose,
  onSend
}: {
  readonly onClose: () => void
  readonly onSend: (content: OutgoingContent) => void
}) => {
  const { common, inbox } = useText()
  const { attachment, composer, sticker } = inbox.conversation
  const [address, setAddress] = useState("")
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setTried] = useState(false)
  const failureText = useFailureText()
  const chooser = useRef<HTMLInputElement>(null)
  const [uploading, upload, giveUp] = useUpload()
  const problem = file === null ? addressProblem(address) : null
  const isRefused = file !== null && !isSticker(file)
  const send = async () => {
    setTried(true)
    if (problem !== null || isRefused) return
    if (file === null) {
      onSend({ kind: "sticker", url: address.trim() })
      return onClose()
    }
    const mediaId = await upload(file)
    if (mediaId === null) return
    onSend({ kind: "sticker", url: "", upload: { mediaId, name: file.name } })
    onClose()
  }
  return (
    <Dialog
      title={sticker.title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            tone="primary"
            isBusy={uploading.state === "running"}
            disabled={isRefused}
            onClick={() => void send()}
          >
            {composer.send}
          </Button>
        </>
      }
    >
      <div className="attachment-file">
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={attachment.choose}
          accept="image/webp"
          onChange={({ target }) => {
            giveUp()
            setFile(target.files?.[0] ?? null)
            target.value = ""
          }}
        />
        <Button onClick={() => chooser.current?.click()}>
          {file === null ? attachment.choose : attachment.chooseAnother}
        </Button>
        {file !== null && (
          <p>
            <bdi>{file.name}</bdi>
          </p>
        )}
        {isRefused && (
          <p className="field-error" role="alert">
            {sticker.refused}
          </p>
        )}
        {uploading.state === "failed" && (
          <p className="field-error" role="alert">
            {attachment.notUploaded} {failureText(uploading.failure)}
          </p>
        )}
      </div>
      <Field
        label={sticker.address}
        disabled={file !== null}
        hint={sticker.hint}
        type="url"
        dir="ltr"
        value={address}
        error={problem !== null && isTried ? attachment.problems[problem] : null}
        onChange={({ target }) => setAddress(target.value)}
      />
    </Dialog>
  )
}
