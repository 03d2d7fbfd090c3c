import { DateTime } from "effect"
import { useState } from "react"
import { sendAtRefusal } from "../../../src/domain/sends/ScheduledSend.ts"
import type { Outcome } from "../../api/useAction.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field, TextArea } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { cityOf, instantIn, localIn, offsetOf, ownZone, wordsIn, zonesOfCountry } from "./zones.ts"

const hour = 3_600_000

/** The chosen time, and the changed text. */
export interface Schedule {
  /** ISO 8601, UTC. */
  readonly sendAt: string
  /** Null if the text cannot be changed here. */
  readonly text: string | null
}

/** Why nothing can be sent at a time. */
type TimeProblem = "missing" | "past" | "far"

const timeProblem = (at: number | null): TimeProblem | null => {
  if (at === null) return "missing"
  const refusal = sendAtRefusal(
    DateTime.toUtc(DateTime.makeUnsafe(at)),
    DateTime.toUtc(DateTime.makeUnsafe(Date.now()))
  )
  if (refusal === null) return null
  return refusal.reason === "too far ahead" ? "far" : "past"
}

/** Time at which a message is sent, in the member's zone or one of the contact's. */
const ScheduleDialog = ({
  at: presentAt,
  country,
  onClose,
  onSchedule,
  summary,
  text: presentText
}: {
  /** Time of a message that is already scheduled, in milliseconds; null for a new one. */
  readonly at: number | null
  /** Country of the contact; empty if unknown. */
  readonly country: string
  /** The message in words. */
  readonly summary: string
  /** Text that can be changed here; null if there is none. */
  readonly text: string | null
  readonly onClose: () => void
  /** The dialog closes after a success. */
  readonly onSchedule: (schedule: Schedule) => Promise<Outcome<unknown>>
}) => {
  const { common, inbox } = useText()
  const { schedule } = inbox.conversation
  const failureText = useFailureText()
  const language = useLanguageTag()
  const own = ownZone()
  const [zones] = useState(() => zonesOfCountry(country, Date.now()))
  const [zone, setZone] = useState(own)
  const [local, setLocal] = useState(() => localIn(presentAt ?? Date.now() + hour, own))
  const [text, setText] = useState(presentText ?? "")
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const at = instantIn(local, zone)
  const problem = timeProblem(at)
  const theirs = zones.find((one) => one === zone) ?? zones[0]
  /** The instant stays when the zone changes. */
  const changeZone = (next: string) => {
    if (at !== null) setLocal(localIn(at, next))
    setZone(next)
  }
  const run = () => {
    setTried(true)
    if (at === null || problem !== null || (presentText !== null && text.trim() === "")) return
    setBusy(true)
    setFailure(null)
    void onSchedule({ sendAt: new Date(at).toISOString(), text: presentText === null ? null : text })
      .then((outcome) => {
        if ("value" in outcome) onClose()
        else setFailure(failureText(outcome.failure))
      })
      .finally(() => setBusy(false))
  }
  const label = (name: string) => `${cityOf(name)} (${offsetOf(name, at ?? Date.now())})`
  return (
    <Dialog
      title={presentAt === null ? schedule.title : schedule.change}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" isBusy={isBusy} onClick={run}>
            {presentAt === null ? schedule.submit : common.save}
          </Button>
        </>
      }
    >
      <form
        className="template-form"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          run()
        }}
      >
        {presentText === null ? (
          <p className="template-preview message-text" dir="auto">
            {summary}
          </p>
        ) : (
          <TextArea
            label={inbox.conversation.composer.label}
            rows={3}
            value={text}
            error={isTried && text.trim() === "" ? inbox.conversation.template.missing : null}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <Field
          label={schedule.time}
          type="datetime-local"
          dir="ltr"
          value={local}
          error={problem !== null && (isTried || problem !== "missing") ? schedule.problems[problem] : null}
          onChange={({ target }) => setLocal(target.value)}
        />
        <Select
          label={schedule.zone}
          value={zone}
          onChange={changeZone}
          options={[
            { value: own, label: schedule.yours(label(own)) },
            ...zones.filter((one) => one !== own).map((one) => ({ value: one, label: schedule.theirs(label(one)) }))
          ]}
        />
        {at !== null && theirs !== undefined && theirs !== own && (
          <p className="field-hint" role="status">
            {schedule.both(wordsIn(language, at, own), wordsIn(language, at, theirs))}
          </p>
        )}
        {failure !== null && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  )
}

export default ScheduleDialog
