import { Checkbox, Field, TextArea } from "../parts/Field.tsx"
import { linesIn, numberIn, SettingsForm, textOfNumber } from "./SettingsForm.tsx"
import { useSettingsText } from "./settingsText.ts"

const limits = ["messagesDays", "mediaDays", "notesDays", "logsDays"] as const

/** Stop words, and how long records are stored. */
export const Privacy = () => {
  const { pages, privacy: texts } = useSettingsText()
  return (
    <SettingsForm
      title={pages.privacy}
      fields={["stopWords.optOut", "stopWords.optIn", ...limits.map((name) => `retention.${name}` as const)]}
      valuesOf={({ retention, stopWords }) => ({
        hasWords: stopWords !== null,
        optOut: stopWords?.optOut.join("\n") ?? "",
        optIn: stopWords?.optIn.join("\n") ?? "",
        messagesDays: textOfNumber(retention?.messagesDays),
        mediaDays: textOfNumber(retention?.mediaDays),
        notesDays: textOfNumber(retention?.notesDays),
        logsDays: textOfNumber(retention?.logsDays)
      })}
      changesOf={({ hasWords, optIn, optOut, ...days }) => {
        const [out, back] = [linesIn(optOut), linesIn(optIn)]
        // Two empty fields: the service has default words.
        const words = out.length + back.length === 0 ? {} : { optOut: out, optIn: back }
        return {
          stopWords: hasWords ? words : null,
          retention: limits.every((name) => days[name].trim() === "")
            ? null
            : {
                messagesDays: numberIn(days.messagesDays),
                mediaDays: numberIn(days.mediaDays),
                notesDays: numberIn(days.notesDays),
                logsDays: numberIn(days.logsDays)
              }
        }
      }}
    >
      {({ change, errorOf, values }) => (
        <>
          <h2>{texts.words}</h2>
          <Checkbox
            label={texts.stopWords}
            checked={values.hasWords}
            onChange={({ target }) => change({ hasWords: target.checked })}
          />
          {values.hasWords && (
            <>
              <TextArea
                label={texts.optOut}
                hint={texts.wordsHint}
                error={errorOf("stopWords.optOut")}
                rows={5}
                value={values.optOut}
                onChange={({ target }) => change({ optOut: target.value })}
              />
              <TextArea
                label={texts.optIn}
                error={errorOf("stopWords.optIn")}
                rows={5}
                value={values.optIn}
                onChange={({ target }) => change({ optIn: target.value })}
              />
            </>
          )}
          <h2>{texts.retention}</h2>
          <p className="muted">{texts.retentionHint}</p>
          {limits.map((name) => (
            <Field
              key={name}
              label={texts.days[name]}
              hint={texts.unlimited[name]}
              error={errorOf(`retention.${name}`)}
              type="number"
              min={1}
              isOptional
              value={values[name]}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          ))}
        </>
      )}
    </SettingsForm>
  )
}
