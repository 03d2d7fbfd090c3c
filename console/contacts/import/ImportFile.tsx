import { useContactsText } from "../contactsText.ts"
import { type DragEvent, useRef, useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { type CsvRecord, readCsv, textOf } from "./readCsv.ts"

/** A file with its header row. */
export interface ReadFile {
  readonly name: string
  readonly header: CsvRecord
  readonly records: ReadonlyArray<CsvRecord>
}

/** Maximum bytes of a file: it is read into the memory of the page. */
const maxFileBytes = 32 * 1024 * 1024

type FileProblem = "workbook" | "encoding" | "empty" | "large"

const readFile = async (file: File): Promise<ReadFile | FileProblem> => {
  if (file.size > maxFileBytes) return "large"
  const read = textOf(new Uint8Array(await file.arrayBuffer()))
  if ("problem" in read) return read.problem
  const [header, ...records] = readCsv(read.text)
  return header === undefined || records.length === 0 ? "empty" : { name: file.name, header, records }
}

/** Choice of a CSV file by a dialog or by a drop. */
export const ImportFile = ({ onRead }: { readonly onRead: (file: ReadFile) => void }) => {
  const { importing: texts } = useContactsText()
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const choose = (file: File | undefined) => {
    if (file === undefined) return
    setProblem(null)
    void readFile(file).then((read) => {
      if (typeof read === "string") setProblem(read)
      else onRead(read)
    })
  }
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault()
    setOver(is)
  }
  return (
    <div
      className={isOver ? "drop-area drop-area-over" : "drop-area"}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        choose(event.dataTransfer.files[0])
      }}
    >
      <p className="state-title">{texts.drop}</p>
      <p className="muted">{texts.fileHint}</p>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,.txt,text/csv"
        aria-label={texts.choose}
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ""
        }}
      />
      <Button tone="primary" onClick={() => chooser.current?.click()}>
        {texts.choose}
      </Button>
      {problem !== null && (
        <p className="field-error" role="alert">
          {texts.fileProblems[problem]}
        </p>
      )}
    </div>
  )
}
