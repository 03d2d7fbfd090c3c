import { useState } from "react"
import type { Webhook } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useAtom } from "../../app/atoms.ts"
import { minuteAtom } from "../../app/now.ts"
import { Button } from "../../parts/Button.tsx"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { webhookQuery } from "../queries.ts"

/** Time until which the replaced secret also signs, while it does. */
const Overlap = ({ until }: { readonly until: string }) => {
  const texts = useText().developers.webhook
  const now = useAtom(minuteAtom)
  if (Date.parse(until) <= now) return null
  return (
    <p role="status">
      {texts.rotated} <ExactTime at={until} />
    </p>
  )
}

/** Signing secret: hidden until it is revealed, and rotated on request. */
export const WebhookSecret = ({ webhook: { previousUntil } }: { readonly webhook: Webhook }) => {
  const texts = useText().developers.webhook
  const [shown, setShown] = useState<{ readonly secret: string; readonly isChosen: boolean } | null>(null)
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
      {previousUntil !== null && <Overlap until={previousUntil} />}
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
