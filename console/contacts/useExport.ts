import { useContactsText } from "./contactsText.ts"
import { useEffect, useRef, useState } from "react"
import { failureOf } from "../api/Failure.ts"
import { useParley } from "../api/Session.ts"
import { useFailureText } from "../parts/states.tsx"
import { useToast } from "../parts/Toast.tsx"
import { type ContactFilter, everyContact } from "./contactQueries.ts"
import { contactHeader, contactRow, csvLine, saveFile } from "./csvFile.ts"

/** Contacts of one string: the lines of a large export are few strings. */
const chunk = 1_000

/** Name of the file of exported contacts. */
export const exportName = "contacts.csv"

/**
 * Exports all contacts of a filter as a CSV file, read page by page. The number: contacts read so far; null while no
 * export runs. Leaving the page stops it.
 */
export const useExport = (): readonly [number | null, (filter: ContactFilter) => void] => {
  const parley = useParley()
  const texts = useContactsText()
  const toast = useToast()
  const failureText = useFailureText()
  const [read, setRead] = useState<number | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const run = async (filter: ContactFilter): Promise<void> => {
    const parts: Array<string> = []
    let lines = csvLine(contactHeader)
    let count = 0
    for await (const contact of everyContact(parley, filter)) {
      if (isGone.current) return
      lines += csvLine(contactRow(contact))
      count += 1
      if (count % chunk !== 0) continue
      parts.push(lines)
      lines = ""
      setRead(count)
    }
    saveFile(exportName, [...parts, lines])
  }
  const start = (filter: ContactFilter) => {
    setRead(0)
    run(filter)
      .catch((cause: unknown) => {
        toast({ title: texts.exportFailed, description: failureText(failureOf(cause)), tone: "danger" })
      })
      .finally(() => setRead(null))
  }
  return [read, start]
}
