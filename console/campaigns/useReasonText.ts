import { useCampaignsText } from "./campaignsText.ts"

/** A failure of a send: its kind, and the words of the platform if it has some. */
interface SendError {
  readonly reason: string
  readonly message: string
}

/** Text for a failed send. Failures of the service itself have the data of the failure in place of words. */
export const useReasonText = (): ((error: SendError) => string) => {
  const reasons: Readonly<Record<string, string>> = useCampaignsText().sendFailures
  return ({ message, reason }) => reasons[reason] ?? (message === "" || message.startsWith("{") ? reason : message)
}
