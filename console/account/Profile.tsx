import { type FormEvent, useState } from "react"
import { useSession } from "../api/Session.ts"
import { useAtom } from "../app/atoms.ts"
import { chooseLanguage, chooseTheme, languageAtom, themeAtom } from "../app/preferences.ts"
import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"
import { Select } from "../parts/Select.tsx"
import { LoadedView } from "../parts/states.tsx"
import { useToast } from "../parts/Toast.tsx"
import { SignInError } from "../session/SignIn.tsx"
import { useText } from "../text/useText.ts"
import { type Account, accountOf } from "./account.ts"
import { useAccountText } from "./accountText.ts"
import { PasswordForm } from "./PasswordForm.tsx"
import { Factors } from "./Factors.tsx"
import { Sessions } from "./Sessions.tsx"
import { useAccountCall, useAccountValue } from "./useAccountCall.ts"
import "./account.css"

const NameForm = ({ account }: { readonly account: Account }) => {
  const { common } = useText()
  const texts = useAccountText()
  const { user } = useSession()
  const [name, setName] = useState(account.name)
  const { failure, isBusy, run } = useAccountCall()
  const toast = useToast()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const answered = await run("PUT", "/user", { data: { name } })
    if ("answer" in answered) toast({ title: texts.saved, tone: "success" })
  }
  return (
    <form className="page-form" onSubmit={(event) => void submit(event)}>
      <Field label={texts.email} value={user.email} hint={texts.emailHint} readOnly dir="ltr" />
      <Field
        label={texts.name}
        autoComplete="name"
        required
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SignInError failure={failure} />
      <div className="page-buttons">
        <Button type="submit" tone="primary" isBusy={isBusy} disabled={name.trim() === ""}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}

/** Language and appearance of this browser. */
const Preferences = () => {
  const { common } = useText()
  const theme = useAtom(themeAtom)
  const language = useAtom(languageAtom)
  return (
    <div className="page-form">
      <Select
        label={common.language.label}
        value={language}
        options={(["english", "arabic"] as const).map((value) => ({ value, label: common.language[value] }))}
        onChange={chooseLanguage}
      />
      <Select
        label={common.theme.label}
        value={theme}
        options={(["system", "light", "dark"] as const).map((value) => ({ value, label: common.theme[value] }))}
        onChange={chooseTheme}
      />
    </div>
  )
}

const OwnAccount = () => {
  const texts = useAccountText()
  const [loaded, reload] = useAccountValue("/user", accountOf)
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {(account) => (
        <>
          <NameForm account={account} />
          <section className="account-part" aria-labelledby="account-password">
            <h2 id="account-password">{texts.password.title}</h2>
            <PasswordForm />
          </section>
          <section className="account-part" aria-labelledby="account-factors">
            <h2 id="account-factors">{texts.factors.title}</h2>
            <Factors factors={account.factors} onChanged={reload} />
          </section>
          <section className="account-part" aria-labelledby="account-sessions">
            <h2 id="account-sessions">{texts.sessions.title}</h2>
            <Sessions />
          </section>
        </>
      )}
    </LoadedView>
  )
}

/** The account of the user. At an external identity provider it has only the preferences of this browser. */
export const Profile = () => {
  const texts = useAccountText()
  const { facts, user } = useSession()
  return (
    <>
      <h1>{texts.title}</h1>
      {facts.identity?.url === "/auth/v1" ? <OwnAccount /> : <p className="muted">{texts.elsewhere(user.email)}</p>}
      <section className="account-part" aria-labelledby="account-browser">
        <h2 id="account-browser">{texts.browser}</h2>
        <Preferences />
      </section>
    </>
  )
}
