import { useCallback, useState } from "react"

const read = (key: string): unknown => {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? "null")
  } catch {
    return null
  }
}

/**
 * A value in the storage of this browser and its setter: `useStored("parley.columns", columnsOf)`. `parse` accepts any
 * stored value, because another version of the console may have written it. Without storage the value lasts until the
 * page is left.
 */
export const useStored = <Value>(
  key: string,
  parse: (stored: unknown) => Value
): readonly [Value, (value: Value) => void] => {
  const [stored, setStored] = useState(() => ({ key, value: parse(read(key)) }))
  const present = stored.key === key ? stored : { key, value: parse(read(key)) }
  if (present !== stored) setStored(present)
  const store = useCallback(
    (value: Value) => {
      setStored({ key, value })
      try {
        window.localStorage.setItem(key, JSON.stringify(value))
      } catch {
        // Storage is disabled or full: the value lasts until the page is left.
      }
    },
    [key]
  )
  return [present.value, store]
}
