import { useCampaignsText } from "../campaignsText.ts"
import { useState } from "react"
import { useQuery } from "../../api/useQuery.ts"
import { Button } from "../../parts/Button.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { audienceQuery } from "../audienceCount.ts"
import type { AudienceDraft } from "../campaignDraft.ts"

/** The number of recipients, and how many of them get no message. */
export const AudienceCount = ({ audience }: { readonly audience: AudienceDraft }) => {
  const { builder: texts } = useCampaignsText()
  const [loaded, reload] = useQuery(audienceQuery, audience)
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ contacts, skipped }) => (
        <p role="status">
          <strong>{contacts === null ? texts.countedLater : texts.recipients(contacts)}</strong>
          {skipped !== null && skipped.blocked + skipped.optedOut > 0 && (
            <span className="muted"> · {texts.skipped(skipped.optedOut, skipped.blocked)}</span>
          )}
        </p>
      )}
    </LoadedView>
  )
}

/** Counts the recipients when asked: a count reads lists of contacts. */
export const AudienceSize = ({ audience }: { readonly audience: AudienceDraft }) => {
  const { builder: texts } = useCampaignsText()
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <AudienceCount audience={audience} />
  return (
    <div className="actions">
      <Button onClick={() => setAsked(true)}>{texts.count}</Button>
    </div>
  )
}
