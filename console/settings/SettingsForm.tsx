import { type ReactNode, useState } from "react"
import type { ChangeSettingsRequest, OrganizationSettings } from "../../client/promise/SessionMethods.ts"
import { failureBeside, fieldError } from "../api/fieldError.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { settingsQuery } from "../inbox/compose/showTyping.ts"
import { DraftForm } from "../parts/page/DraftForm.tsx"
import { LoadedView } from "../parts/states.tsx"
import { useToast } from "../parts/Toast.tsx"
import { useSettingsText } from "./settingsText.ts"

/** A setting, or a part of one. */
type SettingName = keyof ChangeSettingsRequest | `${keyof ChangeSettingsRequest}.${string}`

/** The values of a form with their changes and problems. */
export interface Draft<Values> {
  readonly values: Values
  readonly change: (changes: Partial<Values>) => void
  /** Why the service refused a field; null if it did not. */
  readonly errorOf: (field: SettingName) => string | null
}

interface FormOf<Values> {
  /** Settings beside whose fields the form shows a refusal. */
  readonly fields: ReadonlyArray<SettingName>
  readonly valuesOf: (settings: OrganizationSettings) => Values
  readonly changesOf: (values: Values) => ChangeSettingsRequest
  readonly children: (draft: Draft<Values>) => ReactNode
}

const Form = <Values,>({
  changesOf,
  children,
  fields,
  onSaved,
  settings,
  valuesOf
}: FormOf<Values> & { readonly settings: OrganizationSettings; readonly onSaved: () => void }) => {
  const texts = useSettingsText()
  const toast = useToast()
  const stored = valuesOf(settings)
  const [values, setValues] = useState(stored)
  const save = useAction((parley, body: ChangeSettingsRequest) => parley.settings.change(body))
  const submit = async () => {
    const outcome = await save.run(changesOf(values))
    if ("failure" in outcome) return
    toast({ title: texts.saved, tone: "success" })
    setValues(valuesOf(outcome.value))
    onSaved()
  }
  return (
    <DraftForm
      isDirty={JSON.stringify(values) !== JSON.stringify(stored)}
      isSaving={save.isRunning}
      failure={failureBeside(save.failure, fields)}
      onSave={() => void submit()}
      onDiscard={() => {
        save.reset()
        setValues(stored)
      }}
    >
      {children({
        values,
        change: (changes) => setValues((before) => ({ ...before, ...changes })),
        errorOf: (field) => fieldError(save.failure, field)
      })}
    </DraftForm>
  )
}

/** A form of settings of the organization. Settings that it does not show stay as they are. */
export const SettingsForm = <Values,>({ title, ...form }: FormOf<Values> & { readonly title: string }) => {
  const [loaded, reload] = useQuery(settingsQuery, null)
  return (
    <>
      <h1>{title}</h1>
      <LoadedView loaded={loaded} reload={reload}>
        {(settings) => (
          <Form key={JSON.stringify(form.valuesOf(settings))} {...form} settings={settings} onSaved={reload} />
        )}
      </LoadedView>
    </>
  )
}

/** The number of a field; null if it is empty. A text that is no number is refused by the service. */
export const numberIn = (text: string): number | null => (text.trim() === "" ? null : Number(text))

/** The text of a number in a field. */
export const textOfNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value)

/** Lines that are not blank. */
export const linesIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
