import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { Button } from "../../parts/Button.tsx"
import { JsonView } from "../../parts/JsonView.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { visibleJson } from "../../text/visibleJson.ts"
import { useText } from "../../text/useText.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Facts } from "../parts/Facts.tsx"
import { deliveriesQuery, deliveryQuery } from "../queries.ts"
import { DeliveryState } from "./Deliveries.tsx"

/** A delivery with its attempts. */
export const Delivery = ({ id }: { readonly id: string }) => {
  const { common, developers } = useText()
  const { back, deliveries } = developers
  const [loaded, reload] = useQuery(deliveryQuery, id)
  const resend = useAction((parley, eventId: string) => parley.deliveries.replay(eventId))
  const toast = useToast()
  const again = async () => {
    const outcome = await resend.run(id)
    if ("failure" in outcome) return
    toast({ title: deliveries.resent, tone: "success" })
    reload()
    deliveriesQuery.reload()
  }
  return (
    <>
      <Link href="/developers/deliveries">{back}</Link>
      <header className="dev-header">
        <h1>{deliveries.detail}</h1>
        <div className="dev-buttons">
          <Button onClick={reload}>{common.reload}</Button>
          <Button tone="primary" isBusy={resend.isRunning} onClick={() => void again()}>
            {deliveries.resend}
          </Button>
        </div>
      </header>
      <ActionError failure={resend.failure} />
      <LoadedView loaded={loaded} reload={reload}>
        {({ attempts, body, createdAt, event, nextAttemptAt, status, url }) => (
          <>
            <Facts
              facts={[
                [deliveries.event, <code key="event">{event}</code>],
                [deliveries.status, <DeliveryState key="status" status={status} />],
                [deliveries.happened, <ExactTime key="at" at={createdAt} />],
                [deliveries.next, nextAttemptAt === null ? common.none : <ExactTime key="next" at={nextAttemptAt} />]
              ]}
            />
            <section className="dev-panel" aria-label={deliveries.body}>
              <h2>{deliveries.body}</h2>
              <JsonView label={deliveries.body} value={visibleJson(body)} />
            </section>
            <section className="dev-panel" aria-label={deliveries.attempts}>
              <h2>{deliveries.attempts}</h2>
              {attempts.length === 0 && <p className="muted">{deliveries.noAttempts}</p>}
              <ol className="dev-attempts" reversed>
                {attempts.toReversed().map(({ at, durationMs, error, response, statusCode }, index) => (
                  <li key={at + index}>
                    <p>
                      <ExactTime at={at} /> · <strong>{statusCode ?? error}</strong> · {deliveries.duration(durationMs)}
                      {statusCode !== null && error !== null && <span className="muted"> · {error}</span>}
                    </p>
                    <h3>{deliveries.request}</h3>
                    <JsonView
                      label={`${deliveries.request} ${attempts.length - index}`}
                      value={`POST ${url}\nwebhook-id: ${id}`}
                    />
                    <h3>{deliveries.response}</h3>
                    {response === null ? (
                      <p className="muted">{deliveries.noResponse}</p>
                    ) : (
                      <JsonView label={`${deliveries.response} ${attempts.length - index}`} value={response} />
                    )}
                  </li>
                ))}
              </ol>
            </section>
          </>
        )}
      </LoadedView>
    </>
  )
}
