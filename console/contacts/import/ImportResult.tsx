import { useContactsText } from "../contactsText.ts"
import { useEffect } from "react"
import { Link } from "../../app/Link.tsx"
import { Button } from "../../parts/Button.tsx"
import { ErrorState } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { contactsQuery } from "../contactQueries.ts"
import { csvLine, saveFile } from "../csvFile.ts"
import type { CheckedRow } from "./importRows.ts"
import type { CsvRecord } from "./readCsv.ts"
import { useImport } from "./useImport.ts"
import { useProblemText } from "./useProblemText.ts"

/** Refused rows that the page shows; the file has all of them. */
const maxShown = 100

/** The running import, its outcome, and the refused rows as a file in the form of the imported one. */
export const ImportResult = ({
  defaultCountry,
  header,
  rows
}: {
  readonly header: CsvRecord
  readonly rows: ReadonlyArray<CheckedRow>
  readonly defaultCountry: string
}) => {
  const { importing: texts } = useContactsText()
  const problemText = useProblemText()
  const [{ added, failure, refused: byService, sent, state }, start] = useImport(rows, defaultCountry)
  useEffect(start, [])
  const isDone = state === "done"
  useEffect(() => {
    if (isDone) contactsQuery.reload()
  }, [isDone])
  const total = rows.filter(({ problem }) => problem === null).length
  const refused = [
    ...rows.flatMap((row) => (row.problem === null ? [] : [{ row, error: problemText(row.problem) }])),
    ...byService
  ].toSorted((one, other) => one.row.index - other.row.index)
  const download = () =>
    saveFile("refused-rows.csv", [
      csvLine([...header, texts.reason]),
      ...refused.map(({ error, row }) => csvLine([...row.record, error]))
    ])
  return (
    <>
      <div className="progress" role="status">
        <progress value={sent} max={total} aria-label={texts.run} />
        <p>{isDone ? texts.done(added) : texts.progress(sent, total)}</p>
        {state === "waiting" && <p className="muted">{texts.waiting}</p>}
      </div>
      {failure !== null && <ErrorState failure={failure} onRetry={start} />}
      {isDone && refused.length > 0 && (
        <section className="section">
          <div className="paging">
            <h2>{texts.refused(refused.length)}</h2>
            <Button onClick={download}>{texts.download}</Button>
          </div>
          <Table
            caption={texts.refused(refused.length)}
            rows={refused.slice(0, maxShown)}
            keyOf={({ row }) => String(row.index)}
            columns={[
              { id: "row", label: texts.row, isNumber: true, cell: ({ row }) => row.index + 1 },
              {
                id: "number",
                label: texts.targets.userNumber,
                cell: ({ row }) => <bdi>{row.item.userNumber}</bdi>
              },
              { id: "name", label: texts.targets.userName, cell: ({ row }) => <bdi>{row.item.userName}</bdi> },
              { id: "reason", label: texts.reason, cell: ({ error }) => error }
            ]}
          />
          {refused.length > maxShown && <p className="muted">{texts.moreRefused(maxShown)}</p>}
        </section>
      )}
      {isDone && (
        <p>
          <Link href="/contacts">{texts.toList}</Link>
        </p>
      )}
    </>
  )
}
