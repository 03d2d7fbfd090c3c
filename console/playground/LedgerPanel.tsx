import { Badge } from "../parts/Badge.tsx"
import { JsonView } from "../parts/JsonView.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"
import { Ledger, type LedgerCall } from "./emulatorSchemas.ts"
import { useList } from "./useEmulator.ts"

/** Maximum number of visible requests. */
const visibleCount = 50

const useColumns = (): ReadonlyArray<Column<LedgerCall>> => {
  const { playground } = useText()
  const { ledger, webhooks } = playground
  return [
    { id: "at", label: ledger.at, cell: ({ at }) => <ExactTime at={at} format="time" /> },
    {
      id: "status",
      label: ledger.status,
      cell: ({ status }) => (
        <Badge tone={status >= 200 && status < 300 ? "success" : "danger"}>
          {status === 0 ? webhooks.noAnswer : status}
        </Badge>
      )
    },
    {
      id: "request",
      label: ledger.request,
      cell: ({ body, method, path }) => (
        <div className="play-request">
          <code dir="ltr" className="play-wrap">
            {method} {path}
          </code>
          {body !== null && (
            <details>
              <summary>{ledger.body}</summary>
              <JsonView label={ledger.body} value={body} />
            </details>
          )}
        </div>
      )
    }
  ]
}

/** Requests that the platform received, newest first. */
export const LedgerPanel = () => {
  const { playground } = useText()
  const columns = useColumns()
  const [loaded, reload] = useList("ledger", "ledger", (client, signal) =>
    client.get(`ledger?limit=${visibleCount}`, Ledger, signal)
  )
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ calls }) =>
        calls.length === 0 ? (
          <EmptyState title={playground.ledger.empty} />
        ) : (
          <div className="play-stack">
            <p className="muted">{playground.ledger.newest}</p>
            <Table
              caption={playground.ledger.caption}
              columns={columns}
              rows={calls.toReversed()}
              keyOf={(call) => String(calls.indexOf(call))}
            />
          </div>
        )
      }
    </LoadedView>
  )
}
