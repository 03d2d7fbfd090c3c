import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { useText } from "../../text/useText.ts"
import { type MessagePart, messageParts } from "./messageParts.ts"

/** Characters of a text before it is collapsed. */
const longText = 1_500

const elements = { bold: "strong", italic: "em", strike: "s", code: "code" } as const

const Part = ({ part }: { readonly part: MessagePart }) => {
  if (part.kind === "text") return part.text
  if (part.kind === "link") {
    return (
      <a href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    )
  }
  const Element = elements[part.kind]
  return (
    <Element>
      <Parts parts={part.parts} />
    </Element>
  )
}

const Parts = ({ parts }: { readonly parts: ReadonlyArray<MessagePart> }) =>
  // The parts of a text have no identity but their place.
  parts.map((part, place) => <Part key={place} part={part} />)

/**
 * Text of a message with its links and, with `hasStyles`, the styles of WhatsApp. It has a direction of its own that does
 * not affect the page.
 */
export const MessageText = ({ hasStyles = false, text }: { readonly text: string; readonly hasStyles?: boolean }) => {
  const { inbox } = useText()
  const [isWhole, setWhole] = useState(false)
  if (text === "") return null
  const isCut = text.length > longText && !isWhole
  return (
    <>
      <p className="message-text" dir="auto">
        <Parts parts={messageParts(isCut ? `${text.slice(0, longText)}…` : text, hasStyles)} />
      </p>
      {isCut && (
        <Button tone="quiet" onClick={() => setWhole(true)}>
          {inbox.showAll}
        </Button>
      )}
    </>
  )
}
