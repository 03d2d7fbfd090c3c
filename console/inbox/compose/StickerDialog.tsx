import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { useText } from "../../text/useText.ts"
import { addressProblem } from "./composition.ts"
import type { OutgoingContent } from "./Outgoing.ts"

/** Form for a sticker: a WebP file at a public address. */
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
  const [isTried, setTried] = useState(false)
  const problem = addressProblem(address)
  const send = () => {
    setTried(true)
    if (problem !== null) return
    onSend({ kind: "sticker", url: address.trim() })
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
          <Button tone="primary" onClick={send}>
            {composer.send}
          </Button>
        </>
      }
    >
      <Field
        label={sticker.address}
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
