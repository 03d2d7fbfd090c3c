import { useState } from "react"
import type { Invitation } from "../../client/promise/SessionMethods.ts"
import { useAccountText } from "../account/accountText.ts"
import { useAction } from "../api/useAction.ts"
import { useAtom } from "../app/atoms.ts"
import { minuteAtom } from "../app/now.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Confirm } from "../parts/Confirm.tsx"
import { Table } from "../parts/Table.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useToast } from "../parts/Toast.tsx"
import { useText } from "../text/useText.ts"
import type { MadeLink } from "./LinkDialog.tsx"
import { useSettingsText } from "./settingsText.ts"

const Expiry = ({ expiresAt }: Pick<Invitation, "expiresAt">) => {
  const { common } = useText()
  const { team: texts } = useAccountText()
  const now = useAtom(minuteAtom)
  if (expiresAt === null) return common.none
  return Date.parse(expiresAt) <= now ? <Badge tone="warning">{texts.expired}</Badge> : <ExactTime at={expiresAt} />
}

/** The pending invitations: each can be renewed and revoked. */
export const Invitations = ({
  invitations,
  onChanged,
  onRenewed
}: {
  readonly invitations: ReadonlyArray<Invitation>
  readonly onRenewed: (made: MadeLink) => void
  readonly onChanged: () => void
}) => {
  const { common } = useText()
  const { members: memberTexts } = useSettingsText()
  const { team: texts } = useAccountText()
  const toast = useToast()
  const [revoked, setRevoked] = useState<string | null>(null)
  const renew = useAction((parley, email: string) => parley.invitations.renew(email))
  const revoke = useAction((parley, email: string) => parley.invitations.revoke(email))
  const renewed = async (email: string) => {
    const outcome = await renew.run(email)
    if ("value" in outcome) onRenewed(outcome.value)
  }
  const confirm = async () => {
    if (revoked === null) return
    const outcome = await revoke.run(revoked)
    if ("failure" in outcome) return
    setRevoked(null)
    toast({ title: texts.revoked, tone: "success" })
    onChanged()
  }
  return (
    <>
      <h2>{texts.pending}</h2>
      <Table
        caption={texts.pending}
        rows={invitations}
        keyOf={({ email }) => email}
        columns={[
          { id: "email", label: memberTexts.email, cell: ({ email }) => <bdi>{email}</bdi> },
          { id: "role", label: memberTexts.role, cell: ({ role }) => common.roles[role] },
          { id: "expires", label: texts.expires, cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} /> },
          {
            id: "actions",
            label: <span className="visually-hidden">{common.more}</span>,
            cell: ({ email, expiresAt }) => (
              <span className="page-buttons">
                {expiresAt !== null && (
                  <Button
                    aria-label={`${texts.renew}: ${email}`}
                    isBusy={renew.isRunning}
                    onClick={() => void renewed(email)}
                  >
                    {texts.renew}
                  </Button>
                )}
                <Button tone="danger" aria-label={`${texts.revoke}: ${email}`} onClick={() => setRevoked(email)}>
                  {texts.revoke}
                </Button>
              </span>
            )
          }
        ]}
      />
      <ActionError failure={renew.failure} />
      <Confirm
        title={texts.revokeTitle(revoked ?? "")}
        text={texts.revokeText}
        label={texts.revoke}
        isOpen={revoked !== null}
        isBusy={revoke.isRunning}
        failure={revoke.failure}
        onConfirm={() => void confirm()}
        onClose={() => setRevoked(null)}
      />
    </>
  )
}
