import { CopyButton } from "../../parts/CopyButton.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import type { TextUse } from "../compose/composition.ts"

/** Characters used and left, visible once few are left. */
export const Room = ({ use }: { readonly use: TextUse }) => {
  const { composer } = useText().inbox.conversation
  const language = useLanguageTag()
  if (!use.isNear && !use.isOver) return null
  const number = new Intl.NumberFormat(language)
  return (
    <p className={use.isOver ? "field-error" : "field-hint"} role="status">
      {composer.room(number.format(use.used), number.format(use.limit), composer.units[use.unit])}
      {use.isOver && ` ${composer.tooLong}`}
    </p>
  )
}

/** Draft that the member can no longer send here. */
export const UnsentDraft = ({ text }: { readonly text: string }) => {
  const { draft } = useText().inbox.conversation.composer
  return (
    <div className="composer-box">
      <textarea className="composer-text" aria-label={draft} dir="auto" readOnly rows={2} value={text} />
      <div className="composer-foot">
        <CopyButton text={text} label={draft} />
      </div>
    </div>
  )
}
