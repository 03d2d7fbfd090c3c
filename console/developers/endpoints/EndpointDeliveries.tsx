import { useState } from "react"
import type { ParleySession } from "../../../client/promise/createParley.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Button } from "../../parts/Button.tsx"
import { JsonView } from "../../parts/JsonView.tsx"
import { SidePanel } from "../../parts/overlays/SidePanel.tsx"
import { EmptyState, LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { ExactTime, RelativeTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { DeliveryState } from "../deliveries/Deliveries.tsx"
import { useDevelopersText } from "../developersText.ts"
import { endpointDeliveriesQuery } from "./endpointQueries.ts"

type Delivery = Awaited<ReturnType<ParleySession["endpoints"]["listDeliveries"]>>["data"][number]

/** The attempts of a delivery, the latest first. */
const Attempts = ({ delivery: { attempts } }: { readonly delivery: Delivery }) => {
  const { deliveries: texts } = useDevelopersText()
  if (attempts.length === 0) return <p className="muted">{texts.noAttempts}</p>
  return (
    <ol className="dev-attempts" reversed>
      {attempts.toReversed().map(({ at, durationMs, error, response, statusCode }, index) => (
        <li key={at + index}>
          <p>
            <ExactTime at={at} /> · <strong>{statusCode ?? error}</strong> · {texts.duration(durationMs)}
          </p>
          {response !== null && response !== "" && (
            <JsonView label={`${texts.response} ${attempts.length - index}`} value={response} />
          )}
        </li>
      ))}
    </ol>
  )
}

/** The latest deliveries to an endpoint, which can be sent again. */
export const EndpointDeliveries = ({ endpointId }: { readonly endpointId: string }) => {
  const { common } = useText()
  const { deliveries: texts } = useDevelopersText()
  const [loaded, reload] = useQuery(endpointDeliveriesQuery, endpointId)
  const [openId, setOpenId] = useState<string | null>(null)
  const resend = useAction((parley, deliveryId: string) => parley.endpoints.replay(endpointId, deliveryId))
  return (
    <>
      <div className="page-buttons">
        <Button onClick={reload}>{common.reload}</Button>
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {({ data }) => {
          const open = data.find(({ id }) => id === openId)
          return data.length === 0 ? (
            <EmptyState title={texts.empty} />
          ) : (
            <>
              <Table
                caption={texts.list}
                rows={data}
                keyOf={({ id }) => id}
                columns={[
                  {
                    id: "event",
                    label: texts.event,
                    cell: ({ event, id }) => (
                      <button type="button" className="cell-button" onClick={() => setOpenId(id)}>
                        <code>{event}</code>
                      </button>
                    )
                  },
                  { id: "status", label: texts.status, cell: ({ status }) => <DeliveryState status={status} /> },
                  {
                    id: "last",
                    label: texts.last,
                    cell: ({ attempts }) => {
                      const last = attempts.at(-1)
                      return last === undefined ? texts.noAttempt : (last.statusCode ?? last.error)
                    }
                  },
                  { id: "happened", label: texts.happened, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> }
                ]}
              />
              {open !== undefined && (
                <SidePanel
                  title={texts.detail}
                  isOpen
                  onClose={() => setOpenId(null)}
                  footer={
                    <Button
                      tone="primary"
                      isBusy={resend.isRunning}
                      onClick={() =>
                        void resend.run(open.id).then((outcome) => {
                          if ("value" in outcome) reload()
                        })
                      }
                    >
                      {texts.resend}
                    </Button>
                  }
                >
                  <p>
                    <code>{open.event}</code> <DeliveryState status={open.status} />
                  </p>
                  <ActionError failure={resend.failure} />
                  <Attempts delivery={open} />
                </SidePanel>
              )}
            </>
          )
        }}
      </LoadedView>
    </>
  )
}
