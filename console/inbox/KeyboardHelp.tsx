import { Dialog } from "../parts/Dialog.tsx"
import { KeyHint } from "../parts/Kbd.tsx"
import { useText } from "../text/useText.ts"
import { inboxKeys } from "./inboxKeys.ts"

/** List of keyboard shortcuts. */
export const KeyboardHelp = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { inbox } = useText()
  return (
    <Dialog title={inbox.keys} isOpen={isOpen} onClose={onClose}>
      <dl className="keys">
        <div className="keys-row">
          <dt>
            <KeyHint name="Ctrl K" /> <KeyHint name="⌘ K" />
          </dt>
          <dd>{inbox.palette}</dd>
        </div>
        {inboxKeys.map(([key, command]) => (
          <div key={key} className="keys-row">
            <dt>
              <KeyHint name={key} />
            </dt>
            <dd>{inbox.commands[command]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
