import type { RefObject } from "react"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { Button } from "../../parts/Button.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Menu } from "../../parts/Menu.tsx"
import { useText } from "../../text/useText.ts"
import type { OpenedDialog } from "../compose/ComposerDialogs.tsx"
import { EmojiButton } from "./EmojiButton.tsx"
import { type VoiceType, voiceType } from "./voiceType.ts"

/** The format in which this browser records for the channel; null without one. */
const recordable = (channel: Channel): VoiceType | null =>
  typeof MediaRecorder === "undefined" || navigator.mediaDevices === undefined
    ? null
    : voiceType(channel, (type) => MediaRecorder.isTypeSupported(type))

/** Tools of a reply: emoji, file, template, voice message, and a menu of other messages. */
export const ComposerTools = ({
  channel,
  field,
  onAttach,
  onEmoji,
  onOpen,
  onRecord
}: {
  readonly channel: Channel
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onAttach: () => void
  readonly onEmoji: (emoji: string) => void
  readonly onOpen: (dialog: Exclude<OpenedDialog["dialog"], "file" | "schedule">) => void
  readonly onRecord: (type: VoiceType) => void
}) => {
  const { conversation, thread } = useText().inbox
  const { card, composer, interactive, sticker } = conversation
  const isWhatsApp = channel === "whatsapp"
  const voice = recordable(channel)
  return (
    <>
      <EmojiButton field={field} onChoose={onEmoji} />
      <Button tone="quiet" aria-label={composer.attach} title={composer.attach} onClick={onAttach}>
        <Icon name="attach" />
      </Button>
      {isWhatsApp && (
        // On a phone the menu has it, so that the actions fit into one row.
        <span className="composer-wide">
          <Button
            tone="quiet"
            title={composer.template}
            aria-label={composer.template}
            onClick={() => onOpen("template")}
          >
            <Icon name="templates" />
          </Button>
        </span>
      )}
      {voice !== null && (
        <Button
          tone="quiet"
          aria-label={thread.composer.voice}
          title={thread.composer.voice}
          onClick={() => onRecord(voice)}
        >
          <Icon name="mic" />
        </Button>
      )}
      {isWhatsApp && (
        <Menu
          label={composer.more}
          entries={[
            { label: composer.template, onSelect: () => onOpen("template") },
            { label: interactive.title, onSelect: () => onOpen("interactive") },
            { label: card.title, onSelect: () => onOpen("contact") },
            { label: sticker.title, onSelect: () => onOpen("sticker") }
          ]}
        >
          <Icon name="more" />
        </Menu>
      )}
    </>
  )
}
