import { lazy, Suspense } from "react"
import type { Outcome } from "../../api/useAction.ts"
import type { Contact } from "../contactQuery.ts"
import type { ConversationProps } from "../conversationTypes.ts"
import { AttachmentDialog } from "./AttachmentDialog.tsx"
import { ContactCardDialog } from "./ContactCardDialog.tsx"
import { type OutgoingContent, outgoingText } from "./Outgoing.ts"
import { StickerDialog } from "./StickerDialog.tsx"

/** Loaded with the first picker, because the rules of templates are large. */
const TemplateDialog = lazy(() => import("../template/TemplateDialog.tsx"))

/** Loaded with the first use, because their rules are large. */
const InteractiveDialog = lazy(() => import("../interactive/InteractiveDialog.tsx"))
const ScheduleDialog = lazy(() => import("../schedule/ScheduleDialog.tsx"))

/** The open dialog of the composer. `key` changes with each drop. */
export type OpenedDialog =
  | { readonly dialog: "template" | "interactive" | "contact" | "sticker" }
  | { readonly dialog: "schedule"; readonly content: OutgoingContent }
  | { readonly dialog: "file"; readonly address: string; readonly files: ReadonlyArray<File>; readonly key: number }

/** Dialogs of the composer, one at a time. */
export const ComposerDialogs = ({
  contact,
  conversation,
  onClose,
  onLater,
  onSchedule,
  onSend,
  opened
}: ConversationProps & {
  readonly opened: OpenedDialog | null
  /** The contact once loaded. */
  readonly contact: Contact | null
  readonly onSend: (content: OutgoingContent) => Promise<unknown>
  /** Opens the dialog that chooses the time. */
  readonly onLater: (content: OutgoingContent) => void
  readonly onSchedule: (content: OutgoingContent, sendAt: string) => Promise<Outcome<unknown>>
  /** Closes this dialog, unless it opened the next one. */
  readonly onClose: (dialog: OpenedDialog["dialog"]) => void
}) => {
  if (opened === null) return null
  const send = (content: OutgoingContent) => void onSend(content)
  switch (opened.dialog) {
    case "file":
      return (
        <AttachmentDialog
          key={opened.key}
          address={opened.address}
          channel={conversation.channel}
          files={opened.files}
          onClose={() => onClose("file")}
          onSend={onSend}
        />
      )
    case "template":
      return (
        <Suspense fallback={null}>
          <TemplateDialog
            contact={{ optedOut: contact?.optedOut ?? false }}
            from={conversation.account?.id ?? null}
            onClose={() => onClose("template")}
            onLater={onLater}
            onSend={send}
          />
        </Suspense>
      )
    case "interactive":
      return (
        <Suspense fallback={null}>
          <InteractiveDialog onClose={() => onClose("interactive")} onLater={onLater} onSend={send} />
        </Suspense>
      )
    case "contact":
      return <ContactCardDialog onClose={() => onClose("contact")} onSend={send} />
    case "sticker":
      return <StickerDialog onClose={() => onClose("sticker")} onSend={send} />
    case "schedule": {
      const { content } = opened
      return (
        <Suspense fallback={null}>
          <ScheduleDialog
            at={null}
            country={contact?.countryCode ?? ""}
            summary={outgoingText(content)}
            text={content.kind === "text" ? content.text : null}
            onClose={() => onClose("schedule")}
            onSchedule={({ sendAt, text }) => onSchedule(text === null ? content : { kind: "text", text }, sendAt)}
          />
        </Suspense>
      )
    }
  }
}
