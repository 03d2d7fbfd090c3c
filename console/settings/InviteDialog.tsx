import { type FormEvent, useState } from "react"
import type { InviteRequest, Team } from "../../client/promise/SessionMethods.ts"
import { useAccountText } from "../account/accountText.ts"
import { failureBeside, fieldError } from "../api/fieldError.ts"
import { useSession } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Checkbox, Field } from "../parts/Field.tsx"
import { Select } from "../parts/Select.tsx"
import { useText } from "../text/useText.ts"
import type { MadeLink } from "./LinkDialog.tsx"
import { useSettingsText } from "./settingsText.ts"

/** Roles in the order of their rights. */
export const roles = ["agent", "admin", "owner"] as const
export type Role = (typeof roles)[number]

/** Scopes of an agent. */
export const scopes = ["all", "assigned"] as const
export type Scope = (typeof scopes)[number]

/** Selection of role and scope. Only owners make owners, and other roles than agent see all conversations. */
export const RoleFields = ({
  onRole,
  onScope,
  role,
  scope
}: {
  readonly role: Role
  readonly scope: Scope
  readonly onRole: (role: Role) => void
  readonly onScope: (scope: Scope) => void
}) => {
  const { common } = useText()
  const { members: texts } = useSettingsText()
  const { organization } = useSession()
  const offered = roles.filter((one) => one !== "owner" || organization.role === "owner")
  return (
    <>
      <Select
        label={texts.role}
        value={role}
        options={offered.map((value) => ({ value, label: common.roles[value] }))}
        onChange={onRole}
      />
      {role === "agent" && (
        <Select
          label={texts.scope}
          value={scope}
          options={scopes.map((value) => ({ value, label: texts.scopes[value] }))}
          onChange={onScope}
        />
      )}
    </>
  )
}

/** Form for an invitation. */
export const InviteDialog = ({
  onClose,
  onInvited,
  teams
}: {
  readonly teams: ReadonlyArray<Team>
  readonly onClose: () => void
  readonly onInvited: (made: MadeLink) => void
}) => {
  const { common } = useText()
  const { members: memberTexts } = useSettingsText()
  const { name: nameLabel, team: texts } = useAccountText()
  const [email, setEmail] = useState("")
  const [name, setName] = useState("")
  const [role, setRole] = useState<Role>("agent")
  const [scope, setScope] = useState<Scope>("all")
  const [teamIds, setTeamIds] = useState<ReadonlyArray<string>>([])
  const invite = useAction((parley, body: InviteRequest) => parley.invitations.create(body))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const conversationScope = role === "agent" ? scope : "all"
    const outcome = await invite.run({
      email,
      name: name.trim() || null,
      role,
      conversationScope,
      teamIds: [...teamIds]
    })
    if ("value" in outcome) onInvited(outcome.value)
  }
  return (
    <Dialog title={texts.inviteTitle} isOpen onClose={onClose}>
      <form className="page-form" onSubmit={(event) => void submit(event)}>
        <Field
          label={memberTexts.email}
          type="email"
          required
          value={email}
          error={fieldError(invite.failure, "email")}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field
          label={nameLabel}
          isOptional
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <RoleFields role={role} scope={scope} onRole={setRole} onScope={setScope} />
        {teams.length > 0 && (
          <fieldset className="page-choices">
            <legend className="field-label">{texts.teams}</legend>
            {teams.map((team) => (
              <Checkbox
                key={team.id}
                label={<bdi>{team.name}</bdi>}
                checked={teamIds.includes(team.id)}
                onChange={({ target }) =>
                  setTeamIds(target.checked ? [...teamIds, team.id] : teamIds.filter((id) => id !== team.id))
                }
              />
            ))}
          </fieldset>
        )}
        <ActionError failure={failureBeside(invite.failure, ["email"])} />
        <div className="dialog-footer">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={invite.isRunning}>
            {texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
