/** Milliseconds between two runs: the first pause and the longest one. */
export interface Pauses {
  readonly first: number
  readonly most: number
}

/**
 * Runs at once, and once more at the end of a pause for all calls during it. While calls continue, each pause is twice
 * as long as the previous one: rare changes appear at once, and a busy organization costs few loads.
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
