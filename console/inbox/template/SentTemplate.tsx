import { useMemo } from "react"
import { useQuery } from "../../api/useQuery.ts"
import { useText } from "../../text/useText.ts"
import { templatesQuery } from "../contactQuery.ts"
import type { Message } from "../conversationTypes.ts"
import { PreviewParts } from "./PreviewParts.tsx"
import { sentPreview, sentValues } from "./sentPreview.ts"

/** A template as the contact received it; its name and values if the platform no longer lists it. */
const SentTemplate = ({ template }: { readonly template: NonNullable<Message["template"]> }) => {
  const { inbox } = useText()
  const [listed] = useQuery(templatesQuery, null)
  const templates = listed.state === "ready" ? listed.value.templates : null
  const preview = useMemo(() => (templates === null ? null : sentPreview(templates, template)), [templates, template])
  const name = (
    <span className="muted">
      {inbox.conversation.template.sent} <bdi>{template.name}</bdi>
    </span>
  )
  if (listed.state === "loading") return name
  if (preview !== null) {
    return (
      <div className="template-sent">
        {name}
        <PreviewParts preview={preview} />
      </div>
    )
  }
  const values = sentValues(template.components)
  return (
    <div className="template-sent">
      {name}
      {values.length > 0 && (
        <ul className="template-values">
          {values.map((value, index) => (
            <li key={`${index} ${value}`} dir="auto">
              {value}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export default SentTemplate
