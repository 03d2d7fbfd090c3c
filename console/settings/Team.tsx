import { useState } from "react"
import type { Member } from "../../client/promise/SessionMethods.ts"
import { useAccountText } from "../account/accountText.ts"
import { defineQuery } from "../api/query.ts"
import { useSession } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { Menu } from "../parts/Menu.tsx"
import { LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
import { useText } from "../text/useText.ts"
import { Invitations } from "./Invitations.tsx"
import { InviteDialog } from "./InviteDialog.tsx"
import { LinkDialog, type MadeLink } from "./LinkDialog.tsx"
import { MemberDialog, type MemberChange } from "./MemberDialog.tsx"
import { useSettingsText } from "./settingsText.ts"

/** Members, invitations, and the teams that new members can join. */
const teamQuery = defineQuery("team", async (parley, _: null, signal) => {
  const [{ members }, { invitations }, { teams }] = await Promise.all([
    parley.members.list({ signal }),
    parley.invitations.list({ signal }),
    parley.teams.list({ signal })
  ])
  return { members: members.filter(({ status }) => status === "joined"), invitations, teams }
})

/** Menu of a member. */
const MemberMenu = ({
  member,
  onChange,
  onPasswordLink
}: {
  readonly member: Member
  readonly onChange: (change: MemberChange) => void
  readonly onPasswordLink: () => void
}) => {
  const { team: texts } = useAccountText()
  const { facts } = useSession()
  const name = member.name || member.email
  const signIn =
    facts.identity?.url === "/auth/v1"
      ? [
          { label: texts.passwordLink, onSelect: onPasswordLink },
          { label: texts.resetFactors, onSelect: () => onChange({ kind: "factors", member }) }
        ]
      : []
  return (
    <Menu
      label={texts.actions(name)}
      entries={[
        { label: texts.change, onSelect: () => onChange({ kind: "role", member }) },
        ...signIn,
        "separator",
        { label: texts.remove, isDanger: true, onSelect: () => onChange({ kind: "remove", member }) }
      ]}
    >
      <span aria-hidden>⋯</span>
    </Menu>
  )
}

/** Members and pending invitations. */
export const Team = () => {
  const { common } = useText()
  const { members: texts, pages } = useSettingsText()
  const { team: teamTexts } = useAccountText()
  const { organization } = useSession()
  const [loaded, reload] = useQuery(teamQuery, null)
  const [isInviting, setInviting] = useState(false)
  const [made, setMade] = useState<MadeLink | null>(null)
  const [change, setChange] = useState<MemberChange | null>(null)
  const link = useAction((parley, id: string) => parley.members.createPasswordLink(id))
  const linked = async ({ email, userId }: Member) => {
    const outcome = await link.run(userId ?? email)
    if ("value" in outcome) setMade(outcome.value)
  }
  const madeNow = (issued: MadeLink) => {
    setInviting(false)
    setMade(issued)
    teamQuery.reload()
  }
  const mayChange = ({ role }: Member) => role !== "owner" || organization.role === "owner"
  return (
    <>
      <header className="page-top">
        <h1>{pages.team}</h1>
        <Button tone="primary" onClick={() => setInviting(true)}>
          {teamTexts.invite}
        </Button>
      </header>
      <ActionError failure={link.failure} />
      <LoadedView loaded={loaded} reload={reload}>
        {({ invitations, members, teams }) => (
          <>
            <Table
              caption={texts.list}
              rows={members}
              keyOf={({ email, userId }) => userId ?? email}
              columns={[
                { id: "name", label: texts.name, cell: ({ name }) => <bdi>{name}</bdi> },
                { id: "email", label: texts.email, cell: ({ email }) => <bdi>{email}</bdi> },
                { id: "role", label: texts.role, cell: ({ role }) => common.roles[role] },
                { id: "scope", label: texts.scope, cell: ({ conversationScope }) => texts.scopes[conversationScope] },
                {
                  id: "actions",
                  label: <span className="visually-hidden">{common.more}</span>,
                  cell: (member) =>
                    mayChange(member) && (
                      <MemberMenu member={member} onChange={setChange} onPasswordLink={() => void linked(member)} />
                    )
                }
              ]}
            />
            {invitations.length > 0 && (
              <Invitations invitations={invitations} onRenewed={madeNow} onChanged={teamQuery.reload} />
            )}
            {isInviting && <InviteDialog teams={teams} onClose={() => setInviting(false)} onInvited={madeNow} />}
          </>
        )}
      </LoadedView>
      {made !== null && <LinkDialog made={made} onClose={() => setMade(null)} />}
      {change !== null && <MemberDialog change={change} onClose={() => setChange(null)} onChanged={teamQuery.reload} />}
    </>
  )
}
