import type { ReportRow } from "../../client/promise/SessionMethods.ts"
import { useQuery } from "../api/useQuery.ts"
import { useQueryField } from "../app/navigation.ts"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { RangeBar, useRange } from "./RangeBar.tsx"
import { namesQuery, type Subject, subjectQuery } from "./reportQueries.ts"
import { useReportFormats, useReportText } from "./reportText.ts"
import { sortedRows, subjectColumns } from "./subjectColumns.ts"

/** Names of the rows of a report; ids until they are loaded. */
const useRowName = (subject: Subject): ((row: ReportRow) => string) => {
  const { common } = useText()
  const [names] = useQuery(namesQuery, subject)
  return ({ id }) => {
    const channel = (["whatsapp", "messenger", "instagram"] as const).find((name) => name === id)
    if (subject === "channels" && channel !== undefined) return common.channels[channel]
    return (names.state === "ready" ? names.value.get(id) : undefined) ?? id
  }
}

const SortableTable = ({ rows, subject }: { readonly subject: Subject; readonly rows: ReadonlyArray<ReportRow> }) => {
  const texts = useReportText()
  const formats = useReportFormats()
  const nameOf = useRowName(subject)
  const [sort, setSort] = useQueryField("sort")
  const columns = subjectColumns[subject]
  const isDescending = !sort.startsWith("-")
  const sorted = sort.replace(/^-/, "")
  const column = columns.find(({ id }) => id === sorted)
  const ordered =
    column !== undefined
      ? sortedRows(rows, column.of, isDescending)
      : sorted === "name"
        ? sortedRows(rows, nameOf, !isDescending)
        : rows
  const heading = (id: string, label: string, isNumber: boolean, definition?: string) => (
    <th
      key={id}
      scope="col"
      title={definition}
      className={isNumber ? "table-number" : undefined}
      aria-sort={sorted !== id ? undefined : isDescending === (id !== "name") ? "descending" : "ascending"}
    >
      <button type="button" className="sort" onClick={() => setSort(sorted === id && isDescending ? `-${id}` : id)}>
        {label}
        <span aria-hidden>{sorted !== id ? "" : isDescending === (id !== "name") ? " ↓" : " ↑"}</span>
      </button>
    </th>
  )
  return (
    <div className="table-region" role="region" aria-label={texts.pages[subject]} tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">{texts.pages[subject]}</caption>
        <thead>
          <tr>
            {heading("name", texts.subjects[subject], false)}
            {columns.map(({ id }) => heading(id, texts.figures[id], true, texts.definitions[id]))}
          </tr>
        </thead>
        <tbody>
          {ordered.map((row) => (
            <tr key={row.id}>
              <td>
                <bdi>{nameOf(row)}</bdi>
              </td>
              {columns.map(({ format, id, of }) => (
                <td key={id} className="table-number">
                  {formats[format](of(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The numbers of each channel, number, member, team, label, template or campaign. */
export const subjectReport = (subject: Subject) => {
  const SubjectReport = () => {
    const texts = useReportText()
    const { range } = useRange()
    const [loaded, reload] = useQuery(subjectQuery, { ...range, subject })
    return (
      <>
        <h1>{texts.pages[subject]}</h1>
        <p className="muted">{texts.hints[subject]}</p>
        <RangeBar report={subject} />
        <LoadedView loaded={loaded} reload={reload}>
          {({ omitted, rows }) =>
            rows.length === 0 ? (
              <EmptyState title={texts.empty}>
                <p>{texts.emptyHint}</p>
              </EmptyState>
            ) : (
              <>
                <SortableTable subject={subject} rows={rows} />
                {omitted > 0 && <p className="muted">{texts.omitted(omitted)}</p>}
              </>
            )
          }
        </LoadedView>
      </>
    )
  }
  return SubjectReport
}
