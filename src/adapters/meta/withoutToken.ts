import { Match, Redacted } from "effect"
import { type PlatformFailure, PlatformOutcomeUnknown, PlatformRejected } from "../../domain/PlatformError.ts"

/**
 * The failure without the token that the call was made with. The platform repeats one that it cannot read
 * (`Malformed access token EAA…`), and what it says is shown, kept and logged.
 */
export const withoutToken = (token: Redacted.Redacted) => {
  const hide = (text: string): string => text.replaceAll(Redacted.value(token), "<token>")
  return Match.typeTags<PlatformFailure, PlatformFailure>()({
    PlatformRejected: ({ code, details, message, subcode, title }) =>
      new PlatformRejected({
        code,
        title: hide(title),
        message: hide(message),
        subcode,
        details: details === null ? null : hide(details)
      }),
    PlatformNotReached: (failure) => failure,
    PlatformOutcomeUnknown: ({ detail, reason }) => new PlatformOutcomeUnknown({ reason, detail: hide(detail) })
  })
}
