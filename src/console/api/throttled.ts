/** Runs at once, and for all further calls within the time once more at its end. */
export const throttled = (
  millis: number,
  run: () => void
): { readonly call: () => void; readonly stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isWanted = false
  const wait = () => {
    timer = setTimeout(() => {
      timer = null
      if (!isWanted) return
      isWanted = false
      run()
      wait()
    }, millis)
  }
  return {
    call: () => {
      if (timer !== null) {
        isWanted = true
        return
      }
      run()
      wait()
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      isWanted = false
    }
  }
}
