import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { JsonView } from "../parts/JsonView.tsx"
import { EmptyState, LoadedView, useFailureText } from "../parts/states.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useToast } from "../parts/Toast.tsx"
import { useText } from "../text/useText.ts"
import { Deliveries, type Delivery } from "./emulatorSchemas.ts"
import { useEmulatorAction, useList } from "./useEmulator.ts"

/** Maximum number of visible webhooks. */
const visibleCount = 50

const Outcome = ({ status }: { readonly status: number | null }) => {
  const { playground } = useText()
  const { webhooks } = playground
  if (status === null) return <Badge>{webhooks.waiting}</Badge>
  if (status === 0) return <Badge tone="danger">{webhooks.noAnswer}</Badge>
  return <Badge tone={status < 300 ? "success" : "danger"}>{webhooks.status(status)}</Badge>
}

const Attempt = ({ delivery }: { readonly delivery: Delivery }) => {
  const { playground } = useText()
  const { webhooks } = playground
  const toast = useToast()
  const textOf = useFailureText()
  const again = useEmulatorAction((client, id: number) => client.post(`deliveries/${id}/redeliver`))
  const { at, body, durationMillis, headers, id, redeliveryOf, status, url } = delivery
  const resend = () => {
    void again.run(id).then((isDone) => {
      if (isDone) toast({ title: webhooks.resent, tone: "success" })
    })
  }
  return (
    <details className="play-entry">
      <summary>
        <span className="play-row">
          <span>#{id}</span>
          <Outcome status={status} />
          <ExactTime at={at} format="time" />
          {durationMillis !== null && <span className="muted">{webhooks.duration(durationMillis)}</span>}
          {redeliveryOf !== null && <span className="muted">{webhooks.again(redeliveryOf)}</span>}
        </span>
      </summary>
      <div className="play-details">
        <p className="play-wrap" dir="ltr">
          <span className="visually-hidden">{webhooks.address}</span>
          POST {url}
        </p>
        <h3>{webhooks.headers}</h3>
        <JsonView
          label={webhooks.headers}
          value={Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}
        />
        <h3>{webhooks.body}</h3>
        <JsonView label={webhooks.body} value={body} />
        {again.failure !== null && (
          <p className="field-error" role="alert">
            {textOf(again.failure)}
          </p>
        )}
        <div>
          <Button onClick={resend} isBusy={again.isRunning} aria-label={`${webhooks.resend}: #${id}`}>
            {webhooks.resend}
          </Button>
        </div>
      </div>
    </details>
  )
}

/** Webhooks of the platform with their signed bytes, newest first. */
export const WebhooksPanel = () => {
  const { playground } = useText()
  const [loaded, reload] = useList("deliveries", "deliveries", (client, signal) =>
    client.get(`deliveries?limit=${visibleCount}`, Deliveries, signal)
  )
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ deliveries }) =>
        deliveries.length === 0 ? (
          <EmptyState title={playground.webhooks.empty} />
        ) : (
          <div className="play-stack">
            <p className="muted">{playground.webhooks.newest}</p>
            {deliveries.toReversed().map((delivery) => (
              <Attempt key={delivery.id} delivery={delivery} />
            ))}
          </div>
        )
      }
    </LoadedView>
  )
}
