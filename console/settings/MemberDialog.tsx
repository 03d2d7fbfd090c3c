import { useState } from "react"
import type { Member } from "../../client/promise/SessionMethods.ts"
import { useAccountText } from "../account/accountText.ts"
import { useAction } from "../api/useAction.ts"
import { Confirm } from "../parts/Confirm.tsx"
import { useToast } from "../parts/Toast.tsx"
import { useText } from "../text/useText.ts"
import { RoleFields } from "./InviteDialog.tsx"

/** A change of a member that asks first. */
export interface MemberChange {
  readonly kind: "role" | "remove" | "factors"
  readonly member: Member
}

/** Asks for the new role of a member, or confirms a removal or a reset. */
export const MemberDialog = ({
  change: { kind, member },
  onChanged,
  onClose
}: {
  readonly change: MemberChange
  readonly onChanged: () => void
  readonly onClose: () => void
}) => {
  const { common } = useText()
  const { team: texts } = useAccountText()
  const toast = useToast()
  const [role, setRole] = useState(member.role)
  const [scope, setScope] = useState(member.conversationScope)
  const id = member.userId ?? member.email
  const name = member.name || member.email
  const change = useAction(async (parley, what: MemberChange["kind"]) => {
    if (what === "remove") await parley.members.remove(id)
    else if (what === "factors") await parley.members.resetFactors(id)
    else await parley.members.change(id, { role, conversationScope: role === "agent" ? scope : "all" })
  })
  const wording = {
    role: { title: texts.changeTitle(name), text: "", label: common.save, done: texts.changed },
    remove: { title: texts.removeTitle(name), text: texts.removeText, label: texts.remove, done: texts.removed },
    factors: { title: texts.resetTitle(name), text: texts.resetText, label: texts.reset, done: texts.wasReset }
  }[kind]
  const confirm = async () => {
    const outcome = await change.run(kind)
    if ("failure" in outcome) return
    toast({ title: wording.done, tone: "success" })
    onClose()
    onChanged()
  }
  return (
    <Confirm
      title={wording.title}
      text={wording.text}
      label={wording.label}
      tone={kind === "role" ? "primary" : "danger"}
      isOpen
      isBusy={change.isRunning}
      failure={change.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {kind === "role" && <RoleFields role={role} scope={scope} onRole={setRole} onScope={setScope} />}
    </Confirm>
  )
}
