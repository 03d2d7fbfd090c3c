import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { useText } from "../../text/useText.ts"
import { addressProblem, type AttachmentKind, kindOfAddress } from "./composition.ts"
import type { OutgoingContent } from "./Outgoing.ts"

const kinds: ReadonlyArray<AttachmentKind> = ["image", "video", "audio", "document"]

/** Sends a file by its address. */
export const AttachmentDialog = ({
  address: given,
  hasTexts,
  note,
  onClose,
  onSend
}: {
  /** The address that was dropped or pasted. */
  readonly address: string
  /** Whether the channel shows a text below a file and its name. */
  readonly hasTexts: boolean
  /** Why an address is asked for. */
  readonly note: string | null
  readonly onClose: () => void
  readonly onSend: (content: OutgoingContent) => void
}) => {
  const { common, inbox } = useText()
  const { attachment, composer } = inbox.conversation
  const [address, setAddress] = useState(given)
  const [chosen, setChosen] = useState<AttachmentKind | null>(null)
  const [caption, setCaption] = useState("")
  const [filename, setFilename] = useState("")
  const [isTried, setTried] = useState(false)
  const kind = chosen ?? kindOfAddress(address)
  const problem = addressProblem(address)
  const send = () => {
    setTried(true)
    if (problem !== null) return
    onSend({
      kind,
      url: address.trim(),
      caption: hasTexts && kind !== "audio" ? caption.trim() : "",
      filename: hasTexts && kind === "document" ? filename.trim() : ""
    })
    onClose()
  }
  return (
    <Dialog
      title={attachment.title}
      description={note}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" onClick={send}>
            {composer.send}
          </Button>
        </>
      }
    >
      <Field
        label={attachment.address}
        hint={attachment.addressHint}
        type="url"
        dir="ltr"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        error={
          problem !== null && (isTried || problem !== "empty") && address !== ""
            ? attachment.problems[problem]
            : isTried && problem !== null
              ? attachment.problems[problem]
              : null
        }
      />
      <Select
        label={attachment.kind}
        value={kind}
        onChange={setChosen}
        options={kinds.map((value) => ({ value, label: attachment.kinds[value] }))}
      />
      {hasTexts && kind !== "audio" && (
        <Field
          label={attachment.caption}
          isOptional
          value={caption}
          onChange={({ target }) => setCaption(target.value)}
        />
      )}
      {hasTexts && kind === "document" && (
        <Field
          label={attachment.filename}
          isOptional
          value={filename}
          onChange={({ target }) => setFilename(target.value)}
        />
      )}
    </Dialog>
  )
}
