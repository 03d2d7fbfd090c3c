import { useSession } from "../api/Session.ts"
import { useQuery } from "../api/useQuery.ts"
import { channelsQuery } from "../developers/queries.ts"
import { Field } from "../parts/Field.tsx"
import { Select } from "../parts/Select.tsx"
import { useLanguageTag } from "../text/useText.ts"
import { SettingsForm } from "./SettingsForm.tsx"
import { useSettingsText } from "./settingsText.ts"

const receipts = ["off", "on_read", "on_reply"] as const

/** Name of a country in a language; empty for an unknown code. */
const countryName = (language: string, code: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return ""
  return new Intl.DisplayNames(language, { type: "region", fallback: "none" }).of(code) ?? ""
}

/** Country, default number and read receipts of the organization. */
export const Organization = () => {
  const { organization: texts, pages } = useSettingsText()
  const language = useLanguageTag()
  const { organization } = useSession()
  const [channels] = useQuery(channelsQuery, {})
  const numbers =
    channels.state === "ready" ? channels.value.channels.filter(({ channel }) => channel === "whatsapp") : []
  return (
    <SettingsForm
      title={pages.organization}
      fields={["defaultCountry", "defaultNumberId", "readReceipts"]}
      valuesOf={({ defaultCountry, defaultNumberId, readReceipts }) => ({
        country: defaultCountry ?? "",
        numberId: defaultNumberId ?? "",
        readReceipts
      })}
      changesOf={({ country, numberId, readReceipts }) => ({
        defaultCountry: country.trim() === "" ? null : country.trim().toUpperCase(),
        defaultNumberId: numberId === "" ? null : numberId,
        readReceipts
      })}
    >
      {({ change, errorOf, values }) => (
        <>
          <Field label={texts.name} value={organization.name} readOnly hint={texts.nameHint} />
          <Field
            label={texts.country}
            hint={countryName(language, values.country.trim().toUpperCase()) || texts.countryHint}
            error={errorOf("defaultCountry")}
            maxLength={2}
            autoComplete="off"
            value={values.country}
            onChange={({ target }) => change({ country: target.value })}
          />
          <Select
            label={texts.number}
            value={values.numberId}
            onChange={(numberId) => change({ numberId })}
            options={[
              { value: "", label: texts.firstNumber },
              ...numbers.map(({ id, name }) => ({ value: id, label: name }))
            ]}
          />
          <p className="field-hint">{texts.numberHint}</p>
          <Select
            label={texts.readReceipts}
            value={values.readReceipts}
            onChange={(readReceipts) => change({ readReceipts })}
            options={receipts.map((value) => ({ value, label: texts.receipts[value] }))}
          />
          <p className="field-hint">{texts.receiptsHint}</p>
        </>
      )}
    </SettingsForm>
  )
}
