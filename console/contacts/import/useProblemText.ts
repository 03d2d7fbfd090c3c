import { useContactsText } from "../contactsText.ts"
import type { RowProblem } from "./importRows.ts"

/** Text for the problem of a row. Rows count from 1, as in a spreadsheet without its header. */
export const useProblemText = (): ((problem: RowProblem) => string) => {
  const { problems } = useContactsText().importing
  return ({ firstIndex = 0, kind, target }) => {
    if (kind === "PhoneNumberRepeated") return problems.repeated(firstIndex + 1)
    if (kind === "ContactFieldRefused") return target === "email" ? problems.email : problems.field
    return problems[kind]
  }
}
