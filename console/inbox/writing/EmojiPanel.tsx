import { useState } from "react"
import { useText } from "../../text/useText.ts"
import { foundEmojis } from "./emojis.ts"

/** Common emojis by group, with a search in English and Arabic. */
const EmojiPanel = ({ onChoose }: { readonly onChoose: (emoji: string) => void }) => {
  const { composer } = useText().inbox.thread
  const [query, setQuery] = useState("")
  const found = foundEmojis(query)
  return (
    <div className="emoji-panel">
      <input
        className="input"
        type="search"
        dir="auto"
        aria-label={composer.searchEmoji}
        placeholder={composer.searchEmoji}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          const first = found[0]?.[1][0]
          if (event.key !== "Enter" || event.nativeEvent.isComposing || query === "" || first === undefined) return
          event.preventDefault()
          onChoose(first.emoji)
        }}
      />
      <div className="emoji-groups" tabIndex={-1}>
        {found.length === 0 && (
          <p className="muted" role="status">
            {composer.noEmoji}
          </p>
        )}
        {found.map(([group, all]) => (
          <section key={group} aria-label={composer.emojiGroups[group]}>
            <h3 className="popup-heading">{composer.emojiGroups[group]}</h3>
            <div className="emoji-group">
              {all.map(({ emoji, words }) => (
                <button
                  key={emoji}
                  type="button"
                  className="emoji"
                  title={words.split("|")[0]}
                  onClick={() => onChoose(emoji)}
                >
                  {emoji}
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}

export default EmojiPanel
