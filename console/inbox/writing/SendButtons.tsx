import { Button } from "../../parts/Button.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Menu } from "../../parts/Menu.tsx"
import { useText } from "../../text/useText.ts"

/** What follows a send. */
export type AfterSend = "nothing" | "close" | "snooze"

/** Sends, and a menu with other ways to send. */
export const SendButtons = ({
  isDisabled,
  onLater,
  onSend
}: {
  readonly isDisabled: boolean
  readonly onSend: (after: AfterSend) => void
  readonly onLater: () => void
}) => {
  const { conversation, thread } = useText().inbox
  const { composer } = thread
  return (
    <span className="send-buttons">
      <Button tone="primary" type="submit" disabled={isDisabled}>
        {conversation.composer.send}
        <Icon name="send" />
      </Button>
      <Menu
        label={composer.sendOptions}
        tone="primary"
        entries={[
          { label: composer.sendAndClose, isDisabled, onSelect: () => onSend("close") },
          { label: composer.sendAndSnooze, isDisabled, onSelect: () => onSend("snooze") },
          "separator",
          { label: conversation.schedule.later, isDisabled, onSelect: onLater }
        ]}
      >
        <span className="menu-mark" aria-hidden />
      </Menu>
    </span>
  )
}
