import type { ReportRow } from "../../client/promise/SessionMethods.ts"
import { useQuery } from "../api/useQuery.ts"
import { useQueryField } from "../app/navigation.ts"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
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

const Rows = ({ rows, subject }: { readonly subject: Subject; readonly rows: ReadonlyArray<ReportRow> }) => {
  const texts = useReportText()
  const formats = useReportFormats()
  const nameOf = useRowName(subject)
  const [field, setField] = useQueryField("sort")
  const columns = subjectColumns[subject]
  const id = field.replace(/^-/, "")
  const valueOf = id === "name" ? nameOf : columns.find((column) => column.id === id)?.of
  const isDescending = field.startsWith("-")
  return (
    <Table
      caption={texts.pages[subject]}
      isHeadSticky
      rows={valueOf === undefined ? rows : sortedRows(rows, valueOf, isDescending)}
      keyOf={(row) => row.id}
      sort={valueOf === undefined ? null : { column: id, direction: isDescending ? "descending" : "ascending" }}
      onSort={({ column, direction }) => setField(direction === "descending" ? `-${column}` : column)}
      columns={[
        { id: "name", label: texts.subjects[subject], isSortable: true, cell: (row) => <bdi>{nameOf(row)}</bdi> },
        ...columns.map(({ format, id: name, of }) => ({
          id: name,
          label: <span title={texts.definitions[name]}>{texts.figures[name]}</span>,
          isNumber: true,
          isSortable: true,
          cell: (row: ReportRow) => formats[format](of(row))
        }))
      ]}
    />
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
                <Rows subject={subject} rows={rows} />
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
