import { type ReactNode, useMemo } from "react"
import { useQuery } from "../../api/useQuery.ts"
import { templatesQuery } from "../contactQuery.ts"
import { templateLine } from "./templateLine.ts"

/** Current text of a template in one line; the fallback if the name does not determine it. */
const TemplateLine = ({ fallback, name }: { readonly name: string; readonly fallback: ReactNode }) => {
  const [listed] = useQuery(templatesQuery, null)
  const templates = listed.state === "ready" ? listed.value.templates : null
  const line = useMemo(() => (templates === null ? null : templateLine(templates, name)), [templates, name])
  return line === null ? fallback : <bdi>{line}</bdi>
}

export default TemplateLine
