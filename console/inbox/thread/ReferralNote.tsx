import { useText } from "../../text/useText.ts"
import type { Message } from "../conversationTypes.ts"

/** Sources by their platform names, with their labels. */
const kinds: Readonly<Record<string, "ad" | "post">> = { ad: "ad", ads: "ad", post: "post" }

/** Source of a message, such as an ad. Addresses are plain text, because the page opens nothing of another host. */
export const ReferralNote = ({ referral }: { readonly referral: NonNullable<Message["referral"]> }) => {
  const { inbox } = useText()
  const { headline, ref, source, sourceId, text, url } = referral
  const kind = kinds[source.toLowerCase()] ?? "link"
  const where = url || ref || sourceId
  return (
    <div className="referral" role="note">
      <span className="muted">{inbox.cameBy[kind]}</span>
      {headline !== "" && <strong dir="auto">{headline}</strong>}
      {text !== "" && <span dir="auto">{text}</span>}
      {where !== "" && (
        <span className="referral-address muted" dir="auto">
          {where}
        </span>
      )}
    </div>
  )
}
