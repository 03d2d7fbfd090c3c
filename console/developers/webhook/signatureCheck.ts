import { constructEvent } from "../../../client/webhooks/constructEvent.ts"
import { WebhookError, type WebhookErrorReason } from "../../../client/webhooks/WebhookError.ts"

/** What the reader pastes. */
export interface SignatureInput {
  /** A line for each header, as a terminal or a log shows them. */
  readonly headers: string
  readonly body: string
  readonly secret: string
}

/** Whether a request is one of the service, and why not. */
export type SignatureVerdict =
  | {
      readonly isSigned: true
      readonly id: string
      readonly event: string
      readonly at: number
      readonly isOld: boolean
    }
  | { readonly isSigned: false; readonly reason: WebhookErrorReason; readonly message: string }

/** How old an attempt may be that a receiver takes, in seconds. */
const usualTolerance = 300

/** The text without a comma at its end, and without quotes around it. */
const unquoted = (text: string): string => {
  const whole = text.endsWith(",") ? text.slice(0, -1) : text
  const begin = /^["']/.test(whole) ? 1 : 0
  const end = /["']$/.test(whole) ? whole.length - 1 : whole.length
  return whole.slice(begin, Math.max(begin, end))
}

/** The headers of a text, by lower-case name. Lines of `curl -v` begin with `<` or `>`, and JSON has quotes and commas. */
export const headersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/\r?\n/).flatMap((line) => {
      const [, name, rest] = /^[\s<>*"'{]*([\w-]+)["']?[ \t]*[:=](.*)$/.exec(line) ?? []
      if (name === undefined || rest === undefined) return []
      const value = unquoted(rest.trim())
      return value === "" ? [] : [[name.toLowerCase(), value] as const]
    })
  )

/**
 * Checks the signature in this browser: nothing is sent anywhere. An attempt of long ago is checked too, and said to be
 * old, since people look at requests later than receivers do.
 */
export const checkSignature = async (
  { body, headers, secret }: SignatureInput,
  now: number
): Promise<SignatureVerdict> => {
  const given = headersIn(headers)
  const at = Number(given["webhook-timestamp"] ?? "") * 1_000
  try {
    const options = { toleranceSeconds: Number.MAX_VALUE, now: () => now }
    const { event, id } = await constructEvent(body, given, secret.trim(), options)
    return { isSigned: true, id, event, at, isOld: Math.abs(now - at) > usualTolerance * 1_000 }
  } catch (cause) {
    if (!(cause instanceof WebhookError)) throw cause
    return { isSigned: false, reason: cause.reason, message: cause.message }
  }
}
