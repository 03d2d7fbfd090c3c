import { useState } from "react"
import type { ListedDelivery } from "../../../client/promise/SessionMethods.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { changeQuery, usePlace } from "../../app/navigation.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { EmptyState, LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { RelativeTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { FilterBar, FilterSelect, SpanSelect } from "../parts/FilterBar.tsx"
import { deliveryFiltersOf, deliveryStatuses } from "../parts/filters.ts"
import { Paging } from "../../parts/Paging.tsx"
import { type DeliveriesInput, deliveriesQuery, typesQuery } from "../queries.ts"
import { RecoverFailed } from "./RecoverFailed.tsx"

/** Status of a delivery. */
export const DeliveryState = ({ status }: Pick<ListedDelivery, "status">) => {
  const { deliveries } = useText().developers
  const tone = ({ pending: "warning", delivered: "success", failed: "danger" } as const)[status]
  return <Badge tone={tone}>{deliveries.states[status]}</Badge>
}

const Last = ({ lastAttempt }: Pick<ListedDelivery, "lastAttempt">) => {
  const { deliveries } = useText().developers
  if (lastAttempt === null) return deliveries.noAttempt
  return (
    <>
      {lastAttempt.statusCode ?? lastAttempt.error} · {deliveries.duration(lastAttempt.durationMs)} ·{" "}
      <RelativeTime at={lastAttempt.at} />
    </>
  )
}

const List = ({ input }: { readonly input: DeliveriesInput }) => {
  const { deliveries, filters } = useText().developers
  const [loaded, reload] = useQuery(deliveriesQuery, input)
  const isFiltered = input.status !== null || input.event !== null || input.span !== null
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ deliveries: rows, hasNext, total }) =>
        rows.length === 0 && input.page === 1 ? (
          <EmptyState title={isFiltered ? filters.nothing : deliveries.empty}>
            {!isFiltered && <p>{deliveries.emptyHint}</p>}
          </EmptyState>
        ) : (
          <>
            <Table
              caption={deliveries.list}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: "event",
                  label: deliveries.event,
                  cell: ({ event, id }) => (
                    <Link href={`/developers/deliveries/${id}`}>
                      <code>{event}</code>
                    </Link>
                  )
                },
                { id: "status", label: deliveries.status, cell: ({ status }) => <DeliveryState status={status} /> },
                { id: "last", label: deliveries.last, cell: ({ lastAttempt }) => <Last lastAttempt={lastAttempt} /> },
                {
                  id: "happened",
                  label: deliveries.happened,
                  cell: ({ createdAt }) => <RelativeTime at={createdAt} />
                }
              ]}
            />
            <Paging page={input.page} hasNext={hasNext} total={total} />
          </>
        )
      }
    </LoadedView>
  )
}

/** Deliveries to the webhook. The address contains the filters. */
export const Deliveries = () => {
  const { common, developers } = useText()
  const { deliveries, filters: texts, pages } = developers
  const filters = deliveryFiltersOf(usePlace().query)
  const [types, reloadTypes] = useQuery(typesQuery, {})
  const [isRecovering, setRecovering] = useState(false)
  return (
    <>
      <header className="dev-header">
        <h1>{pages.deliveries}</h1>
        <div className="dev-buttons">
          <Button onClick={() => deliveriesQuery.reload()}>{common.reload}</Button>
          <Button onClick={() => setRecovering(true)}>{deliveries.recover}</Button>
        </div>
      </header>
      <LoadedView loaded={types} reload={reloadTypes}>
        {({ types }) => (
          <>
            <FilterBar>
              <FilterSelect
                label={texts.status}
                value={filters.status}
                values={deliveryStatuses}
                labelOf={(status) => deliveries.states[status]}
                onChange={(status) => changeQuery({ status, page: null })}
              />
              <FilterSelect
                label={texts.event}
                value={filters.event}
                values={types.map(({ type }): string => type)}
                onChange={(event) => changeQuery({ event, page: null })}
              />
              <SpanSelect value={filters.span} onChange={(span) => changeQuery({ span, page: null })} />
            </FilterBar>
            <List input={{ ...filters, event: types.find(({ type }) => type === filters.event)?.type ?? null }} />
          </>
        )}
      </LoadedView>
      <RecoverFailed isOpen={isRecovering} onClose={() => setRecovering(false)} />
    </>
  )
}
