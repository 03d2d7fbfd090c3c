import { constructEvent } from "../../../client/webhooks/constructEvent.ts"
import { WebhookError, type WebhookErrorReason } from "../../../client/webhooks/WebhookError.ts"

/** Input of the signature tester. */
export interface SignatureInput {
  /** Headers, one per line, as terminals and logs show them. */
  readonly headers: string
  readonly body: string
  readonly secret: string
}

/** Whether the service signed a request, and the reason if not. */
export type SignatureVerdict =
  | {
      readonly isSigned: true
      readonly id: string
      readonly event: string
      readonly at: number
      readonly isOld: boolean
    }
  | { readonly isSigned: false; readonly reason: WebhookErrorReason; readonly message: string }

/** Maximum age of an attempt that receivers accept, in seconds. */
const usualTolerance = 300

/** Removes a trailing comma and surrounding quotes. */
const unquoted = (text: string): string => {
  const whole = text.endsWith(",") ? text.slice(0, -1) : text
  const begin = /^["']/.test(whole) ? 1 : 0
  const end = /["']$/.test(whole) ? whole.length - 1 : whole.length
  return whole.slice(begin, Math.max(begin, end))
}

/** Parses headers by lower-case name. Lines of `curl -v` begin with `<` or `>`; JSON has quotes and commas. */
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
 * Verifies the signature in this browser, without any request. An old attempt is verified too and reported as old,
 * because people inspect requests later than receivers do.
 */
export const checkSignature = async (
  { body, headers, secret }: SignatureInput,
  now: number
): Promise<SignatureVerdict> => {
  const parsed = headersIn(headers)
  const at = Number(parsed["webhook-timestamp"] ?? "") * 1_000
  try {
    const options = { toleranceSeconds: Number.MAX_VALUE, now: () => now }
    const { event, id } = await constructEvent(body, parsed, secret.trim(), options)
    return { isSigned: true, id, event, at, isOld: Math.abs(now - at) > usualTolerance * 1_000 }
  } catch (cause) {
    if (!(cause instanceof WebhookError)) throw cause
    return { isSigned: false, reason: cause.reason, message: cause.message }
  }
}
