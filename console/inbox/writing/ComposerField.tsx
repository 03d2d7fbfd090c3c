import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react"
import { useText } from "../../text/useText.ts"
import { type Suggestion, SuggestionList, suggestionElement, suggestionListId } from "./SuggestionList.tsx"
import { withReplaced, type SuggestionWord } from "./suggestions.ts"
import { useSuggestions } from "./useSuggestions.ts"

/** Whether the main pointer is a finger: then Enter begins a line, and the button sends. */
const isTouch = (): boolean => window.matchMedia("(pointer: coarse)").matches

/** Inserts a text at the caret of the field; the caret moves behind it. */
export const insertAt = (field: HTMLTextAreaElement | null, text: string, inserted: string): string => {
  const start = field?.selectionStart ?? text.length
  const end = field?.selectionEnd ?? text.length
  const changed = `${text.slice(0, start)}${inserted}${text.slice(end)}`
  const caret = start + inserted.length
  requestAnimationFrame(() => field?.setSelectionRange(caret, caret))
  return changed
}

/** Text field of a reply or a note. It grows with its text, and suggests saved replies or members. */
export const ComposerField = ({
  field,
  isWrong,
  mode,
  onChange,
  onChoose,
  onEscape,
  onPaste,
  onSubmit,
  text
}: {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly mode: "reply" | "note"
  readonly text: string
  readonly isWrong: boolean
  readonly onChange: (text: string) => void
  /** Returns the text that replaces the word; null leaves it. */
  readonly onChoose: (suggestion: Suggestion, word: SuggestionWord) => Promise<string | null>
  readonly onEscape: () => void
  readonly onPaste: (event: ClipboardEvent) => void
  readonly onSubmit: () => void
}) => {
  const { conversation, thread } = useText().inbox
  const { composer } = thread
  const [caret, setCaret] = useState(text.length)
  const { active, close, onKey, suggestions, word } = useSuggestions(text, caret, mode)
  const moveTo = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (moveTo.current === null) return
    field.current?.setSelectionRange(moveTo.current, moveTo.current)
    setCaret(moveTo.current)
    moveTo.current = null
  }, [text])
  const choose = (suggestion: Suggestion) => {
    if (word === null) return
    close()
    void onChoose(suggestion, word).then((replacement) => {
      if (replacement === null) return
      const replaced = withReplaced(field.current?.value ?? text, word, replacement)
      moveTo.current = replaced.caret
      onChange(replaced.text)
    })
  }
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (onKey(event, choose)) return
    if (event.key === "Escape") {
      event.preventDefault()
      return onEscape()
    }
    // During composition, such as of Japanese, Enter accepts the word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || isTouch()) return
    event.preventDefault()
    onSubmit()
  }
  const placeholder = isTouch() ? composer.touchPlaceholder : composer.placeholder
  return (
    <div className="composer-field">
      {word !== null && (
        <SuggestionList
          label={word.kind === "reply" ? composer.savedReplies : composer.members}
          empty={composer.noReplies}
          suggestions={suggestions}
          active={active?.id ?? null}
          onChoose={choose}
        />
      )}
      <textarea
        ref={field}
        className="composer-text"
        aria-label={mode === "note" ? composer.noteLabel : conversation.composer.label}
        placeholder={mode === "note" ? composer.notePlaceholder : placeholder}
        aria-invalid={isWrong || undefined}
        aria-autocomplete="list"
        aria-controls={suggestions.length === 0 ? undefined : suggestionListId}
        aria-activedescendant={active === null ? undefined : suggestionElement(active.id)}
        dir="auto"
        rows={1}
        value={text}
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionStart)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={close}
        onPaste={onPaste}
        onKeyDown={pressed}
      />
    </div>
  )
}
