/** A suggestion for the word at the caret. */
export interface Suggestion {
  readonly id: string
  readonly title: string
  readonly detail: string
}

/** Element id of a suggestion. */
export const suggestionElement = (id: string): string => `suggestion-${id}`

/** Element id of the list, for `aria-controls` of the text field. */
export const suggestionListId = "composer-suggestions"

/** Suggestions above the text field, which keeps the focus. */
export const SuggestionList = ({
  active,
  empty,
  label,
  onChoose,
  suggestions
}: {
  readonly label: string
  /** Text without suggestions. */
  readonly empty: string
  readonly suggestions: ReadonlyArray<Suggestion>
  readonly active: string | null
  readonly onChoose: (suggestion: Suggestion) => void
}) => (
  <div className="suggestions">
    {suggestions.length === 0 ? (
      <p className="muted suggestions-empty" role="status">
        {empty}
      </p>
    ) : (
      <ul className="suggestions-list" id={suggestionListId} role="listbox" aria-label={label}>
        {suggestions.map((suggestion) => (
          <li
            key={suggestion.id}
            id={suggestionElement(suggestion.id)}
            role="option"
            aria-selected={suggestion.id === active}
            className="popup-item suggestion"
            data-highlighted={suggestion.id === active || undefined}
            // The text field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            <bdi className="suggestion-title">{suggestion.title}</bdi>
            <bdi className="suggestion-detail muted">{suggestion.detail}</bdi>
          </li>
        ))}
      </ul>
    )}
  </div>
)
