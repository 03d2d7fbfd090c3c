import { useState } from "react"
import type { CreateTeamRequest, Member, Team } from "../../client/promise/SessionMethods.ts"
import { failureBeside, fieldError } from "../api/fieldError.ts"
import { defineQuery } from "../api/query.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { Confirm } from "../parts/Confirm.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Checkbox, Field } from "../parts/Field.tsx"
import { Select } from "../parts/Select.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
import { useText } from "../text/useText.ts"
import { useSettingsText } from "./settingsText.ts"

/** Teams with the members of the organization. */
const teamsQuery = defineQuery("teamSettings", async (parley, _: null, signal) => {
  const [{ teams }, { members }] = await Promise.all([parley.teams.list({ signal }), parley.members.list({ signal })])
  return { teams, members: members.filter(({ userId }) => userId !== null) }
})

/** Policies of a team; organization: that of the organization. */
const policies = ["organization", "manual", "round_robin", "least_busy", "last_assignee"] as const

const nameOf = ({ email, name }: Member): string => name || email

/** Form for a new team, or for name, policy and members of one. */
const TeamDialog = ({
  members,
  onClose,
  onDone,
  team
}: {
  readonly team: Team | null
  readonly members: ReadonlyArray<Member>
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { common } = useText()
  const { policies: policyTexts, teams: texts } = useSettingsText()
  const [name, setName] = useState(team?.name ?? "")
  const [policy, setPolicy] = useState<(typeof policies)[number]>(team?.assignmentPolicy ?? "organization")
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(team?.memberIds))
  const save = useAction((parley, body: CreateTeamRequest) =>
    team === null ? parley.teams.create(body) : parley.teams.change(team.id, body)
  )
  const submit = () =>
    void save
      .run({
        name: name.trim(),
        memberIds: [...chosen],
        assignmentPolicy: policy === "organization" ? null : policy
      })
      .then((outcome) => {
        if ("value" in outcome) onDone()
      })
  const toggle = (userId: string, isIn: boolean) => {
    const next = new Set(chosen)
    if (isIn) next.add(userId)
    else next.delete(userId)
    setChosen(next)
  }
  return (
    <Dialog
      title={team === null ? texts.create : texts.edit(team.name)}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" isBusy={save.isRunning} disabled={name.trim() === ""} onClick={submit}>
            {common.save}
          </Button>
        </>
      }
    >
      <Field
        label={texts.name}
        maxLength={64}
        error={fieldError(save.failure, "name")}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        label={texts.policy}
        value={policy}
        onChange={setPolicy}
        options={policies.map((value) => ({ value, label: policyTexts[value] }))}
      />
      <fieldset className="page-choices">
        <legend className="field-label">{texts.members}</legend>
        {members.map((member) => (
          <Checkbox
            key={member.userId}
            label={<bdi>{nameOf(member)}</bdi>}
            checked={chosen.has(member.userId ?? "")}
            onChange={({ target }) => toggle(member.userId ?? "", target.checked)}
          />
        ))}
      </fieldset>
      <ActionError failure={failureBeside(save.failure, ["name"])} />
    </Dialog>
  )
}

type Opened = { readonly dialog: "create" } | { readonly dialog: "edit" | "delete"; readonly team: Team }

/** Teams with their members and how their conversations are assigned. */
export const Teams = () => {
  const { common } = useText()
  const { pages, policies: policyTexts, teams: texts } = useSettingsText()
  const [loaded, reload] = useQuery(teamsQuery, null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const remove = useAction((parley, id: string) => parley.teams.remove(id))
  const close = () => {
    remove.reset()
    setOpened(null)
  }
  const done = () => {
    setOpened(null)
    reload()
  }
  return (
    <>
      <div className="page-top">
        <h1>{pages.teams}</h1>
        <Button tone="primary" onClick={() => setOpened({ dialog: "create" })}>
          {texts.create}
        </Button>
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {({ members, teams }) => (
          <>
            {teams.length === 0 ? (
              <EmptyState title={texts.empty}>
                <p>{texts.emptyHint}</p>
              </EmptyState>
            ) : (
              <Table
                caption={pages.teams}
                rows={teams}
                keyOf={({ id }) => id}
                columns={[
                  { id: "name", label: texts.name, cell: ({ name }) => <bdi>{name}</bdi> },
                  {
                    id: "members",
                    label: texts.members,
                    cell: ({ memberIds }) =>
                      memberIds.length === 0 ? (
                        <span className="muted">{texts.noMembers}</span>
                      ) : (
                        members
                          .filter(({ userId }) => memberIds.includes(userId ?? ""))
                          .map(nameOf)
                          .join(", ")
                      )
                  },
                  {
                    id: "policy",
                    label: texts.policy,
                    cell: ({ assignmentPolicy }) => policyTexts[assignmentPolicy ?? "organization"]
                  },
                  {
                    id: "actions",
                    label: <span className="visually-hidden">{common.more}</span>,
                    cell: (team) => (
                      <span className="page-buttons">
                        <Button
                          tone="quiet"
                          aria-label={texts.edit(team.name)}
                          onClick={() => setOpened({ dialog: "edit", team })}
                        >
                          {texts.change}
                        </Button>
                        <Button
                          tone="quiet"
                          aria-label={texts.deleteTitle(team.name)}
                          onClick={() => setOpened({ dialog: "delete", team })}
                        >
                          {common.delete}
                        </Button>
                      </span>
                    )
                  }
                ]}
              />
            )}
            {(opened?.dialog === "create" || opened?.dialog === "edit") && (
              <TeamDialog
                team={opened.dialog === "edit" ? opened.team : null}
                members={members}
                onClose={close}
                onDone={done}
              />
            )}
          </>
        )}
      </LoadedView>
      {opened?.dialog === "delete" && (
        <Confirm
          title={texts.deleteTitle(opened.team.name)}
          text={texts.deleteText}
          label={common.delete}
          isOpen
          isBusy={remove.isRunning}
          failure={remove.failure}
          onClose={close}
          onConfirm={() =>
            void remove.run(opened.team.id).then((outcome) => {
              if ("value" in outcome) done()
            })
          }
        />
      )}
    </>
  )
}
