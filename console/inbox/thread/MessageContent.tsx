import { Suspense } from "react"
import { useText } from "../../text/useText.ts"
import type { Message } from "../conversationTypes.ts"
import { lazyOr } from "../../parts/lazyOr.ts"
import { cardViews, choicesView } from "./choicesView.ts"
import { Choices, ContactCards } from "./Choices.tsx"
import { MediaFile } from "./MediaFile.tsx"
import { MessageText } from "./MessageText.tsx"

/** Loaded with the first template, because the rules of templates are large. */
const SentTemplate = lazyOr(
  () => import("../template/SentTemplate.tsx"),
  ({ template }) => <p className="muted">{template.name}</p>
)

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

/** Content of a message. `hasStyles`: its texts have the marks of WhatsApp. */
export const MessageContent = ({ hasStyles, message }: { readonly message: Message; readonly hasStyles: boolean }) => {
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
        <MessageText text={message.content.text} hasStyles={hasStyles} />
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
          <MessageText text={message.content.caption} hasStyles={hasStyles} />
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
          <MessageText text={message.caption ?? ""} hasStyles={hasStyles} />
        </>
      )
    case "location": {
      const { address, latitude, longitude, name } = message.content
      return (
        <div className="message-place">
          <MessageText text={[name, address].filter((part) => part !== "").join("\n")} />
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
