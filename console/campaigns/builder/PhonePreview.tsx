import { useCampaignsText } from "../campaignsText.ts"
import type { TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import { PreviewParts } from "../../inbox/template/PreviewParts.tsx"
import { useText } from "../../text/useText.ts"
import { type CampaignDraft, draftPreview, type ValueSource } from "../campaignDraft.ts"

/** Name of the source of a value: `Attribute: city`. */
export const useSourceName = () => {
  const { builder: texts } = useCampaignsText()
  return ({ kind, text }: ValueSource): string =>
    kind === "attribute" || kind === "column" ? text || texts.sources[kind] : texts.sources[kind]
}

/** The message of a campaign on a phone, as the values are entered. */
export const PhonePreview = ({
  definition,
  draft
}: {
  readonly draft: CampaignDraft
  readonly definition: TemplateDefinition
}) => {
  const campaigns = useCampaignsText()
  const { inbox } = useText()
  const sourceName = useSourceName()
  return (
    <section className="phone-preview" aria-label={inbox.conversation.template.preview} aria-live="polite">
      <div className="template-preview">
        <PreviewParts preview={draftPreview(draft, definition, sourceName)} />
      </div>
      <p className="muted">{campaigns.builder.previewHint}</p>
    </section>
  )
}
