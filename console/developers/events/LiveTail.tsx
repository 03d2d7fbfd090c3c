import { useState } from "react"
import { useTypedQueryField } from "../../app/navigation.ts"
import { type LiveEntry, useLive } from "../../live/useLive.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { JsonView } from "../../parts/JsonView.tsx"
import { EmptyState } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"

/** Maximum number of events on the page. */
export const maxVisible = 200

const newestFirst = (event: LiveEntry, before: ReadonlyArray<LiveEntry>): ReadonlyArray<LiveEntry> =>
  [event, ...before].slice(0, maxVisible)

/** Events as they occur. Events during a pause appear when it ends. */
export const LiveTail = () => {
  const { live, filters, pages } = useText().developers
  const [shown, setShown] = useState<ReadonlyArray<LiveEntry>>([])
  const [waiting, setWaiting] = useState<ReadonlyArray<LiveEntry>>([])
  const [isPaused, setPaused] = useState(false)
  const [filter, setFilter] = useTypedQueryField("type")
  useLive({}, (event) => (isPaused ? setWaiting : setShown)((before) => newestFirst(event, before)))
  const resume = () => {
    setShown((before) => [...waiting, ...before].slice(0, maxVisible))
    setWaiting([])
    setPaused(false)
  }
  const matching = shown.filter(({ event }) => event.includes(filter.toLowerCase()))
  return (
    <>
      <header className="dev-header">
        <h1>{pages.live}</h1>
        <div className="dev-buttons">
          {isPaused ? (
            <Button tone="primary" onClick={resume}>
              {live.resume}
            </Button>
          ) : (
            <Button onClick={() => setPaused(true)}>{live.pause}</Button>
          )}
          <Button
            onClick={() => {
              setShown([])
              setWaiting([])
            }}
          >
            {live.clear}
          </Button>
        </div>
      </header>
      <Field label={live.filter} dir="ltr" value={filter} onChange={(event) => setFilter(event.target.value)} />
      <p className="muted" role="status">
        {isPaused ? live.paused(waiting.length) : live.limit(maxVisible)}
      </p>
      {matching.length === 0 && <EmptyState title={shown.length === 0 ? live.waiting : filters.nothing} />}
      <ol className="dev-events" aria-label={live.list}>
        {matching.map((event) => (
          <li key={event.id}>
            <details>
              <summary>
                <ExactTime at={event.timestamp} format="short" /> <code dir="ltr">{event.event}</code>
              </summary>
              <JsonView label={`${live.data} ${event.event}`} value={event} />
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}
