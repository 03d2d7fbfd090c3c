import { Button } from "../../parts/Button.tsx"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { useDevelopersText } from "../developersText.ts"

/** Shows a signing secret once. Only its button closes the dialog. */
export const OnceSecret = ({ onClose, secret }: { readonly secret: string; readonly onClose: () => void }) => {
  const { endpoints: texts, keys, webhook } = useDevelopersText()
  return (
    <Dialog
      title={texts.secretTitle}
      description={texts.secretOnce}
      isOpen
      onClose={() => {}}
      footer={
        <Button tone="primary" onClick={onClose}>
          {keys.done}
        </Button>
      }
    >
      <div className="dev-secret">
        <output aria-label={webhook.secret} dir="ltr">
          <code>{secret}</code>
        </output>
        <CopyButton text={secret} label={webhook.secret} />
      </div>
    </Dialog>
  )
}
