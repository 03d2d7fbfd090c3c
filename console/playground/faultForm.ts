/** Faults of sends and webhooks that can be armed. */
export const faultModes = [
  "sync",
  "async",
  "throttle",
  "expiredToken",
  "garbled",
  "timeout",
  "disconnect",
  "late",
  "lost",
  "duplicate",
  "reorder",
  "batch",
  "split",
  "delay",
  "redeliver",
  "skipDelivered",
  "echo"
] as const
export type FaultMode = (typeof faultModes)[number]

/** Values of the form. */
export interface FaultForm {
  readonly mode: FaultMode
  readonly code: string
  readonly times: string
  /** Empty: every channel. */
  readonly channel: "" | "whatsapp" | "messenger" | "instagram"
  readonly to: string
}

export const emptyFault: FaultForm = { mode: "sync", code: "131026", times: "1", channel: "", to: "" }

const withCode: ReadonlySet<FaultMode> = new Set(["sync", "async", "throttle"])
const webhookFaults: ReadonlySet<FaultMode> = new Set(["duplicate", "reorder", "batch", "split", "delay", "redeliver"])

/** Whether this kind of fault needs a platform code. A throttled send has a fixed one. */
export const takesCode = (mode: FaultMode): boolean => withCode.has(mode)

/** Whether this kind of fault can apply to one recipient. */
export const takesRecipient = (mode: FaultMode): boolean => !webhookFaults.has(mode)

/** Largest value of a number field. */
const maxNumber = 1_000_000_000

const numberOf = (text: string): number | null =>
  /^[1-9]\d{0,9}$/.test(text.trim()) && Number(text) <= maxNumber ? Number(text) : null

/** Invalid fields of the form. */
export const wrongFields = ({ code, mode, times }: FaultForm): ReadonlySet<"code" | "times"> => {
  const isCodeDue = takesCode(mode) && !(mode === "throttle" && code.trim() === "")
  const wrong = new Set<"code" | "times">()
  if (isCodeDue && numberOf(code) === null) wrong.add("code")
  if (times.trim() !== "" && numberOf(times) === null) wrong.add("times")
  return wrong
}

/** The rule of a valid form. */
export const ruleOf = ({ channel, code, mode, times, to }: FaultForm): object => {
  const givenCode = takesCode(mode) ? numberOf(code) : null
  const givenTimes = numberOf(times)
  const recipient = to.trim()
  return {
    mode,
    ...(givenCode === null ? {} : { code: givenCode }),
    ...(givenTimes === null ? {} : { times: givenTimes }),
    ...(channel === "" ? {} : { channel }),
    ...(recipient === "" || !takesRecipient(mode) ? {} : { to: recipient })
  }
}
