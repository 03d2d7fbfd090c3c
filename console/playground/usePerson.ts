import { useCallback } from "react"
import { changeQuery, usePlace } from "../app/navigation.ts"
import { type ChosenPerson, personIn } from "./ChosenPerson.ts"

/** The chosen person, and its setter. */
export const usePerson = (): readonly [ChosenPerson | null, (person: ChosenPerson | null) => void] => {
  const { query } = usePlace()
  const choose = useCallback(
    (person: ChosenPerson | null) =>
      changeQuery({
        channel: person?.channel ?? null,
        account: person?.accountId ?? null,
        person: person?.personId ?? null,
        name: person?.name ?? null
      }),
    []
  )
  return [personIn(query), choose]
}
