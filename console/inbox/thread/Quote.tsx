import { useText } from "../../text/useText.ts"
import type { Message } from "../conversationTypes.ts"
import { PreviewText } from "../PreviewText.tsx"

interface QuoteProps {
  readonly replyTo: NonNullable<Message["replyTo"]>
  /** Opens the quoted message. */
  readonly onShow: (id: string) => void
}

/** Summary of the message or story that a message quotes. */
export const Quote = ({ onShow, replyTo }: QuoteProps) => {
  const { inbox } = useText()
  const { quote } = inbox
  const { direction, id, storyUrl, text } = replyTo
  const from = direction === null ? quote.earlier : direction === "inbound" ? quote.theirs : quote.ours
  const content = (
    <>
      <span className="quote-from">{storyUrl === "" ? from : quote.story}</span>
      {(text !== "" || storyUrl !== "") && (
        <span className="quote-text" dir="auto">
          {text === "" ? storyUrl : <PreviewText text={text} />}
        </span>
      )}
    </>
  )
  return id === null ? (
    <div className="quote">{content}</div>
  ) : (
    <button type="button" className="quote" title={quote.show} onClick={() => onShow(id)}>
      {content}
    </button>
  )
}
