import { useContactsText } from "../contactsText.ts"
import { useMemo, useState } from "react"
import { defineQuery } from "../../api/query.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { Steps } from "../../parts/page/Steps.tsx"
import { ImportColumns } from "./ImportColumns.tsx"
import { ImportFile, type ReadFile } from "./ImportFile.tsx"
import { ImportResult } from "./ImportResult.tsx"
import { checkRows, guessMapping, type Mapping } from "./importRows.ts"

/** The country whose national numbers are read, by the settings of the organization. */
const countryQuery = defineQuery("default country", async (parley, _: null, signal) => {
  const { defaultCountry } = await parley.settings.get({ signal })
  return defaultCountry ?? ""
})

/** An import of contacts from a file, in three steps: file, columns, import. */
const ImportContacts = () => {
  const contacts = useContactsText()
  const { importing: texts } = contacts
  const [country] = useQuery(countryQuery, null)
  const [file, setFile] = useState<ReadFile | null>(null)
  const [mapping, setMapping] = useState<Mapping>([])
  const [chosenCountry, setCountry] = useState<string | null>(null)
  const [isStarted, setStarted] = useState(false)
  const defaultCountry = chosenCountry ?? (country.state === "ready" ? country.value : "")
  const rows = useMemo(
    () => (file === null ? [] : checkRows(file.records, mapping, defaultCountry !== "")),
    [file, mapping, defaultCountry]
  )
  const choose = (read: ReadFile) => {
    setFile(read)
    setMapping(guessMapping(read.header))
  }
  return (
    <div className="page">
      <p>
        <Link href="/contacts">{contacts.back}</Link>
      </p>
      <h1>{texts.title}</h1>
      <Steps
        label={texts.title}
        steps={[texts.file, texts.columns, texts.run]}
        current={file === null ? 0 : isStarted ? 2 : 1}
      />
      {file === null ? (
        <ImportFile onRead={choose} />
      ) : isStarted ? (
        <ImportResult header={file.header} rows={rows} defaultCountry={defaultCountry} />
      ) : (
        <ImportColumns
          file={file}
          rows={rows}
          mapping={mapping}
          country={defaultCountry}
          onMapping={setMapping}
          onCountry={setCountry}
          onBack={() => setFile(null)}
          onStart={() => setStarted(true)}
        />
      )}
    </div>
  )
}

export default ImportContacts
