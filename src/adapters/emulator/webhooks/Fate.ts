/** What the fault script does to a report on its way to the app; all of it together when there is more than one. */
export interface Fate {
  /** How much later it comes. */
  readonly delayMillis: number
  /** Later reports that come before it, when they do within the time. */
  readonly behind: { readonly reports: number; readonly withinMillis: number } | null
  /** It waits for others to come with in one webhook, until there are so many or the time is over. */
  readonly batch: { readonly size: number; readonly withinMillis: number } | null
  /** It stands in an entry of its own, whatever comes with it. */
  readonly split: boolean
  /** How long after the webhook the same one comes again, each time. */
  readonly repeats: ReadonlyArray<number>
  /** The first attempt never arrives, or arrives and what the app answers is not heard; the next one is heard. */
  readonly spoiled: "lost" | "unheard" | null
}

export const untouched: Fate = {
  delayMillis: 0,
  behind: null,
  batch: null,
  split: false,
  repeats: [],
  spoiled: null
}
