import type { PatchContactRequest } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useFailureText } from "../../parts/states.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import { type Contact, contactQuery } from "../contactQuery.ts"
import { conversationQuery } from "../inboxQueries.ts"

/** Computes a patch from the current contact; null without a change. */
export type ContactChange = (contact: Contact) => PatchContactRequest | null

/**
 * Changes a contact. The patch is computed from the latest contact: tags and attributes are saved as a whole, and
 * additions of other members must survive.
 */
export const useContactChange = (
  contactId: string
): { readonly change: (change: ContactChange) => Promise<boolean>; readonly isRunning: boolean } => {
  const { inbox } = useText()
  const toast = useToast()
  const failureText = useFailureText()
  const { isRunning, run } = useAction(async (parley, change: ContactChange) => {
    const patch = change(await parley.contacts.get(contactId))
    if (patch !== null) await parley.contacts.change(contactId, patch)
  })
  const change = async (made: ContactChange): Promise<boolean> => {
    const outcome = await run(made)
    contactQuery.reload()
    conversationQuery.reload()
    if ("failure" in outcome) {
      toast({ title: inbox.conversation.header.failed, description: failureText(outcome.failure), tone: "danger" })
      return false
    }
    return true
  }
  return { change, isRunning }
}
