import { useText } from "../text/useText.ts"

const bars = { low: 1, normal: 2, high: 3, urgent: 3 } as const

/** The priority as bars of increasing height; an urgent one has the colour of danger. */
export const PriorityMark = ({ priority }: { readonly priority: "none" | keyof typeof bars }) => {
  const { inbox } = useText()
  if (priority === "none") return null
  const name = inbox.list.priorities[priority]
  return (
    <span className={`priority priority-${priority}`} title={name}>
      <svg viewBox="0 0 12 12" aria-hidden>
        {[0, 1, 2].map((index) => (
          <rect
            key={index}
            className={index < bars[priority] ? "priority-bar" : "priority-bar priority-bar-off"}
            x={1 + index * 4}
            y={8 - index * 3}
            width="2.5"
            height={3 + index * 3}
            rx="0.75"
          />
        ))}
      </svg>
      <span className="visually-hidden">{name}</span>
    </span>
  )
}
