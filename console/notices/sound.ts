const key = "parley.sound"

/** Whether new messages have a sound. Without browser storage they have none. */
export const hasSound = (): boolean => {
  try {
    return window.localStorage.getItem(key) === "on"
  } catch {
    return false
  }
}

export const chooseSound = (isOn: boolean): void => {
  try {
    window.localStorage.setItem(key, isOn ? "on" : "off")
  } catch {
    // Storage is disabled: there is no sound.
  }
}

/** Hertz and start in seconds of the two notes. */
const notes = [
  [660, 0],
  [880, 0.12]
] as const

const seconds = 0.3
const volume = 0.08

/** Plays two short notes. Browsers stay silent until the page was clicked once. */
export const playSound = (): void => {
  const context = new AudioContext()
  const end = context.currentTime + seconds
  const gain = context.createGain()
  gain.gain.setValueAtTime(volume, context.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.001, end)
  gain.connect(context.destination)
  for (const [frequency, start] of notes) {
    const oscillator = context.createOscillator()
    oscillator.frequency.value = frequency
    oscillator.connect(gain)
    oscillator.start(context.currentTime + start)
    oscillator.stop(end)
    oscillator.addEventListener("ended", () => void context.close())
  }
}
