import { failureOf } from "../../api/Failure.ts"
import { useParley } from "../../api/Session.ts"
import { useAtom } from "../../app/atoms.ts"
import { Menu, type MenuEntry } from "../../parts/Menu.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import { answerTo, textOfMessage, writableAtom } from "../compose/answering.ts"
import { reloadThread } from "../compose/outgoingMessages.ts"
import type { ConversationProps, Message } from "../conversationTypes.ts"

/** Emojis of the menu: those that WhatsApp offers first. */
const emojis = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const

/** Whether the channel knows the message, so that others can refer to it. */
const isKnown = ({ deletedAt, status, waMessageId }: Message): boolean =>
  waMessageId !== "" && status !== "failed" && deletedAt === undefined

/** The text field of the composer. */
const composerField = (): HTMLElement | null => document.querySelector<HTMLElement>(".composer-text")

/** Menu of a message: reply, react, take the reaction back. Absent while no message can be sent. */
export const MessageMenu = ({
  conversation,
  isTabbable,
  message
}: ConversationProps & { readonly message: Message; readonly isTabbable: boolean }) => {
  const { inbox } = useText()
  const parley = useParley()
  const toast = useToast()
  const failureText = useFailureText()
  const canWrite = useAtom(writableAtom) === conversation.id
  if (!canWrite || !isKnown(message)) return null
  const { actions } = inbox
  const own = message.reactions?.find(({ from }) => from === null)?.emoji ?? null
  const react = (emoji: string) => {
    const request = { type: "reaction", reaction: { messageId: message.id, emoji } } as const
    parley.replies.send(conversation.id, request, { idempotencyKey: crypto.randomUUID() }).then(
      () => void reloadThread(conversation.id),
      (cause: unknown) =>
        toast({ title: actions.notReacted, description: failureText(failureOf(cause)), tone: "danger" })
    )
  }
  const reply = () => answerTo({ conversationId: conversation.id, message, text: textOfMessage(message) })
  const entries: ReadonlyArray<MenuEntry> = [
    { label: actions.reply, onSelect: reply, focusAfter: composerField },
    "separator",
    { heading: actions.react },
    ...emojis.map((emoji) => ({ label: emoji, onSelect: () => react(emoji), isChecked: own === emoji })),
    ...(own === null ? [] : [{ label: actions.takeBack, onSelect: () => react("") }])
  ]
  return (
    <span className="message-menu">
      <Menu label={actions.menu} entries={entries} tabIndex={isTabbable ? 0 : -1}>
        <span aria-hidden>⋯</span>
      </Menu>
    </span>
  )
}
