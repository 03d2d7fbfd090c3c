import { useState } from "react"
import { useAction } from "../../api/useAction.ts"
import { Button } from "../../parts/Button.tsx"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Confirm } from "../parts/Confirm.tsx"
import { webhookQuery } from "../queries.ts"

/** The secret of the subscription: hidden until it is asked for, and replaced on request. */
export const WebhookSecret = () => {
  const texts = useText().developers.webhook
  const [shown, setShown] = useState<{ readonly secret: string; readonly isChosen: boolean } | null>(null)
  const [previousUntil, setPreviousUntil] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const reveal = useAction((parley, _input: null) => parley.webhook.revealSecret())
  const rotate = useAction((parley, _input: null) => parley.webhook.rotateSecret())
  const show = async () => {
    const outcome = await reveal.run(null)
    if ("value" in outcome) setShown(outcome.value)
  }
  const replace = async () => {
    const outcome = await rotate.run(null)
    if ("failure" in outcome) return
    setShown({ secret: outcome.value.secret, isChosen: false })
    setPreviousUntil(outcome.value.previousUntil)
    setAsking(false)
    webhookQuery.reload()
  }
  return (
    <section className="dev-panel" aria-label={texts.secret}>
      <h2>{texts.secret}</h2>
      {shown !== null && (
        <>
          <div className="dev-secret">
            <output aria-label={texts.secret} dir="ltr">
              <code>{shown.secret}</code>
            </output>
            <CopyButton text={shown.secret} label={texts.secret} />
          </div>
          {shown.isChosen && <p className="muted">{texts.chosen}</p>}
        </>
      )}
      {previousUntil !== null && (
        <p role="status">
          {texts.rotated} <ExactTime at={previousUntil} />
        </p>
      )}
      <ActionError failure={reveal.failure} />
      <div className="dev-buttons">
        {shown === null ? (
          <Button isBusy={reveal.isRunning} onClick={() => void show()}>
            {texts.reveal}
          </Button>
        ) : (
          <Button onClick={() => setShown(null)}>{texts.hide}</Button>
        )}
        <Button
          onClick={() => {
            rotate.reset()
            setAsking(true)
          }}
        >
          {texts.rotate}
        </Button>
      </div>
      <Confirm
        title={texts.rotateTitle}
        text={texts.rotateText}
        label={texts.rotate}
        tone="primary"
        isOpen={isAsking}
        isBusy={rotate.isRunning}
        failure={rotate.failure}
        onConfirm={() => void replace()}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
