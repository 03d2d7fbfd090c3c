import { useState } from "react"
import type { ChangeSettingsRequest, OrganizationSettings } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { settingsQuery } from "../../inbox/compose/showTyping.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Button } from "../../parts/Button.tsx"
import { Checkbox, TextArea } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"

const receipts = ["off", "on_read", "on_reply"] as const

/** The words of a text with one on each line. */
const wordsIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((word) => word.trim())
    .filter((word) => word !== "")

const Form = ({ settings, onSaved }: { readonly settings: OrganizationSettings; readonly onSaved: () => void }) => {
  const { common, developers } = useText()
  const { settings: texts } = developers
  const toast = useToast()
  const [readReceipts, setReceipts] = useState(settings.readReceipts)
  const [hasWords, setHasWords] = useState(settings.stopWords !== null)
  const [optOut, setOptOut] = useState(settings.stopWords?.optOut.join("\n") ?? "")
  const [optIn, setOptIn] = useState(settings.stopWords?.optIn.join("\n") ?? "")
  const save = useAction((parley, body: ChangeSettingsRequest) => parley.settings.change(body))
  const submit = async () => {
    // Two empty fields: the service has default words.
    const [out, back] = [wordsIn(optOut), wordsIn(optIn)]
    const words = out.length + back.length === 0 ? {} : { optOut: out, optIn: back }
    const outcome = await save.run({ readReceipts, stopWords: hasWords ? words : null })
    if ("failure" in outcome) return
    toast({ title: texts.saved, tone: "success" })
    onSaved()
  }
  return (
    <form
      className="dev-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Select
        label={texts.readReceipts}
        value={readReceipts}
        onChange={setReceipts}
        options={receipts.map((value) => ({ value, label: texts.receipts[value] }))}
      />
      <p className="field-hint">{texts.receiptsHint}</p>
      <Checkbox label={texts.stopWords} checked={hasWords} onChange={({ target }) => setHasWords(target.checked)} />
      {hasWords && (
        <>
          <TextArea
            label={texts.optOut}
            hint={texts.wordsHint}
            rows={5}
            value={optOut}
            onChange={({ target }) => setOptOut(target.value)}
          />
          <TextArea label={texts.optIn} rows={5} value={optIn} onChange={({ target }) => setOptIn(target.value)} />
        </>
      )}
      <ActionError failure={save.failure} />
      <div className="actions">
        <Button tone="primary" type="submit" isBusy={save.isRunning}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}

/** Settings of the organization: read receipts with typing, and stop words. */
export const Settings = () => {
  const { pages } = useText().developers
  const [loaded, reload] = useQuery(settingsQuery, null)
  return (
    <>
      <h1>{pages.settings}</h1>
      <LoadedView loaded={loaded} reload={reload}>
        {(settings) => <Form key={JSON.stringify(settings)} settings={settings} onSaved={reload} />}
      </LoadedView>
    </>
  )
}
