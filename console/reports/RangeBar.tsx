import { useState } from "react"
import { useAtom } from "../app/atoms.ts"
import { changeQuery, usePlace } from "../app/navigation.ts"
import { minuteAtom } from "../app/now.ts"
import { cityOf, ownZone } from "../inbox/schedule/zones.ts"
import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"
import { Select } from "../parts/Select.tsx"
import { CsvButton } from "./CsvButton.tsx"
import type { Subject } from "./reportQueries.ts"
import { presets, type ReportRange, rangeOf, rangeProblem } from "./reportRange.ts"
import { useReportText } from "./reportText.ts"

/** The range that the address names. */
export const useRange = () => {
  const { query } = usePlace()
  return rangeOf(query, useAtom(minuteAtom))
}

const CustomRange = ({ range }: { readonly range: ReportRange }) => {
  const texts = useReportText()
  const [from, setFrom] = useState(range.from)
  const [to, setTo] = useState(range.to)
  const [isChecked, setChecked] = useState(false)
  const problem = rangeProblem(from, to)
  return (
    <form
      className="report-days"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (problem === null) changeQuery({ period: null, from, to })
      }}
    >
      <Field label={texts.from} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
      <Field
        label={texts.to}
        type="date"
        value={to}
        error={isChecked && problem !== null ? texts.problems[problem] : null}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit">{texts.apply}</Button>
    </form>
  )
}

/** Period and time zone of a report, and its file. */
export const RangeBar = ({ report }: { readonly report: Subject | "overview" | "hours" }) => {
  const texts = useReportText()
  const { preset, range } = useRange()
  const [isCustom, setCustom] = useState(preset === null)
  const zones = [...new Set([ownZone(), "UTC", range.timeZone])]
  const choose = (value: (typeof presets)[number] | "custom") => {
    setCustom(value === "custom")
    if (value !== "custom") changeQuery({ period: value === "7d" ? null : value, from: null, to: null })
  }
  return (
    <div className="report-range">
      <Select
        label={texts.period}
        value={isCustom ? "custom" : (preset ?? "custom")}
        onChange={choose}
        options={[...presets, "custom" as const].map((value) => ({ value, label: texts.presets[value] }))}
      />
      {isCustom && <CustomRange range={range} />}
      <Select
        label={texts.zone}
        value={range.timeZone}
        onChange={(zone) => changeQuery({ zone: zone === ownZone() ? null : zone })}
        options={zones.map((value) => ({ value, label: cityOf(value) }))}
      />
      <CsvButton report={report} range={range} />
    </div>
  )
}
