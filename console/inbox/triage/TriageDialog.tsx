import { useState } from "react"
import { useSession } from "../../api/Session.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Avatar } from "../../parts/Avatar.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { labelsQuery, membersQuery, teamsQuery } from "../inboxQueries.ts"
import { LabelDot } from "../LabelDot.tsx"
import { Picker, type PickerOption } from "../Picker.tsx"
import { ownZone, wordsIn } from "../schedule/zones.ts"
import { type Change, type Priority, type Target } from "./Change.ts"
import { SnoozeTimeDialog } from "./SnoozeTimeDialog.tsx"
import { snoozeTimes } from "./snoozeTimes.ts"

/** Dialogs of actions on conversations. */
export type TriageDialogName = "assign" | "label" | "priority" | "snooze"

interface Props {
  readonly targets: ReadonlyArray<Target>
  readonly apply: (change: Change) => void
  readonly onClose: () => void
}

const priorities: ReadonlyArray<Priority> = ["urgent", "high", "normal", "low", "none"]

/** Value that all conversations have; undefined if they differ. */
const common = <Value,>(targets: ReadonlyArray<Target>, of: (target: Target) => Value): Value | undefined => {
  const [first, ...others] = targets.map(of)
  return others.every((value) => value === first) ? first : undefined
}

/** Members, the current user first, and teams. */
const AssignPicker = ({ apply, onClose, targets }: Props) => {
  const { inbox } = useText()
  const { header } = inbox.conversation
  const { triage } = inbox.list
  const { user } = useSession()
  const [members] = useQuery(membersQuery, null)
  const [teams] = useQuery(teamsQuery, null)
  const assigneeId = common(targets, (target) => target.assigneeId)
  const teamId = common(targets, (target) => target.teamId ?? null)
  const people = (members.state === "ready" ? members.value.members : [])
    .flatMap(({ email, name, userId }) => (userId === null ? [] : [{ id: userId, name: name || email, email }]))
    .toSorted((one, other) => Number(other.id === user.id) - Number(one.id === user.id))
  const options: ReadonlyArray<PickerOption> = [
    ...people.map(({ email, id, name }) => ({
      id: `member ${id}`,
      label: id === user.id ? header.me(name) : name,
      hint: email === name ? "" : email,
      mark: <Avatar id={id} name={name} size="small" />,
      isChecked: id === assigneeId
    })),
    ...(assigneeId === null ? [] : [{ id: "member", label: header.unassign }]),
    ...(teams.state === "ready" ? teams.value.teams : []).map(({ id, name }) => ({
      id: `team ${id}`,
      label: triage.team(name),
      isChecked: id === teamId
    })),
    ...(teamId === null || teamId === undefined ? [] : [{ id: "team", label: triage.removeTeam }])
  ]
  const choose = (chosen: string) => {
    const [kind, id = null] = chosen.split(" ")
    apply(kind === "team" ? { kind: "team", teamId: id } : { kind: "assign", userId: id })
  }
  const { assign, assignSearch } = triage
  return <Picker title={assign} placeholder={assignSearch} options={options} onChoose={choose} onClose={onClose} />
}

/** Labels to add and remove. Members who manage the organization create one by its name. */
const LabelPicker = ({ apply, onClose, targets }: Props) => {
  const { inbox } = useText()
  const { triage } = inbox.list
  const { mayManage } = useSession()
  const toast = useToast()
  const failureText = useFailureText()
  const [labels] = useQuery(labelsQuery, null)
  const [checked, setChecked] = useState<ReadonlySet<string>>(() => {
    const [first, ...others] = targets.map((target) => target.labels ?? [])
    return new Set((first ?? []).filter((name) => others.every((names) => names.includes(name))))
  })
  const { run } = useAction((parley, name: string) => parley.labels.create({ name }))
  const toggle = (name: string) => {
    const isAdded = !checked.has(name)
    setChecked((before) => new Set(isAdded ? [...before, name] : [...before].filter((one) => one !== name)))
    apply({ kind: "label", name, isAdded })
  }
  const create = (name: string) => {
    void run(name).then((outcome) => {
      labelsQuery.reload()
      if ("value" in outcome) toggle(outcome.value.name)
      else toast({ title: failureText(outcome.failure), tone: "danger" })
    })
  }
  const options = (labels.state === "ready" ? labels.value.labels : []).map(({ color, name }) => ({
    id: name,
    label: name,
    mark: <LabelDot color={color} />,
    isChecked: checked.has(name)
  }))
  return (
    <Picker
      title={triage.labels}
      placeholder={triage.labelSearch}
      options={options}
      isOpenAfter
      onChoose={toggle}
      onClose={onClose}
      {...(mayManage ? { create: { label: triage.createLabel, onCreate: create } } : {})}
    />
  )
}

const PriorityPicker = ({ apply, onClose, targets }: Props) => {
  const { inbox } = useText()
  const { priorities: names, triage } = inbox.list
  const current = common(targets, ({ priority = "none" }) => priority)
  return (
    <Picker
      title={triage.priority}
      placeholder={triage.prioritySearch}
      options={priorities.map((name) => ({ id: name, label: names[name], isChecked: name === current }))}
      onChoose={(chosen) => {
        const priority = priorities.find((name) => name === chosen)
        if (priority !== undefined) apply({ kind: "priority", priority })
      }}
      onClose={onClose}
    />
  )
}

/** Presets in the zone of the browser, and a time of one's own. */
const SnoozePicker = ({ apply, onClose, targets }: Props) => {
  const { inbox } = useText()
  const { triage } = inbox.list
  const language = useLanguageTag()
  const [times] = useState(() => snoozeTimes(new Date()))
  const [isCustom, setCustom] = useState(false)
  if (isCustom) {
    return <SnoozeTimeDialog onClose={onClose} onChoose={(until) => apply({ kind: "snooze", until })} />
  }
  const options: ReadonlyArray<PickerOption> = [
    ...times.map(([name, at]) => ({
      id: at.toISOString(),
      label: triage.presets[name],
      hint: wordsIn(language, at.getTime(), ownZone())
    })),
    { id: "reply", label: triage.presets.reply },
    { id: "custom", label: triage.presets.custom },
    ...(targets.some(({ snoozed }) => snoozed !== undefined) ? [{ id: "end", label: triage.unsnooze }] : [])
  ]
  return (
    <Picker
      title={triage.snooze}
      placeholder={triage.snoozeSearch}
      options={options}
      isOpenAfter
      onChoose={(id) => {
        if (id === "custom") return setCustom(true)
        apply(id === "end" ? { kind: "unsnooze" } : { kind: "snooze", until: id === "reply" ? null : id })
        onClose()
      }}
      onClose={onClose}
    />
  )
}

const pickers = { assign: AssignPicker, label: LabelPicker, priority: PriorityPicker, snooze: SnoozePicker }

/** Dialog of an action on conversations. */
const TriageDialog = ({ name, ...props }: Props & { readonly name: TriageDialogName }) => {
  const Chosen = pickers[name]
  return <Chosen {...props} />
}

export default TriageDialog
