import { Popover } from "@base-ui/react/popover"
import { lazy, type RefObject, Suspense, useState } from "react"
import { Icon } from "../../parts/Icon.tsx"
import { Loading } from "../../parts/states.tsx"
import { useText } from "../../text/useText.ts"

/** Loaded with the first use. */
const EmojiPanel = lazy(() => import("./EmojiPanel.tsx"))

/** Button that opens the emoji picker. The focus returns to the text field. */
export const EmojiButton = ({
  field,
  onChoose
}: {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onChoose: (emoji: string) => void
}) => {
  const { composer } = useText().inbox.thread
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="button button-quiet" aria-label={composer.emoji} title={composer.emoji}>
        <Icon name="emoji" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" side="top" align="start" sideOffset={4}>
          <Popover.Popup className="popup emoji-popup" aria-label={composer.emoji} finalFocus={field}>
            <Suspense fallback={<Loading />}>
              <EmojiPanel
                onChoose={(emoji) => {
                  onChoose(emoji)
                  setOpen(false)
                }}
              />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
