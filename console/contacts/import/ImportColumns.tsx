import { useContactsText } from "../contactsText.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { Table } from "../../parts/Table.tsx"
import type { ReadFile } from "./ImportFile.tsx"
import { type CheckedRow, type Mapping, targets, withTarget } from "./importRows.ts"
import { useProblemText } from "./useProblemText.ts"

/** Rows of the preview. */
const previewRows = 10

/** Examples of a column beside its field. */
const examples = 3

const isCountry = (text: string): boolean => text === "" || /^[A-Za-z]{2}$/.test(text)

/** A preview of the rows, the first ones with a problem before the others. */
const Preview = ({
  file,
  mapping,
  rows
}: {
  readonly file: ReadFile
  readonly mapping: Mapping
  readonly rows: ReadonlyArray<CheckedRow>
}) => {
  const { importing: texts } = useContactsText()
  const problemText = useProblemText()
  const wrong = rows.filter(({ problem }) => problem !== null).slice(0, previewRows / 2)
  const fine = rows.filter(({ problem }) => problem === null).slice(0, previewRows - wrong.length)
  const columns = file.header.flatMap((name, column) => {
    const target = mapping[column] ?? null
    return target === null ? [] : [{ name, column, target }]
  })
  return (
    <Table
      caption={texts.rows(rows.length)}
      rows={[...wrong, ...fine]}
      keyOf={({ index }) => String(index)}
      columns={[
        { id: "row", label: texts.row, isNumber: true, cell: ({ index }) => index + 1 },
        ...columns.map(({ column, name, target }) => ({
          id: String(column),
          label: (
            <>
              {texts.targets[target]} <bdi className="import-name">{name}</bdi>
            </>
          ),
          cell: ({ problem, record }: CheckedRow) => (
            <>
              <bdi>{record[column] ?? ""}</bdi>
              {problem !== null && columns.find((one) => one.target === problem.target)?.column === column && (
                <p className="field-error">{problemText(problem)}</p>
              )}
            </>
          )
        }))
      ]}
    />
  )
}

/** Fields of the columns, and a preview with the problems of the rows. */
export const ImportColumns = ({
  country,
  file,
  mapping,
  onBack,
  onCountry,
  onMapping,
  onStart,
  rows
}: {
  readonly file: ReadFile
  readonly rows: ReadonlyArray<CheckedRow>
  readonly mapping: Mapping
  /** Country of national numbers; empty without one. */
  readonly country: string
  readonly onMapping: (mapping: Mapping) => void
  readonly onCountry: (country: string) => void
  readonly onBack: () => void
  readonly onStart: () => void
}) => {
  const { importing: texts } = useContactsText()
  const valid = rows.filter(({ problem }) => problem === null).length
  const hasNumber = mapping.includes("userNumber")
  return (
    <>
      <p>
        <bdi>{file.name}</bdi> · {texts.rows(rows.length)}
      </p>
      <section className="section" aria-label={texts.columns}>
        <h2>{texts.columns}</h2>
        <ul className="import-columns">
          {file.header.map((name, column) => (
            <li key={column} className="import-column">
              <div>
                <strong dir="auto">{name}</strong>
                <p className="muted" dir="auto">
                  {file.records
                    .slice(0, examples)
                    .map((record) => record[column] ?? "")
                    .filter((cell) => cell !== "")
                    .join(" · ")}
                </p>
              </div>
              <Select
                label={texts.fieldOf(name)}
                isLabelShown={false}
                value={mapping[column] ?? "skip"}
                onChange={(value) => onMapping(withTarget(mapping, column, value === "skip" ? null : value))}
                options={[
                  { value: "skip" as const, label: texts.skip },
                  ...targets.map((value) => ({ value, label: texts.targets[value] }))
                ]}
              />
            </li>
          ))}
        </ul>
        <div className="import-country">
          <Field
            label={texts.country}
            hint={texts.countryHint}
            isOptional
            dir="ltr"
            maxLength={2}
            value={country}
            error={isCountry(country) ? null : texts.countryProblem}
            onChange={({ target }) => onCountry(target.value.toUpperCase())}
          />
        </div>
      </section>
      {hasNumber ? (
        <section className="section" aria-label={texts.preview}>
          <h2>{texts.preview}</h2>
          <p role="status">
            <Badge tone="success">{texts.ready(valid)}</Badge>{" "}
            {valid < rows.length && <Badge tone="warning">{texts.refused(rows.length - valid)}</Badge>}
          </p>
          <Preview file={file} mapping={mapping} rows={rows} />
        </section>
      ) : (
        <p className="field-error" role="alert">
          {texts.noNumber}
        </p>
      )}
      <div className="actions">
        <Button onClick={onBack}>{texts.other}</Button>
        <Button tone="primary" disabled={!hasNumber || valid === 0 || !isCountry(country)} onClick={onStart}>
          {texts.start(valid)}
        </Button>
      </div>
    </>
  )
}
