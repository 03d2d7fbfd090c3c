import { useState } from "react"
import type { AuditChange, AuditEntry } from "../../client/promise/SessionMethods.ts"
import { AuditAction } from "../../src/domain/access/AuditEntry.ts"
import { defineQuery } from "../api/query.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { changeQuery, usePlace } from "../app/navigation.ts"
import { membersQuery } from "../developers/queries.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"
import { saveFile } from "../parts/page/saveFile.ts"
import { Select } from "../parts/Select.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useSettingsText } from "./settingsText.ts"

/** Kinds of authors, besides members, who have entries of their own. */
const actors = ["member", "api_key", "service_key", "operator", "program"] as const

/** Filters of the log; null does not filter. */
interface AuditFilters {
  readonly action: AuditEntry["action"] | null
  readonly actor: (typeof actors)[number] | null
  readonly actorId: string | null
  /** The first and the last day, in the zone of the browser. */
  readonly since: string | null
  readonly until: string | null
}

/** Start of a day in the browser's zone, or of the day after it; undefined for another text. */
const dayStart = (day: string | null, later = 0): string | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "") ?? []
  return year === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString()
}

const parametersOf = ({ action, actor, actorId, since, until }: AuditFilters) => ({
  action: action ?? undefined,
  actor: actor ?? undefined,
  actorId: actorId ?? undefined,
  since: dayStart(since),
  until: dayStart(until, 1)
})

const auditQuery = defineQuery(
  "auditLog",
  (parley, { after, ...filters }: AuditFilters & { readonly after: string | null }, signal) =>
    parley.auditLog.list({ ...parametersOf(filters), after: after ?? undefined, limit: 50 }, { signal })
)

const filtersOf = (query: Readonly<Record<string, string>>): AuditFilters => ({
  action: AuditAction.literals.find((action) => action === query["action"]) ?? null,
  actor: actors.find((actor) => actor === query["actor"]) ?? null,
  actorId: query["member"] ?? null,
  since: query["since"] ?? null,
  until: query["until"] ?? null
})

/** Name of an action, such as `Team · changed`. An action without texts has its code. */
const useActionName = () => {
  const { audit: texts } = useSettingsText()
  return (action: string): string => {
    const [subject = "", verb = ""] = action.split(".")
    const [kinds, verbs]: ReadonlyArray<Readonly<Record<string, string>>> = [texts.kinds, texts.verbs]
    const [kind, done] = [kinds?.[subject], verbs?.[verb]]
    return kind === undefined || done === undefined ? action : `${kind} · ${done}`
  }
}

const valueText = (value: AuditChange["before"]): string => {
  if (value === null) return "–"
  return typeof value === "object" ? value.join(", ") : String(value)
}

const Changes = ({ changes }: Pick<AuditEntry, "changes">) => (
  <ul className="audit-changes">
    {changes.map(({ after, before, field }) => (
      <li key={field}>
        <code>{field}</code> <del>{valueText(before)}</del> <span aria-hidden>→</span> <ins>{valueText(after)}</ins>
      </li>
    ))}
  </ul>
)

const Filters = ({ filters }: { readonly filters: AuditFilters }) => {
  const { audit: texts } = useSettingsText()
  const actionName = useActionName()
  const [members] = useQuery(membersQuery, {})
  const people = members.state === "ready" ? members.value.members.filter(({ userId }) => userId !== null) : []
  return (
    <div className="page-filters" role="search">
      <Select<string>
        label={texts.action}
        value={filters.action ?? ""}
        onChange={(action) => changeQuery({ action })}
        options={[
          { value: "", label: texts.all },
          ...AuditAction.literals.map((value) => ({ value, label: actionName(value) }))
        ]}
      />
      <Select<string>
        label={texts.author}
        value={filters.actorId ?? filters.actor ?? ""}
        onChange={(value) => {
          const isKind = actors.some((actor) => actor === value)
          changeQuery({ actor: isKind ? value : null, member: isKind ? null : value })
        }}
        options={[
          { value: "", label: texts.all },
          ...actors.map((value) => ({ value, label: texts.actors[value] })),
          ...people.map(({ email, name, userId }) => ({ value: userId ?? "", label: name || email }))
        ]}
      />
      <Field
        label={texts.since}
        type="date"
        value={filters.since ?? ""}
        onChange={({ target }) => changeQuery({ since: target.value }, { replace: true })}
      />
      <Field
        label={texts.until}
        type="date"
        value={filters.until ?? ""}
        onChange={({ target }) => changeQuery({ until: target.value }, { replace: true })}
      />
    </div>
  )
}

const Entries = ({ filters }: { readonly filters: AuditFilters }) => {
  const { audit: texts } = useSettingsText()
  const actionName = useActionName()
  /** The cursors of the page and of those before it. */
  const [cursors, setCursors] = useState<ReadonlyArray<string>>([])
  const [loaded, reload] = useQuery(auditQuery, { ...filters, after: cursors.at(-1) ?? null })
  const [members] = useQuery(membersQuery, {})
  const authorOf = ({ actor: { id, type } }: AuditEntry): string => {
    const member =
      members.state === "ready"
        ? members.value.members.find(({ userId }) => userId !== null && userId === id)
        : undefined
    return member === undefined ? texts.actors[type] : member.name || member.email
  }
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ entries, hasMore, nextAfter }) =>
        entries.length === 0 ? (
          <EmptyState title={texts.empty} />
        ) : (
          <>
            <Table
              caption={texts.list}
              rows={entries}
              keyOf={({ id }) => id}
              columns={[
                { id: "at", label: texts.at, cell: ({ at }) => <ExactTime at={at} /> },
                { id: "author", label: texts.author, cell: (entry) => <bdi>{authorOf(entry)}</bdi> },
                { id: "action", label: texts.action, cell: ({ action }) => actionName(action) },
                {
                  id: "subject",
                  label: texts.subject,
                  cell: ({ subject: { id, name } }) => <bdi title={id}>{name || id}</bdi>
                },
                { id: "changes", label: texts.changes, cell: ({ changes }) => <Changes changes={changes} /> },
                { id: "address", label: texts.address, cell: ({ address }) => <code>{address ?? ""}</code> }
              ]}
            />
            <nav className="paging" aria-label={texts.pages}>
              <Button disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
                {texts.newer}
              </Button>
              <Button
                disabled={!hasMore || nextAfter === null}
                onClick={() => setCursors([...cursors, nextAfter ?? ""])}
              >
                {texts.older}
              </Button>
            </nav>
          </>
        )
      }
    </LoadedView>
  )
}

/** Who changed what in the organization, newest first. */
export const AuditLog = () => {
  const { audit: texts, pages } = useSettingsText()
  const { query } = usePlace()
  const filters = filtersOf(query)
  const save = useAction((parley) => parley.auditLog.export(parametersOf(filters)))
  return (
    <>
      <div className="page-top">
        <h1>{pages.audit}</h1>
        <Button
          isBusy={save.isRunning}
          onClick={() =>
            void save.run(null).then((outcome) => {
              if ("value" in outcome) saveFile(outcome.value, "audit-log.csv")
            })
          }
        >
          {texts.csv}
        </Button>
      </div>
      <ActionError failure={save.failure} />
      <Filters filters={filters} />
      <Entries key={JSON.stringify(filters)} filters={filters} />
    </>
  )
}
