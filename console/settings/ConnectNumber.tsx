import { useEffect, useRef, useState } from "react"
import type { CompleteSignupRequest } from "../../client/promise/SessionMethods.ts"
import { failureBeside, fieldError } from "../api/fieldError.ts"
import { useAction } from "../api/useAction.ts"
import { Link } from "../app/Link.tsx"
import { usePlace } from "../app/navigation.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Field } from "../parts/Field.tsx"
import { EmptyState, Loading } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { useSettingsText } from "./settingsText.ts"

/** Where the platform sends the browser after its dialog. */
const completionPath = "/settings/channels/connect"

/** Opens the platform's dialog that connects a WhatsApp number (contract: Embedded signup). */
export const ConnectNumber = () => {
  const { channels: texts } = useSettingsText()
  const begin = useAction((parley) =>
    parley.signups.begin({ redirectUrl: `${window.location.origin}${completionPath}` })
  )
  const open = () =>
    void begin.run(null).then((outcome) => {
      if ("value" in outcome) window.location.assign(outcome.value.url)
    })
  return (
    <div>
      <Button tone="primary" isBusy={begin.isRunning} onClick={open}>
        {texts.connect}
      </Button>
      {begin.failure?.status === 404 ? (
        <p className="field-error" role="alert">
          {texts.notConfigured}
        </p>
      ) : (
        <ActionError failure={begin.failure} />
      )}
    </div>
  )
}

type Ids = Pick<CompleteSignupRequest, "wabaId" | "phoneNumberId" | "pin">

/** The fields that the platform's grant may leave open. */
const idFields = ["wabaId", "phoneNumberId", "pin"] as const

const Completion = ({ code, state }: { readonly code: string; readonly state: string }) => {
  const { channels: texts } = useSettingsText()
  const { common } = useText()
  const [ids, setIds] = useState<Ids>({})
  const [connected, setConnected] = useState<{ readonly name: string; readonly pin: string | null } | null>(null)
  const complete = useAction((parley, body: CompleteSignupRequest) => parley.signups.complete(body))
  const run = () =>
    void complete.run({ state, code, ...ids }).then((outcome) => {
      if ("value" in outcome) setConnected({ name: outcome.value.channel.name, pin: outcome.value.pin })
    })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    run()
  }, [])
  if (connected !== null) {
    return (
      <EmptyState title={texts.done(connected.name)}>
        {connected.pin !== null && (
          <>
            <p>{texts.pinHint}</p>
            <p>
              <code>{connected.pin}</code> <CopyButton text={connected.pin} label={texts.ids.pin} />
            </p>
          </>
        )}
        <Link href="/settings/channels">{texts.toList}</Link>
      </EmptyState>
    )
  }
  if (complete.failure === null) return <Loading />
  return (
    <form
      className="page-form"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      {idFields.map((name) => (
        <Field
          key={name}
          label={texts.ids[name]}
          isOptional
          error={fieldError(complete.failure, name)}
          value={ids[name] ?? ""}
          onChange={({ target }) => setIds({ ...ids, [name]: target.value.trim() || null })}
        />
      ))}
      <ActionError failure={failureBeside(complete.failure, idFields)} />
      <div className="page-buttons">
        <Button tone="primary" type="submit" isBusy={complete.isRunning}>
          {common.retry}
        </Button>
      </div>
    </form>
  )
}

/** The page to which the platform returns with a code, which connects the number. */
export const ConnectedNumber = () => {
  const { channels: texts } = useSettingsText()
  const { query } = usePlace()
  const { code = "", state = "" } = query
  return (
    <>
      <h1>{texts.connect}</h1>
      {code === "" || state === "" ? (
        <EmptyState title={texts.cancelled}>
          <Link href="/settings/channels">{texts.toList}</Link>
        </EmptyState>
      ) : (
        <Completion code={code} state={state} />
      )}
    </>
  )
}
