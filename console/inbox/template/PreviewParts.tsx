import { useText } from "../../text/useText.ts"
import type { TemplatePreview } from "./templateForm.ts"

/**
 * Parts of a template as the contact reads them. The header shows the name of a file, because the page loads nothing
 * from other hosts.
 */
export const PreviewParts = ({ preview }: { readonly preview: TemplatePreview }) => {
  const { inbox } = useText()
  const { attachment } = inbox.conversation
  return (
    <>
      {preview.media !== null && (
        <p className="template-media">
          {attachment.kinds[preview.media.kind]} <bdi>{preview.media.url}</bdi>
        </p>
      )}
      {preview.header !== "" && <strong dir="auto">{preview.header}</strong>}
      <p className="template-body" dir="auto">
        {preview.body}
      </p>
      {preview.footer !== "" && (
        <p className="muted" dir="auto">
          {preview.footer}
        </p>
      )}
      {preview.buttons.map((button, index) => (
        <span key={`${index} ${button}`} className="template-button" dir="auto">
          {button}
        </span>
      ))}
      {preview.cards.length > 0 && (
        <ol className="template-cards" aria-label={inbox.conversation.template.cards}>
          {preview.cards.map((card, index) => (
            <li key={index} className="template-card">
              <PreviewParts preview={card} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
