import { Button } from "../../parts/Button.tsx"
import { useText } from "../../text/useText.ts"
import type { Answering } from "./answering.ts"

/** The message that the next one answers, above the text field. Escape in the field or the button removes it. */
export const AnsweredMessage = ({
  answering,
  onRemove
}: {
  readonly answering: Answering
  readonly onRemove: () => void
}) => {
  const { inbox } = useText()
  const { quote } = inbox
  const { message, text } = answering
  return (
    <div className="answered" role="status">
      <div className="quote">
        <span className="quote-from">{message.direction === "inbound" ? quote.theirs : quote.ours}</span>
        {text !== "" && (
          <span className="quote-text" dir="auto">
            {text}
          </span>
        )}
      </div>
      <Button tone="quiet" aria-label={inbox.conversation.composer.noReply} onClick={onRemove}>
        <span aria-hidden>✕</span>
      </Button>
    </div>
  )
}
