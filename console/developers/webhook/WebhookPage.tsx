import { useState } from "react"
import type { Webhook } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { webhookQuery } from "../queries.ts"
import { WebhookForm } from "./WebhookForm.tsx"
import { WebhookSecret } from "./WebhookSecret.tsx"

const State = ({ webhook: { failingSince, status } }: { readonly webhook: Webhook }) => {
  const texts = useText().developers.webhook
  return (
    <div role="status">
      <Badge tone={status === "active" ? "success" : "danger"}>{texts.states[status]}</Badge>{" "}
      {status === "disabled" && texts.disabled}
      {status === "secret_unreadable" && texts.unreadable}
      {failingSince !== null && (
        <p className="dev-warning">
          {texts.failing} <ExactTime at={failingSince} />
        </p>
      )}
    </div>
  )
}

/** Actions of the subscription: send a test event, delete. */
const Actions = () => {
  const texts = useText().developers.webhook
  const toast = useToast()
  const [tested, setTested] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const test = useAction((parley, _input: null) => parley.webhook.test())
  const remove = useAction((parley, _input: null) => parley.webhook.remove())
  const send = async () => {
    const outcome = await test.run(null)
    if ("value" in outcome) setTested(outcome.value.id)
  }
  const end = async () => {
    const outcome = await remove.run(null)
    if ("failure" in outcome) return
    setAsking(false)
    toast({ title: texts.removed, tone: "success" })
    webhookQuery.reload()
  }
  return (
    <>
      <div className="dev-buttons">
        <Button isBusy={test.isRunning} onClick={() => void send()}>
          {texts.test}
        </Button>
        <Button
          tone="danger"
          onClick={() => {
            remove.reset()
            setAsking(true)
          }}
        >
          {texts.remove}
        </Button>
      </div>
      <ActionError failure={test.failure} />
      {tested !== null && (
        <p role="status">
          {texts.tested} <Link href={`/developers/deliveries/${tested}`}>{texts.toDelivery}</Link>
        </p>
      )}
      <Confirm
        title={texts.removeTitle}
        text={texts.removeText}
        label={texts.remove}
        isOpen={isAsking}
        isBusy={remove.isRunning}
        failure={remove.failure}
        onConfirm={() => void end()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** The webhook of the organization. */
export const WebhookPage = () => {
  const { pages, webhook: texts } = useText().developers
  const [loaded, reload] = useQuery(webhookQuery, {}, { on: { types: ["webhook.failing"] } })
  return (
    <>
      <h1>{pages.webhook}</h1>
      <LoadedView loaded={loaded} reload={reload}>
        {({ webhook }) => (
          <>
            {webhook === null ? <p className="muted">{texts.none}</p> : <State webhook={webhook} />}
            <WebhookForm key={webhook?.id ?? "new"} webhook={webhook} />
            {webhook !== null && (
              <>
                <WebhookSecret key={webhook.id} webhook={webhook} />
                <Actions />
              </>
            )}
          </>
        )}
      </LoadedView>
    </>
  )
}
