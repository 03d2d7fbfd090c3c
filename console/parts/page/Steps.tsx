/** Steps of a task in their order. Earlier steps are done; `onOpen` makes them buttons. */
export const Steps = ({
  current,
  label,
  onOpen,
  steps
}: {
  readonly label: string
  readonly steps: ReadonlyArray<string>
  /** The present step, from 0. */
  readonly current: number
  readonly onOpen?: (step: number) => void
}) => (
  <ol className="steps" aria-label={label}>
    {steps.map((step, index) => {
      const state = index < current ? "done" : index === current ? "current" : "next"
      const content = (
        <>
          <span className="step-mark" aria-hidden>
            {state === "done" ? "✓" : index + 1}
          </span>
          {step}
        </>
      )
      return (
        <li key={step} className={`step step-${state}`} aria-current={state === "current" ? "step" : undefined}>
          {onOpen !== undefined && state === "done" ? (
            <button type="button" className="step-button" onClick={() => onOpen(index)}>
              {content}
            </button>
          ) : (
            content
          )}
        </li>
      )
    })}
  </ol>
)
