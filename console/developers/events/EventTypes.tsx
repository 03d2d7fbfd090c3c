import { useQuery } from "../../api/useQuery.ts"
import { useQueryField, useTypedQueryField } from "../../app/navigation.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Field } from "../../parts/Field.tsx"
import { JsonView } from "../../parts/JsonView.tsx"
import { EmptyState, LoadedView } from "../../parts/states.tsx"
import { useText } from "../../text/useText.ts"
import { documentsQuery, typesQuery } from "../queries.ts"

/** Schema and example of an event type, from the OpenAPI document. */
const Documented = ({ type }: { readonly type: string }) => {
  const { events } = useText().developers
  const [loaded, reload] = useQuery(documentsQuery, {})
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {(documents) => {
        const document = documents[type]
        if (document === undefined) return <p className="muted">{events.noDocument}</p>
        return (
          <>
            <p>{document.description}</p>
            <h2>{events.example}</h2>
            <JsonView label={`${events.example} ${type}`} value={document.example} />
            <h2>{events.schema}</h2>
            <JsonView label={`${events.schema} ${type}`} value={document.schema} />
          </>
        )
      }}
    </LoadedView>
  )
}

/** All event types. The address names the open one. */
export const EventTypes = () => {
  const { events, filters, pages } = useText().developers
  const [loaded, reload] = useQuery(typesQuery, {})
  const [search, setSearch] = useTypedQueryField("search")
  const [open, setOpen] = useQueryField("type")
  return (
    <>
      <h1>{pages.events}</h1>
      <p>{events.intro}</p>
      <Field label={events.search} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <LoadedView loaded={loaded} reload={reload}>
        {({ types }) => {
          const matching = types.filter(({ description, type }) =>
            `${type} ${description}`.toLowerCase().includes(search.toLowerCase())
          )
          if (matching.length === 0) return <EmptyState title={filters.nothing} />
          return matching.map(({ description, isSubscribable, type }) => (
            <details
              key={type}
              className="dev-panel"
              open={open === type}
              onToggle={({ currentTarget, newState }) => {
                // The element also reports when it closes because another one opens.
                if (newState === "open") setOpen(type)
                else if (open === type && !currentTarget.open) setOpen(null)
              }}
            >
              <summary>
                <code dir="ltr">{type}</code> {description}{" "}
                <Badge tone={isSubscribable ? "info" : "plain"}>
                  {isSubscribable ? events.subscribable : events.always}
                </Badge>
              </summary>
              {open === type && <Documented type={type} />}
            </details>
          ))
        }}
      </LoadedView>
    </>
  )
}
