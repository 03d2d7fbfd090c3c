import { useMemo } from "react"
import { defineQuery } from "../../api/query.ts"
import { useQuery } from "../../api/useQuery.ts"

/** Drafts whose conversations the list marks: the last changed ones. */
const maxMarked = 100

/** Drafts of the member, the last changed first. */
export const draftsQuery = defineQuery("drafts", (parley, _: null, signal) =>
  parley.drafts.list({ limit: maxMarked }, { signal })
)

/** Texts of drafts by conversation, for the list. */
export const useDraftTexts = (): ReadonlyMap<string, string> => {
  const [loaded] = useQuery(draftsQuery, null)
  const drafts = loaded.state === "ready" ? loaded.value.drafts : null
  return useMemo(() => new Map((drafts ?? []).map(({ conversationId, text }) => [conversationId, text])), [drafts])
}
