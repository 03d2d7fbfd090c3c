import { lazy, Suspense, useState } from "react"
import type { ScheduledMessage } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Button } from "../../parts/Button.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { scheduledChange, scheduledQuery, scheduledSummary, scheduledText } from "./scheduledMessages.ts"

/** Loaded with the first use, because the time zones of the rules are large. */
const ScheduleDialog = lazy(() => import("./ScheduleDialog.tsx"))

/** Buttons that change or cancel a scheduled message. */
export const ScheduledActions = ({
  country,
  message
}: {
  readonly message: ScheduledMessage
  /** Country of the contact; empty if unknown. */
  readonly country: string
}) => {
  const { common, inbox } = useText()
  const { schedule } = inbox.conversation
  const failureText = useFailureText()
  const [isOpen, setOpen] = useState(false)
  const { scheduledId } = message
  const change = useAction((parley, body: ReturnType<typeof scheduledChange>) =>
    parley.scheduled.change(scheduledId, body).finally(scheduledQuery.reload)
  )
  const cancel = useAction((parley, id: string) => parley.scheduled.cancel(id).finally(scheduledQuery.reload))
  const summary = scheduledSummary(message)
  if (message.status !== "scheduled") return null
  return (
    <div className="actions">
      <Button onClick={() => setOpen(true)} aria-label={schedule.changeOf(summary)}>
        {schedule.edit}
      </Button>
      <Button
        isBusy={cancel.isRunning}
        onClick={() => void cancel.run(scheduledId)}
        aria-label={schedule.cancelOf(summary)}
      >
        {common.cancel}
      </Button>
      {cancel.failure !== null && (
        <p className="field-error" role="alert">
          {failureText(cancel.failure)}
        </p>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ScheduleDialog
            at={Date.parse(message.sendAt)}
            country={country}
            summary={summary}
            text={scheduledText(message)}
            onClose={() => setOpen(false)}
            onSchedule={(chosen) => change.run(scheduledChange(message, chosen))}
          />
        </Suspense>
      )}
    </div>
  )
}

const ended = ["message.sent", "message.failed"] as const

/** Maximum visible scheduled messages of a conversation. */
const maxVisible = 20

/** Messages of the conversation that are sent later. */
export const ScheduledList = ({
  conversationId,
  country
}: {
  readonly conversationId: string
  readonly country: string
}) => {
  const { inbox } = useText()
  const { schedule } = inbox.conversation
  const input = { conversationId, status: "scheduled" as const, limit: maxVisible }
  const [loaded] = useQuery(scheduledQuery, input, { on: { types: ended, conversationId } })
  if (loaded.state !== "ready" || loaded.value.scheduledMessages.length === 0) return null
  const { scheduledMessages, total } = loaded.value
  return (
    <details className="scheduled">
      <summary>{schedule.count(total)}</summary>
      <ol className="outgoing-list" aria-label={schedule.list}>
        {scheduledMessages.map((message) => (
          <li key={message.scheduledId} className="outgoing scheduled-message">
            <p className="outgoing-text" dir="auto">
              {scheduledSummary(message) || message.type}
            </p>
            <p className="outgoing-state">
              <ExactTime at={message.sendAt} format="short" />
            </p>
            <ScheduledActions message={message} country={country} />
          </li>
        ))}
      </ol>
    </details>
  )
}
