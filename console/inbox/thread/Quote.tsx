import { useText } from "../../text/useText.ts"
import type { Message } from "../conversationTypes.ts"
import { PreviewText } from "../PreviewText.tsx"

interface QuoteProps {
  readonly replyTo: NonNullable<Message["replyTo"]>
  /** Leads to the answered message. */
  readonly onShow: (id: string) => void
}

/** The message or the story that a message answers, in short. */
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
