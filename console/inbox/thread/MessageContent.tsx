import { Suspense, useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { useText } from "../../text/useText.ts"
import type { Message } from "../conversationTypes.ts"
import { lazyOr } from "../../parts/lazyOr.ts"
import { cardViews, choicesView } from "./choicesView.ts"
import { Choices, ContactCards } from "./Choices.tsx"
import { MediaFile } from "./MediaFile.tsx"

/** Loaded with the first template, because the rules of templates are large. */
const SentTemplate = lazyOr(
  () => import("../template/SentTemplate.tsx"),
  ({ template }) => <p className="muted">{template.name}</p>
)

/** Characters of a text before it is collapsed. */
const longText = 1_500

/** Text of customers, with a direction of its own that does not affect the page. */
const LongText = ({ text }: { readonly text: string }) => {
  const { inbox } = useText()
  const [isWhole, setWhole] = useState(false)
  if (text === "") return null
  const isCut = text.length > longText && !isWhole
  return (
    <>
      <p className="message-text" dir="auto">
        {isCut ? `${text.slice(0, longText)}…` : text}
      </p>
      {isCut && (
        <Button tone="quiet" onClick={() => setWhole(true)}>
          {inbox.showAll}
        </Button>
      )}
    </>
  )
}

/** Map of a location. Only a click opens the external site. */
const mapAddress = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`

/** Content of a message in the form of the platform; null if its six types show it as well. */
const Original = ({ original }: { readonly original: NonNullable<Message["original"]> }) => {
  const choices = choicesView(original)
  if (choices !== null) return <Choices view={choices} />
  return <ContactCards cards={cardViews(original)} />
}

const hasOriginal = ({ original }: Message): boolean =>
  original !== undefined && (choicesView(original) !== null || cardViews(original).length > 0)

/** Content of a message. */
export const MessageContent = ({ message }: { readonly message: Message }) => {
  const { inbox } = useText()
  if (message.template !== undefined) {
    return (
      <Suspense fallback={<p className="muted">{message.template.name}</p>}>
        <SentTemplate template={message.template} />
      </Suspense>
    )
  }
  if (message.original !== undefined && hasOriginal(message)) return <Original original={message.original} />
  switch (message.type) {
    case "text":
      return message.content.text === "" ? (
        <p className="muted">{inbox.unsupported}</p>
      ) : (
        <LongText text={message.content.text} />
      )
    case "image":
    case "video":
      return message.original?.type === "sticker" ? (
        <div className="message-sticker">
          <MediaFile kind={message.type} url={message.content.url} name="" />
        </div>
      ) : (
        <>
          <MediaFile kind={message.type} url={message.content.url} name="" />
          <LongText text={message.content.caption} />
        </>
      )
    case "audio":
    case "document":
      return (
        <>
          <MediaFile
            kind={message.type}
            url={message.content.url}
            name={message.type === "document" ? message.content.filename : ""}
          />
          <LongText text={message.caption ?? ""} />
        </>
      )
    case "location": {
      const { address, latitude, longitude, name } = message.content
      return (
        <div className="message-place">
          <LongText text={[name, address].filter((part) => part !== "").join("\n")} />
          <a href={mapAddress(latitude, longitude)} target="_blank" rel="noopener noreferrer">
            {inbox.place}{" "}
            <bdi>
              {latitude.toFixed(5)}, {longitude.toFixed(5)}
            </bdi>
          </a>
        </div>
      )
    }
  }
}
