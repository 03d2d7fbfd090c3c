import { type FormEvent, useState } from "react"
import type { ConsoleFacts } from "../app/consoleFacts.ts"
import { Button } from "../parts/Button.tsx"
import { Checkbox, Field } from "../parts/Field.tsx"
import type { Texts } from "../text/Texts.ts"
import { useText } from "../text/useText.ts"
import type { Grant, SignInFailure } from "./Grant.ts"
import type { SessionTokens } from "./SessionTokens.ts"

/** A final page with its reason. */
export const SignInNotice = ({ text }: { readonly text: keyof Texts["common"]["signIn"] }) => {
  const { common } = useText()
  return (
    <main className="sign-in">
      <h1>{common.product}</h1>
      <p>{common.signIn[text]}</p>
    </main>
  )
}

/** Failure of a sign-in, beside its button. */
export const SignInError = ({ failure }: { readonly failure: SignInFailure | null }) => {
  const { common } = useText()
  return failure === null ? null : (
    <p className="field-error" role="alert">
      {failure.reason === "unexpected" && failure.message !== "" ? failure.message : common.signIn[failure.reason]}
      {failure.retryAfter !== null && ` ${common.failures.retryAfter(failure.retryAfter)}`}
    </p>
  )
}

/** Asks for the code of a second factor. `onCancel` returns to the password. */
export const CodeStep = ({
  onCancel,
  pending,
  tokens
}: {
  readonly pending: Grant
  readonly tokens: SessionTokens
  readonly onCancel: () => void
}) => {
  const { common } = useText()
  const [code, setCode] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const answered = await tokens.confirm(pending, code)
    setBusy(false)
    if ("grant" in answered) return
    setFailure(answered.failure)
    setCode("")
    if (answered.failure.reason === "over") onCancel()
  }
  return (
    <form className="sign-in-form" onSubmit={(event) => void submit(event)}>
      <Field
        label={common.signIn.factorCode}
        hint={common.signIn.factorHint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        dir="ltr"
        autoFocus
        required
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <SignInError failure={failure} />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {common.signIn.confirm}
      </Button>
      <Button tone="quiet" onClick={onCancel}>
        {common.cancel}
      </Button>
    </form>
  )
}

/** Sign-in form, and its second step. In a demo one click signs in its owner. */
export const SignIn = ({ facts, tokens }: { readonly facts: ConsoleFacts; readonly tokens: SessionTokens }) => {
  const { common } = useText()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [isKept, setKept] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const [pending, setPending] = useState<Grant | null>(null)
  const signIn = async (address: string, secret: string) => {
    setBusy(true)
    setFailure(null)
    const answered = await tokens.signIn(address, secret, isKept)
    setBusy(false)
    if ("failure" in answered) return setFailure(answered.failure)
    if (answered.grant.pendingFactor === null) return
    setPassword("")
    setPending(answered.grant)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void signIn(email, password)
  }
  const owner = facts.demo?.owner ?? null
  if (pending !== null) {
    return (
      <main className="sign-in">
        <h1>{common.product}</h1>
        <CodeStep pending={pending} tokens={tokens} onCancel={() => setPending(null)} />
      </main>
    )
  }
  return (
    <main className="sign-in">
      <h1>{common.product}</h1>
      <form className="sign-in-form" onSubmit={submit}>
        <Field
          label={common.signIn.email}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field
          label={common.signIn.password}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Checkbox label={common.signIn.keep} checked={isKept} onChange={({ target }) => setKept(target.checked)} />
        <SignInError failure={failure} />
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {common.signIn.submit}
        </Button>
        <details className="sign-in-help">
          <summary>{common.signIn.forgot}</summary>
          <p className="muted">{common.signIn.forgotHint}</p>
        </details>
      </form>
      {facts.demo !== null && (
        <section className="sign-in-demo">
          <p className="muted">{common.signIn.demo}</p>
          {owner === null ? (
            <p className="muted">{common.signIn.demoElsewhere}</p>
          ) : (
            <Button isBusy={isBusy} onClick={() => void signIn(owner.email, owner.password)}>
              {common.signIn.asDemoOwner}
            </Button>
          )}
        </section>
      )}
    </main>
  )
}
