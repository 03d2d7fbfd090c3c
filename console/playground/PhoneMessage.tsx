import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { Button } from "../parts/Button.tsx"
import { Menu, type MenuEntry } from "../parts/Menu.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"
import type { Draft } from "./Draft.ts"
import type { ThreadMessage } from "./emulatorSchemas.ts"
import { PhoneFile } from "./PhoneFile.tsx"
import { previewOf, shownMessage } from "./shownMessage.ts"
import type { ShownPart, Tap } from "./ShownPart.ts"
import type { EmulatorAction } from "./useEmulator.ts"
import type { ChosenPerson } from "./ChosenPerson.ts"

const emojis = ["👍", "❤", "😆", "😮", "😢"]

/** Maximum characters of a message in the label of its menu. */
const namedWith = 40

interface MessageProps {
  readonly message: ThreadMessage
  /** All messages of the thread, including the quoted one. */
  readonly messages: ReadonlyArray<ThreadMessage>
  readonly person: ChosenPerson
  readonly act: EmulatorAction<object>["run"]
  readonly onDraft: (draft: Draft) => void
}

const Taps = ({ act, taps }: { readonly taps: ReadonlyArray<Tap>; readonly act: MessageProps["act"] }) => {
  const { playground } = useText()
  if (taps.length === 0) return null
  return (
    <div className="phone-taps" role="group" aria-label={playground.phone.tapped}>
      {taps.map((tap, index) =>
        "href" in tap ? (
          <a key={`${index} ${tap.label}`} className="button" href={tap.href} target="_blank" rel="noopener noreferrer">
            <bdi>{tap.label}</bdi>
          </a>
        ) : (
          <Button key={`${index} ${tap.label}`} onClick={() => void act(tap.request)}>
            <span>
              <bdi>{tap.label}</bdi>
              {tap.detail !== null && <span className="muted phone-detail">{tap.detail}</span>}
            </span>
          </Button>
        )
      )}
    </div>
  )
}

const Part = ({ act, part }: { readonly part: ShownPart; readonly act: MessageProps["act"] }) => (
  <div className="phone-part">
    {part.title !== null && (
      <strong className="phone-text" dir="auto">
        {part.title}
      </strong>
    )}
    {part.files.map((file, index) => (
      <PhoneFile key={file.id ?? file.url ?? index} file={file} />
    ))}
    {part.text !== null && (
      <p className="phone-text" dir="auto">
        {part.text}
      </p>
    )}
    {part.footer !== null && (
      <p className="muted phone-text" dir="auto">
        {part.footer}
      </p>
    )}
    <Taps taps={part.taps} act={act} />
  </div>
)

const isText = (channel: Channel, { content }: ThreadMessage): boolean =>
  channel === "whatsapp" ? content["type"] === "text" : typeof content["text"] === "string"

/** Actions of the person on a message. Messenger reports no deletion. */
const useActions = ({ act, message, onDraft, person }: MessageProps): ReadonlyArray<MenuEntry> => {
  const { playground } = useText()
  const { phone } = playground
  const { channel } = person
  const messageId = message.id
  const preview = previewOf(channel, message)
  const reactions: ReadonlyArray<MenuEntry> = [
    { heading: phone.react },
    ...emojis.map((emoji) => ({
      label: emoji,
      isChecked: message.reactions.person === emoji,
      onSelect: () => void act({ type: "reaction", messageId, emoji })
    })),
    {
      label: phone.removeReaction,
      isDisabled: message.reactions.person === null,
      onSelect: () => void act({ type: "reaction", messageId, emoji: "" })
    },
    "separator"
  ]
  const reply: MenuEntry = { label: phone.reply, onSelect: () => onDraft({ _tag: "Reply", messageId, preview }) }
  if (message.by === "business") return [...reactions, reply]
  const edit: MenuEntry = { label: phone.edit, onSelect: () => onDraft({ _tag: "Edit", messageId, preview }) }
  const remove: MenuEntry = {
    label: phone.delete,
    isDanger: true,
    onSelect: () => void act({ type: channel === "whatsapp" ? "revoke" : "deletion", messageId })
  }
  return [
    ...reactions,
    reply,
    ...(isText(channel, message) ? [edit] : []),
    ...(channel === "messenger" ? [] : [remove])
  ]
}

/** A message as the person sees it, with its actions. */
export const PhoneMessage = (props: MessageProps) => {
  const { act, message, messages, person } = props
  const { playground } = useText()
  const { phone } = playground
  const entries = useActions(props)
  const { parts, replyTo } = shownMessage(person.channel, message)
  const answered = messages.find(({ id }) => id === replyTo)
  const isMine = message.by === "person"
  const reactions = [message.reactions.person, message.reactions.business].filter((emoji) => emoji !== null)
  return (
    <article className={isMine ? "phone-message phone-mine" : "phone-message"}>
      <span className="visually-hidden">{isMine ? phone.you : phone.business}</span>
      {message.isDeleted ? (
        <p className="muted">{phone.deleted}</p>
      ) : (
        <>
          {answered !== undefined && (
            <blockquote className="phone-answered play-cut" dir="auto">
              {previewOf(person.channel, answered)}
            </blockquote>
          )}
          {parts.map((part, index) => (
            <Part key={index} part={part} act={act} />
          ))}
        </>
      )}
      <footer className="phone-facts">
        {reactions.length > 0 && <span>{reactions.join(" ")}</span>}
        {message.isEdited && <span className="muted">{phone.edited}</span>}
        {message.outcomes.includes("read") && <span className="muted">{phone.read}</span>}
        <span className="muted">
          <ExactTime at={message.at} format="time" />
        </span>
        {!message.isDeleted && (
          <Menu label={phone.actions(previewOf(person.channel, message).slice(0, namedWith))} entries={entries}>
            <span aria-hidden>⋯</span>
          </Menu>
        )}
      </footer>
    </article>
  )
}
