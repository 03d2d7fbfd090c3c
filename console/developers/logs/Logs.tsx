import { useState } from "react"
import type { LoggedRequest } from "../../../client/promise/SessionMethods.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { changeQuery, usePlace } from "../../app/navigation.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { EmptyState, LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { FilterBar, FilterSelect, SpanSelect } from "../parts/FilterBar.tsx"
import { type LogFilters, logFiltersOf, logMethods, queryOf, statusClasses } from "../parts/filters.ts"
import { Paging } from "../../parts/Paging.tsx"
import { logsQuery } from "../queries.ts"

/** Status of an answer. */
export const StatusCode = ({ statusCode }: Pick<LoggedRequest, "statusCode">) => (
  <Badge tone={statusCode < 400 ? "success" : statusCode < 500 ? "warning" : "danger"}>{statusCode}</Badge>
)

const List = ({ filters }: { readonly filters: LogFilters }) => {
  const { deliveries, filters: texts, logs } = useText().developers
  const [loaded, reload] = useQuery(logsQuery, filters)
  const isFiltered = Object.keys(queryOf({ ...filters, page: 1 })).length > 0
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ hasNext, logs: rows, total }) =>
        rows.length === 0 && filters.page === 1 ? (
          <EmptyState title={isFiltered ? texts.nothing : logs.empty} />
        ) : (
          <>
            <Table
              caption={logs.list}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: "request",
                  label: logs.request,
                  cell: ({ id, method, path }) => (
                    <Link href={`/developers/logs/${id}`} aria-label={logs.open(`${method} ${path}`)}>
                      <code dir="ltr">
                        {method} {path}
                      </code>
                    </Link>
                  )
                },
                { id: "status", label: logs.status, cell: ({ statusCode }) => <StatusCode statusCode={statusCode} /> },
                {
                  id: "duration",
                  label: logs.duration,
                  isNumber: true,
                  cell: ({ durationMs }) => deliveries.duration(durationMs)
                },
                { id: "when", label: logs.when, cell: ({ createdAt }) => <ExactTime at={createdAt} /> }
              ]}
            />
            <Paging page={filters.page} hasNext={hasNext} total={total} />
          </>
        )
      }
    </LoadedView>
  )
}

/** Text filters, applied when the form is submitted. */
const Filters = ({ filters }: { readonly filters: LogFilters }) => {
  const texts = useText().developers.filters
  const [path, setPath] = useState(filters.path)
  const [requestId, setRequestId] = useState(filters.requestId)
  const [status, setStatus] = useState(filters.status)
  return (
    <FilterBar onApply={() => changeQuery({ path: path.trim(), requestId: requestId.trim(), status, page: null })}>
      <FilterSelect
        label={texts.method}
        value={filters.method}
        values={logMethods}
        onChange={(method) => changeQuery({ method, page: null })}
      />
      <SpanSelect value={filters.span} onChange={(span) => changeQuery({ span, page: null })} />
      <Field
        label={texts.status}
        dir="ltr"
        value={status}
        list="dev-status-classes"
        pattern="[1-5](\d\d|xx)"
        onChange={(event) => setStatus(event.target.value)}
      />
      <datalist id="dev-status-classes">
        {statusClasses.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Field
        label={texts.path}
        dir="ltr"
        placeholder="/v1/contacts"
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <Field
        label={texts.requestId}
        dir="ltr"
        value={requestId}
        onChange={(event) => setRequestId(event.target.value)}
      />
    </FilterBar>
  )
}

/** Requests with API keys. The address contains the filters. */
export const Logs = () => {
  const { common, developers } = useText()
  const filters = logFiltersOf(usePlace().query)
  return (
    <>
      <header className="dev-header">
        <h1>{developers.pages.logs}</h1>
        <Button onClick={() => logsQuery.reload()}>{common.reload}</Button>
      </header>
      <Filters key={`${filters.path} ${filters.requestId} ${filters.status}`} filters={filters} />
      <List filters={filters} />
    </>
  )
}
