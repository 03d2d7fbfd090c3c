import { Dialog } from "../parts/Dialog.tsx"
import { KeyHint } from "../parts/KeyHint.tsx"
import { useText } from "../text/useText.ts"
import { inboxKeys } from "./inboxKeys.ts"

/** List of keyboard shortcuts. */
export const KeyboardHelp = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { inbox } = useText()
  return (
    <Dialog title={inbox.keys} isOpen={isOpen} onClose={onClose}>
      <dl className="keys">
        {inboxKeys.map(([key, command]) => (
          <div key={key} className="keys-row">
            <dt>
              <KeyHint name={key} />
              {command === "search" && (
                <>
                  {" "}
                  <KeyHint name="Ctrl K" /> <KeyHint name="⌘ K" />
                </>
              )}
            </dt>
            <dd>{inbox.commands[command]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
