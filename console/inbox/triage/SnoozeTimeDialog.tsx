import { type FormEvent, useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { useText } from "../../text/useText.ts"
import { instantIn, localIn, ownZone } from "../schedule/zones.ts"

const day = 86_400_000

/** End of a snooze, in the zone of the browser. */
export const SnoozeTimeDialog = ({
  onChoose,
  onClose
}: {
  readonly onChoose: (until: string) => void
  readonly onClose: () => void
}) => {
  const { common, inbox } = useText()
  const { triage } = inbox.list
  const zone = ownZone()
  const [local, setLocal] = useState(() => localIn(Date.now() + day, zone))
  const [isTried, setTried] = useState(false)
  const at = instantIn(local, zone)
  const isPast = at === null || at <= Date.now()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (isPast) return
    onChoose(new Date(at).toISOString())
    onClose()
  }
  return (
    <Dialog title={triage.customTitle} isOpen onClose={onClose}>
      <form className="panel-form" onSubmit={submit}>
        <Field
          label={triage.customTime}
          type="datetime-local"
          dir="ltr"
          hint={zone.replaceAll("_", " ")}
          value={local}
          error={isTried && isPast ? triage.past : null}
          onChange={({ target }) => setLocal(target.value)}
        />
        <div className="actions">
          <Button tone="primary" type="submit">
            {triage.snooze}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
