import { type FormEvent, useId, useState } from "react"
import type { Webhook } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Button } from "../../parts/Button.tsx"
import { Checkbox, Field } from "../../parts/Field.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { typesQuery, webhookQuery } from "../queries.ts"

/** Preselected events of a new subscription. */
const usualEvents: ReadonlySet<string> = new Set(["message.received", "message.failed"])

/** Form for the URL and the events of the subscription. */
export const WebhookForm = ({ webhook }: { readonly webhook: Webhook | null }) => {
  const texts = useText().developers.webhook
  const id = useId()
  const [loaded, reload] = useQuery(typesQuery, {})
  const [url, setUrl] = useState(webhook?.url ?? "")
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(webhook?.events ?? usualEvents))
  const [missed, setMissed] = useState(false)
  const toast = useToast()
  const save = useAction((parley, body: { readonly url: string; readonly events: ReadonlyArray<string> }) =>
    parley.webhook.save(body)
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await save.run({ url: url.trim(), events: [...events] })
    if ("failure" in outcome) return
    setMissed(outcome.value.missed !== null)
    toast({ title: texts.saved, tone: "success" })
    webhookQuery.reload()
  }
  const toggle = (type: string, isChosen: boolean) =>
    setEvents((before) => new Set(isChosen ? [...before, type] : [...before].filter((one) => one !== type)))
  const isDisabled = webhook?.status === "disabled"
  return (
    <form className="dev-form" onSubmit={(event) => void submit(event)}>
      <Field
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        dir="ltr"
        required
        value={url}
        placeholder="https://"
        onChange={(event) => setUrl(event.target.value)}
      />
      <LoadedView loaded={loaded} reload={reload}>
        {({ types }) => (
          <fieldset className="dev-choices" aria-describedby={events.size === 0 ? `${id}-none` : undefined}>
            <legend className="field-label">{texts.choose}</legend>
            {types
              .filter(({ isSubscribable }) => isSubscribable)
              .map(({ description, type }) => (
                <Checkbox
                  key={type}
                  label={
                    <>
                      <code dir="ltr">{type}</code> <span className="muted">{description}</span>
                    </>
                  }
                  checked={events.has(type)}
                  onChange={(event) => toggle(type, event.target.checked)}
                />
              ))}
          </fieldset>
        )}
      </LoadedView>
      {events.size === 0 && (
        <p className="field-error" id={`${id}-none`} role="alert">
          {texts.noEvent}
        </p>
      )}
      <ActionError failure={save.failure} />
      {missed && <p role="status">{texts.missed}</p>}
      <div>
        <Button type="submit" tone="primary" isBusy={save.isRunning} disabled={events.size === 0 || url.trim() === ""}>
          {isDisabled ? texts.enable : texts.save}
        </Button>
      </div>
    </form>
  )
}
