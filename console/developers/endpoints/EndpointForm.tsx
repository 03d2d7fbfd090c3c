import { useState } from "react"
import type { CreateEndpointRequest, WebhookEndpoint } from "../../../client/promise/SessionMethods.ts"
import type { Failure } from "../../api/Failure.ts"
import { failureBeside, fieldError } from "../../api/fieldError.ts"
import { useQuery } from "../../api/useQuery.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Button } from "../../parts/Button.tsx"
import { Checkbox, Field, TextArea } from "../../parts/Field.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { useText } from "../../text/useText.ts"
import { useDevelopersText } from "../developersText.ts"
import { typesQuery } from "../queries.ts"
import { filterChoicesQuery, headersIn } from "./endpointQueries.ts"

type EventName = CreateEndpointRequest["events"][number]

const channelNames = ["whatsapp", "messenger", "instagram"] as const

/** Preselected events of a new endpoint. */
const usualEvents: ReadonlyArray<EventName> = ["message.received", "message.failed"]

/** Adds a value to a list, or removes it. */
const toggled = <Value,>(values: ReadonlyArray<Value>, value: Value, isIn: boolean): ReadonlyArray<Value> =>
  isIn ? [...values, value] : values.filter((one) => one !== value)

/** Form for a new endpoint, or for one. Headers of one are stored unless new ones are entered: their values are secret. */
export const EndpointForm = ({
  endpoint,
  failure,
  isSaving,
  onCancel,
  onSave
}: {
  readonly endpoint: WebhookEndpoint | null
  readonly failure: Failure | null
  readonly isSaving: boolean
  readonly onCancel: () => void
  readonly onSave: (request: CreateEndpointRequest) => void
}) => {
  const { common } = useText()
  const { endpoints: texts, webhook } = useDevelopersText()
  const [url, setUrl] = useState(endpoint?.url ?? "")
  const [name, setName] = useState(endpoint?.name ?? "")
  const [events, setEvents] = useState<ReadonlyArray<string>>(endpoint?.events ?? usualEvents)
  const [channels, setChannels] = useState(endpoint?.filter.channels ?? [])
  const [accountIds, setAccountIds] = useState(endpoint?.filter.accountIds ?? [])
  const [labels, setLabels] = useState(endpoint?.filter.labels ?? [])
  const [headers, setHeaders] = useState("")
  const [types, reloadTypes] = useQuery(typesQuery, {})
  const [choices, reloadChoices] = useQuery(filterChoicesQuery, null)
  return (
    <LoadedView loaded={types} reload={reloadTypes}>
      {({ types: all }) => {
        const subscribable = all.filter(({ isSubscribable }) => isSubscribable)
        const submit = () =>
          onSave({
            url: url.trim(),
            name: name.trim(),
            events: subscribable
              .map(({ type }) => type)
              .filter((type): type is EventName => type !== "webhook.test" && events.includes(type)),
            filter: { channels, accountIds, labels },
            ...(headers.trim() === "" ? {} : { headers: headersIn(headers) })
          })
        return (
          <form
            className="page-form"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <Field
              label={webhook.url}
              hint={webhook.urlHint}
              type="url"
              dir="ltr"
              required
              placeholder="https://"
              error={fieldError(failure, "url")}
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
            <Field
              label={texts.name}
              maxLength={64}
              isOptional
              error={fieldError(failure, "name")}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <fieldset className="page-choices dev-columns">
              <legend className="field-label">{webhook.choose}</legend>
              {subscribable.map(({ description, type }) => (
                <Checkbox
                  key={type}
                  title={description}
                  label={<code dir="ltr">{type}</code>}
                  checked={events.includes(type)}
                  onChange={({ target }) => setEvents(toggled(events, type, target.checked))}
                />
              ))}
            </fieldset>
            <fieldset className="page-choices">
              <legend className="field-label">{texts.filter}</legend>
              <p className="field-hint">{texts.filterHint}</p>
              <div className="page-buttons">
                {channelNames.map((channel) => (
                  <Checkbox
                    key={channel}
                    label={common.channels[channel]}
                    checked={channels.includes(channel)}
                    onChange={({ target }) => setChannels(toggled(channels, channel, target.checked))}
                  />
                ))}
              </div>
              <LoadedView loaded={choices} reload={reloadChoices}>
                {(found) => (
                  <>
                    <div className="page-buttons">
                      {found.channels.map(({ id, name: account }) => (
                        <Checkbox
                          key={id}
                          label={<bdi>{account}</bdi>}
                          checked={accountIds.includes(id)}
                          onChange={({ target }) => setAccountIds(toggled(accountIds, id, target.checked))}
                        />
                      ))}
                    </div>
                    <div className="page-buttons">
                      {found.labels.map(({ id, name: label }) => (
                        <Checkbox
                          key={id}
                          label={<bdi>{label}</bdi>}
                          checked={labels.includes(label)}
                          onChange={({ target }) => setLabels(toggled(labels, label, target.checked))}
                        />
                      ))}
                    </div>
                  </>
                )}
              </LoadedView>
            </fieldset>
            <TextArea
              label={texts.headers}
              hint={endpoint === null ? texts.headersHint : texts.headersStored(endpoint.headers.join(", "))}
              dir="ltr"
              rows={2}
              isOptional
              placeholder="x-team: sales"
              error={fieldError(failure, "headers")}
              value={headers}
              onChange={({ target }) => setHeaders(target.value)}
            />
            <ActionError failure={failureBeside(failure, ["url", "name", "headers"])} />
            <div className="page-buttons">
              <Button
                type="submit"
                tone="primary"
                isBusy={isSaving}
                disabled={events.length === 0 || url.trim() === ""}
              >
                {common.save}
              </Button>
              <Button onClick={onCancel}>{common.cancel}</Button>
            </div>
          </form>
        )
      }}
    </LoadedView>
  )
}
