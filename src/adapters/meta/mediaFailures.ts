import { type FetchFailure, MediaGone, MediaNotReached, MediaRefused, MediaTokenRefused } from "../../domain/Media.ts"
import { isTokenRefused, type PlatformFailure } from "../../domain/PlatformError.ts"
import type { HttpFailure } from "../network/HttpFailure.ts"

/** An object that is not there, or not for this token: code 100 with this subcode. */
const missingObject = { code: 100, subcode: 33 }

/** What a failed exchange is, when a file was asked for. */
export const notReached = (failure: HttpFailure): MediaNotReached => {
  if (failure._tag === "DeadlinePassed") return new MediaNotReached({ detail: "no answer in time" })
  const reason = failure._tag === "NotConnected" ? `${failure.reason}: ` : ""
  return new MediaNotReached({ detail: `${reason}${failure.detail}` })
}

/** What the platform's own words are, when a file was asked for. */
export const fetchFailureOf = (failure: PlatformFailure): FetchFailure => {
  if (failure._tag !== "PlatformRejected") return new MediaNotReached({ detail: failure.detail })
  const { code, message, subcode } = failure
  if (isTokenRefused(failure)) return new MediaTokenRefused({ detail: message })
  return code === missingObject.code && subcode === missingObject.subcode
    ? new MediaGone({ detail: message })
    : new MediaRefused({ detail: `${code}: ${message}` })
}
