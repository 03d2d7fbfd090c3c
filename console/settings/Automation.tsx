import { Checkbox, Field, TextArea } from "../parts/Field.tsx"
import { Select } from "../parts/Select.tsx"
import { numberIn, SettingsForm, textOfNumber } from "./SettingsForm.tsx"
import { useSettingsText } from "./settingsText.ts"

/** Policies of an organization; off: nothing is assigned. */
const policies = ["off", "manual", "round_robin", "least_busy", "last_assignee"] as const

/** Hours in the fields of automatic closing that are shown first. */
const usual = { afterHours: "72", hoursBefore: "24" }

/** Assignment, reopening and automatic closing of conversations. */
export const Automation = () => {
  const { automation: texts, pages, policies: policyTexts } = useSettingsText()
  return (
    <SettingsForm
      title={pages.automation}
      fields={[
        "assignment.capacity",
        "reopenWithinDays",
        "autoClose.afterHours",
        "autoClose.warning.text",
        "autoClose.warning.hoursBefore"
      ]}
      valuesOf={({ assignOnReply, assignment, autoClose, reopenWithinDays }) => ({
        policy: assignment?.policy ?? ("off" as (typeof policies)[number]),
        capacity: textOfNumber(assignment?.capacity),
        assignOnReply,
        reopenDays: textOfNumber(reopenWithinDays),
        closes: autoClose !== null,
        afterHours: textOfNumber(autoClose?.afterHours) || usual.afterHours,
        warns: (autoClose?.warning ?? null) !== null,
        warning: autoClose?.warning?.text ?? "",
        hoursBefore: textOfNumber(autoClose?.warning?.hoursBefore) || usual.hoursBefore
      })}
      changesOf={(values) => ({
        assignment: values.policy === "off" ? null : { policy: values.policy, capacity: numberIn(values.capacity) },
        assignOnReply: values.assignOnReply,
        reopenWithinDays: numberIn(values.reopenDays),
        autoClose: values.closes
          ? {
              afterHours: Number(values.afterHours),
              warning: values.warns ? { text: values.warning, hoursBefore: Number(values.hoursBefore) } : null
            }
          : null
      })}
    >
      {({ change, errorOf, values }) => (
        <>
          <h2>{texts.assignment}</h2>
          <Select
            label={texts.policy}
            value={values.policy}
            onChange={(policy) => change({ policy })}
            options={policies.map((value) => ({ value, label: policyTexts[value] }))}
          />
          <p className="field-hint">{texts.policyHints[values.policy]}</p>
          {values.policy !== "off" && values.policy !== "manual" && (
            <Field
              label={texts.capacity}
              hint={texts.capacityHint}
              error={errorOf("assignment.capacity")}
              type="number"
              min={1}
              isOptional
              value={values.capacity}
              onChange={({ target }) => change({ capacity: target.value })}
            />
          )}
          <Checkbox
            label={texts.assignOnReply}
            checked={values.assignOnReply}
            onChange={({ target }) => change({ assignOnReply: target.checked })}
          />
          <h2>{texts.closing}</h2>
          <Field
            label={texts.reopen}
            hint={texts.reopenHint}
            error={errorOf("reopenWithinDays")}
            type="number"
            min={1}
            max={365}
            isOptional
            value={values.reopenDays}
            onChange={({ target }) => change({ reopenDays: target.value })}
          />
          <Checkbox
            label={texts.closes}
            checked={values.closes}
            onChange={({ target }) => change({ closes: target.checked })}
          />
          {values.closes && (
            <>
              <Field
                label={texts.afterHours}
                hint={texts.afterHoursHint}
                error={errorOf("autoClose.afterHours")}
                type="number"
                min={1}
                value={values.afterHours}
                onChange={({ target }) => change({ afterHours: target.value })}
              />
              <Checkbox
                label={texts.warns}
                checked={values.warns}
                onChange={({ target }) => change({ warns: target.checked })}
              />
            </>
          )}
          {values.closes && values.warns && (
            <>
              <TextArea
                label={texts.warning}
                error={errorOf("autoClose.warning.text")}
                rows={2}
                value={values.warning}
                onChange={({ target }) => change({ warning: target.value })}
              />
              <Field
                label={texts.hoursBefore}
                error={errorOf("autoClose.warning.hoursBefore")}
                type="number"
                min={1}
                value={values.hoursBefore}
                onChange={({ target }) => change({ hoursBefore: target.value })}
              />
            </>
          )}
        </>
      )}
    </SettingsForm>
  )
}
