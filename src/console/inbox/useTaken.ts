import { useEffect, useState } from "react"
import type { Loaded } from "../api/query.ts"
import { useQuery } from "../api/useQuery.ts"
import { useLive } from "../live/useLive.ts"
import { useText } from "../text/useText.ts"
import { membersQuery } from "./inboxQueries.ts"

/** Refusal of a conversation that the member may not read. */
const forbidden = 403

/** `assigneeId` is null while the service has only refused access and named nobody. */
interface Taken {
  readonly assigneeId: string | null
}

/**
 * The notice for a conversation that was assigned to another member while it is on the screen of an agent with the scope
 * `assigned`; null while the agent may read it. An assignment that includes the agent again ends it.
 */
export const useTaken = (conversationId: string, conversation: Loaded<unknown>, reload: () => void): string | null => {
  const { inbox } = useText()
  const { composer } = inbox.conversation
  const [taken, setTaken] = useState<Taken | null>(null)
  const [members] = useQuery(membersQuery, null)
  useLive({ types: ["conversation.gone", "conversation.assigned"], conversationId }, (event) => {
    if (event.event === "conversation.gone") return setTaken({ assigneeId: event.assigneeId })
    setTaken(null)
    reload()
  })
  const isRefused = conversation.state === "ready" && conversation.failure?.status === forbidden
  useEffect(() => {
    if (isRefused) setTaken((known) => known ?? { assigneeId: null })
  }, [isRefused])
  if (taken === null) return null
  const known = members.state === "ready" ? members.value.members : []
  const assignee = known.find(({ userId }) => userId !== null && userId === taken.assigneeId)
  return composer.taken(assignee === undefined ? null : assignee.name || assignee.email)
}
