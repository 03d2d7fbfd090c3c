/** Milliseconds between two runs: the first ones, and at most while calls go on. */
export interface Pauses {
  readonly first: number
  readonly most: number
}

/**
 * Runs at once, and for all calls during a pause once more at its end. As long as calls go on, each pause is twice as long
 * as the one before: what happens rarely is shown at once, and a busy organization costs few loads.
 */
export const throttled = (
  { first, most }: Pauses,
  run: () => void
): { readonly call: () => void; readonly stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isWanted = false
  const wait = (millis: number) => {
    timer = setTimeout(() => {
      timer = null
      if (!isWanted) return
      isWanted = false
      run()
      wait(Math.min(2 * millis, most))
    }, millis)
  }
  return {
    call: () => {
      if (timer !== null) {
        isWanted = true
        return
      }
      run()
      wait(first)
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      isWanted = false
    }
  }
}
