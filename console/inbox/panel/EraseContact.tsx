import { useState } from "react"
import { useSession } from "../../api/Session.ts"
import { useAction } from "../../api/useAction.ts"
import { navigate } from "../../app/navigation.ts"
import { Button } from "../../parts/Button.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import type { Contact } from "../contactQuery.ts"
import { conversationCountsQuery, conversationListQuery } from "../inboxQueries.ts"

/** Erases the contact after a confirmation. For members who manage the organization. */
export const EraseContact = ({ contact }: { readonly contact: Contact }) => {
  const { common, inbox } = useText()
  const { timeline } = inbox.list
  const { mayManage } = useSession()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const { failure, isRunning, run } = useAction((parley, id: string) => parley.erasures.erase(id, { confirm: true }))
  if (!mayManage) return null
  const erase = () => {
    void run(contact.id).then((outcome) => {
      if ("failure" in outcome) return
      setOpen(false)
      navigate("/inbox")
      toast({ title: timeline.erased })
      conversationListQuery.reload()
      conversationCountsQuery.reload()
    })
  }
  return (
    <div className="actions">
      <Button tone="danger" onClick={() => setOpen(true)}>
        {timeline.erase}
      </Button>
      <Confirm
        title={timeline.erase}
        text={timeline.eraseText(contact.name || contact.phone || common.unknown)}
        label={timeline.erase}
        isOpen={isOpen}
        isBusy={isRunning}
        failure={failure}
        onConfirm={erase}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
