import { type FormEvent, useState } from "react"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"
import { Select } from "../parts/Select.tsx"
import { EmptyState, ErrorState, LoadedView } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { type ArmedFault, ArmedFaults } from "./emulatorSchemas.ts"
import {
  emptyFault,
  type FaultForm,
  type FaultMode,
  faultModes,
  ruleOf,
  takesCode,
  takesRecipient,
  wrongFields
} from "./faultForm.ts"
import { useEmulatorAction, useList } from "./useEmulator.ts"

/** Label of a fault; the platform's name if there is none. */
const useModeText = (): ((mode: string) => string) => {
  const { playground } = useText()
  return (mode) => {
    const known = faultModes.find((one) => one === mode)
    return known === undefined ? mode : playground.faults.modes[known]
  }
}

const Armed = ({ fault, onDisarm }: { readonly fault: ArmedFault; readonly onDisarm: (id: number) => void }) => {
  const { common, playground } = useText()
  const { faults } = playground
  const modeText = useModeText()
  const { acted, id, rule } = fault
  return (
    <li className="play-entry play-row play-spread">
      <span className="play-row">
        <strong>{modeText(rule.mode)}</strong>
        {rule.code !== undefined && <Badge>{rule.code}</Badge>}
        {rule.channel !== undefined && <Badge>{common.channels[rule.channel]}</Badge>}
        {rule.to !== undefined && (
          <Badge>
            <bdi>{rule.to}</bdi>
          </Badge>
        )}
        {acted > 0 && <Badge tone="warning">{faults.acted(acted)}</Badge>}
        <span className="muted">{rule.times === undefined ? faults.always : faults.left(rule.times)}</span>
      </span>
      <Button onClick={() => onDisarm(id)} aria-label={faults.disarmOne(modeText(rule.mode))}>
        {faults.disarm}
      </Button>
    </li>
  )
}

const ArmForm = () => {
  const { common, playground } = useText()
  const { faults } = playground
  const [form, setForm] = useState<FaultForm>(emptyFault)
  const [isChecked, setChecked] = useState(false)
  const arm = useEmulatorAction((client, rule: object) => client.post("faults/armed", rule))
  const wrong = isChecked ? wrongFields(form) : new Set()
  const change = (changes: Partial<FaultForm>) => setForm((before) => ({ ...before, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isWrong = wrongFields(form).size > 0
    setChecked(isWrong)
    if (!isWrong) void arm.run(ruleOf(form))
  }
  return (
    <form onSubmit={submit} className="play-form" aria-label={faults.armTitle}>
      <h3>{faults.armTitle}</h3>
      <Select
        label={faults.mode}
        value={form.mode}
        onChange={(mode: FaultMode) => change({ mode })}
        options={faultModes.map((mode) => ({ value: mode, label: faults.modes[mode] }))}
      />
      <div className="play-columns">
        {takesCode(form.mode) && (
          <Field
            label={faults.code}
            inputMode="numeric"
            dir="ltr"
            value={form.code}
            error={wrong.has("code") ? faults.wrongNumber : null}
            onChange={(event) => change({ code: event.target.value })}
          />
        )}
        <Field
          label={faults.times}
          hint={faults.timesHint}
          isOptional
          inputMode="numeric"
          dir="ltr"
          value={form.times}
          error={wrong.has("times") ? faults.wrongNumber : null}
          onChange={(event) => change({ times: event.target.value })}
        />
        <Select
          label={faults.channel}
          value={form.channel}
          onChange={(channel: FaultForm["channel"]) => change({ channel })}
          options={[
            { value: "", label: faults.everyChannel },
            { value: "whatsapp", label: common.channels.whatsapp },
            { value: "messenger", label: common.channels.messenger },
            { value: "instagram", label: common.channels.instagram }
          ]}
        />
        {takesRecipient(form.mode) && (
          <Field
            label={faults.to}
            isOptional
            dir="ltr"
            value={form.to}
            onChange={(event) => change({ to: event.target.value })}
          />
        )}
      </div>
      {arm.failure !== null && <ErrorState failure={arm.failure} />}
      <div>
        <Button tone="primary" type="submit" isBusy={arm.isRunning}>
          {faults.arm}
        </Button>
      </div>
    </form>
  )
}

/** Armed faults, and a form to add one. */
export const FaultsPanel = () => {
  const { playground } = useText()
  const { faults: texts } = playground
  const disarm = useEmulatorAction((client, id: number) => client.remove(`faults/armed/${id}`))
  const [loaded, reload] = useList("faults", "faults", (client, signal) =>
    client.get("faults/armed", ArmedFaults, signal)
  )
  return (
    <div className="play-stack">
      <LoadedView loaded={loaded} reload={reload}>
        {({ faults }) =>
          faults.length === 0 ? (
            <EmptyState title={texts.empty} />
          ) : (
            <ul className="play-list" aria-label={texts.armed}>
              {faults.map((fault) => (
                <Armed key={fault.id} fault={fault} onDisarm={(id) => void disarm.run(id).then(reload)} />
              ))}
            </ul>
          )
        }
      </LoadedView>
      <ArmForm />
    </div>
  )
}
