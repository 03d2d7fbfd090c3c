import type { Label } from "../../client/promise/SessionMethods.ts"

/** Labels with their colours. A label without a known colour has that of the text. */
export const LabelMarks = ({
  labels,
  names
}: {
  readonly names: ReadonlyArray<string>
  readonly labels: ReadonlyArray<Label>
}) => (
  <span className="contact-tags">
    {names.map((name) => (
      <span key={name} className="label-mark">
        <svg className="label-dot" viewBox="0 0 8 8" aria-hidden>
          <circle cx="4" cy="4" r="4" fill={labels.find((label) => label.name === name)?.color ?? "currentcolor"} />
        </svg>
        <bdi>{name}</bdi>
      </span>
    ))}
  </span>
)
