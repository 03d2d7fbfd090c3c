import { ownZone } from "../inbox/schedule/zones.ts"
import { Button } from "../parts/Button.tsx"
import { Checkbox, Field, TextArea } from "../parts/Field.tsx"
import { useLanguageTag } from "../text/useText.ts"
import { type Draft, SettingsForm } from "./SettingsForm.tsx"
import { useSettingsText } from "./settingsText.ts"
import {
  type HoursDraft,
  hoursDraftOf,
  maxPeriods,
  type Period,
  type Weekday,
  weekdays,
  withPeriod,
  workingHoursOf
} from "./workingHours.ts"

interface Values {
  readonly hours: HoursDraft
  readonly greeting: string
  readonly awayMessage: string
}

/** 1 January 2024 was a Monday. */
const mondayMillis = Date.UTC(2024, 0, 1)

const dayMillis = 86_400_000

const DayRow = ({
  error,
  label,
  onChange,
  periods
}: {
  readonly label: string
  /** Why the service refused the periods; null if it did not. */
  readonly error: string | null
  readonly periods: ReadonlyArray<Period>
  readonly onChange: (periods: ReadonlyArray<Period>) => void
}) => {
  const { hours: texts } = useSettingsText()
  const replace = (index: number, change: Partial<Period>) =>
    onChange(periods.map((period, place) => (place === index ? { ...period, ...change } : period)))
  return (
    <fieldset className="hours-day">
      <legend className="visually-hidden">{label}</legend>
      <Checkbox
        label={label}
        checked={periods.length > 0}
        onChange={({ target }) => onChange(target.checked ? withPeriod([]) : [])}
      />
      <div className="hours-periods">
        {periods.length === 0 && <span className="muted">{texts.closed}</span>}
        {periods.map(({ from, to }, index) => (
          // Periods have no identity besides their place.
          <div key={`${index}`} className="hours-period">
            <input
              type="time"
              className="input"
              aria-label={texts.from(label)}
              value={from}
              onChange={({ target }) => replace(index, { from: target.value })}
            />
            <span aria-hidden>–</span>
            <input
              type="time"
              className="input"
              aria-label={texts.to(label)}
              value={to}
              onChange={({ target }) => replace(index, { to: target.value })}
            />
            {index > 0 && (
              <Button
                tone="quiet"
                aria-label={texts.remove(label)}
                onClick={() => onChange(periods.filter((_, place) => place !== index))}
              >
                <span aria-hidden>✕</span>
              </Button>
            )}
          </div>
        ))}
        {error !== null && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
      {periods.length > 0 && periods.length < maxPeriods && (
        <Button tone="quiet" aria-label={texts.addTo(label)} onClick={() => onChange(withPeriod(periods))}>
          {texts.add}
        </Button>
      )}
    </fieldset>
  )
}

const HoursFields = ({ change, errorOf, values: { hours } }: Draft<Values>) => {
  const { hours: texts } = useSettingsText()
  const dayName = new Intl.DateTimeFormat(useLanguageTag(), { weekday: "long", timeZone: "UTC" })
  const set = (changes: Partial<HoursDraft>) => change({ hours: { ...hours, ...changes } })
  const setDay = (day: Weekday, periods: ReadonlyArray<Period>) => set({ days: { ...hours.days, [day]: periods } })
  return (
    <>
      <Field
        label={texts.zone}
        list="settings-zones"
        error={errorOf("workingHours.timeZone")}
        value={hours.timeZone}
        onChange={({ target }) => set({ timeZone: target.value })}
      />
      <datalist id="settings-zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <div>
        {weekdays.map((day, index) => (
          <DayRow
            key={day}
            label={dayName.format(mondayMillis + index * dayMillis)}
            periods={hours.days[day]}
            error={errorOf(`workingHours.days.${day}`)}
            onChange={(periods) => setDay(day, periods)}
          />
        ))}
      </div>
      <div className="page-buttons">
        <Button
          onClick={() => {
            const { mon } = hours.days
            set({ days: { ...hours.days, tue: mon, wed: mon, thu: mon, fri: mon } })
          }}
        >
          {texts.copyMonday}
        </Button>
      </div>
      <TextArea
        label={texts.holidays}
        hint={texts.holidaysHint}
        error={errorOf("workingHours.holidays")}
        rows={3}
        isOptional
        value={hours.holidays}
        onChange={({ target }) => set({ holidays: target.value })}
      />
    </>
  )
}

/** Working hours, and the messages within and outside of them. */
export const Hours = () => {
  const { hours: texts, pages } = useSettingsText()
  return (
    <SettingsForm<Values>
      title={pages.hours}
      fields={[
        "workingHours.timeZone",
        "workingHours.holidays",
        ...weekdays.map((day) => `workingHours.days.${day}` as const),
        "greeting",
        "awayMessage"
      ]}
      valuesOf={({ awayMessage, greeting, workingHours }) => ({
        hours: hoursDraftOf(workingHours, ownZone()),
        greeting: greeting ?? "",
        awayMessage: awayMessage ?? ""
      })}
      changesOf={({ awayMessage, greeting, hours }) => ({
        workingHours: workingHoursOf(hours),
        greeting: greeting.trim() === "" ? null : greeting,
        awayMessage: awayMessage.trim() === "" ? null : awayMessage
      })}
    >
      {(draft) => (
        <>
          <Checkbox
            label={texts.isOn}
            checked={draft.values.hours.isOn}
            onChange={({ target }) => draft.change({ hours: { ...draft.values.hours, isOn: target.checked } })}
          />
          {draft.values.hours.isOn && <HoursFields {...draft} />}
          <TextArea
            label={texts.greeting}
            hint={texts.greetingHint}
            error={draft.errorOf("greeting")}
            rows={3}
            isOptional
            value={draft.values.greeting}
            onChange={({ target }) => draft.change({ greeting: target.value })}
          />
          <TextArea
            label={texts.away}
            hint={texts.awayHint}
            error={draft.errorOf("awayMessage")}
            rows={3}
            isOptional
            value={draft.values.awayMessage}
            onChange={({ target }) => draft.change({ awayMessage: target.value })}
          />
        </>
      )}
    </SettingsForm>
  )
}
