import { useEffect, useState } from "react"
import type { Loaded } from "../api/query.ts"
import { useQuery } from "../api/useQuery.ts"
import { useLive } from "../live/useLive.ts"
import { useText } from "../text/useText.ts"
import { membersQuery } from "./inboxQueries.ts"

/** Refusal of a conversation that the member may not read. */
const forbidden = 403

/** The assignment that ended the access. `assigneeId` is null if only a refusal of the service reported it. */
interface Reassignment {
  readonly assigneeId: string | null
}

/**
 * Notice for an open conversation that was assigned to another member, shown to an agent with the scope `assigned`;
 * null while the agent may read it. An assignment back to the agent ends it.
 */
export const useReadOnlyNotice = (
  conversationId: string,
  conversation: Loaded<unknown>,
  reload: () => void
): string | null => {
  const { inbox } = useText()
  const { composer } = inbox.conversation
  const [reassignment, setReassignment] = useState<Reassignment | null>(null)
  const [members] = useQuery(membersQuery, null)
  useLive({ types: ["conversation.gone", "conversation.assigned"], conversationId }, (event) => {
    if (event.event === "conversation.gone") return setReassignment({ assigneeId: event.assigneeId })
    setReassignment(null)
    reload()
  })
  const isRefused = conversation.state === "ready" && conversation.failure?.status === forbidden
  useEffect(() => {
    if (isRefused) setReassignment((known) => known ?? { assigneeId: null })
  }, [isRefused])
  if (reassignment === null) return null
  const known = members.state === "ready" ? members.value.members : []
  const assignee = known.find(({ userId }) => userId !== null && userId === reassignment.assigneeId)
  return composer.reassigned(assignee === undefined ? null : assignee.name || assignee.email)
}
