import { type FormEvent, useEffect, useState } from "react"
import { navigate } from "../app/navigation.ts"
import { Link } from "../app/Link.tsx"
import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"
import { Loading } from "../parts/states.tsx"
import { type Grant, grantOf, type SignInFailure } from "../session/Grant.ts"
import type { SessionTokens } from "../session/SessionTokens.ts"
import { CodeStep, SignInError } from "../session/SignIn.tsx"
import { useText } from "../text/useText.ts"
import { type LinkOffer, offerOf } from "./account.ts"
import { useAccountText } from "./accountText.ts"
import { minPasswordLength } from "./PasswordForm.tsx"

/** Paths of the identity provider by the page of the link. */
const calls: Readonly<Record<string, { readonly view: string; readonly use: string }>> = {
  "/invite": { view: "/invitation", use: "/invitation/accept" },
  "/password": { view: "/password-link", use: "/password-link/use" }
}

interface LinkProps {
  readonly tokens: SessionTokens
  readonly path: string
}

/** The form of a valid link. `onGranted` receives the session of an accepted invitation. */
const LinkForm = ({
  offer,
  onDone,
  onGranted,
  path,
  token,
  tokens
}: LinkProps & {
  readonly offer: LinkOffer
  readonly token: string
  readonly onGranted: (grant: Grant) => void
  readonly onDone: () => void
}) => {
  const texts = useAccountText()
  const [name, setName] = useState(offer.name)
  const [password, setPassword] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const isInvitation = offer.role !== null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const answered = await tokens.call("POST", calls[path]?.use ?? "", { token, name, password }, true)
    setBusy(false)
    if ("failure" in answered) return setFailure(answered.failure)
    if (!isInvitation) return onDone()
    const grant = grantOf(answered.answer, Date.now())
    if (grant !== null) onGranted(grant)
  }
  return (
    <form className="sign-in-form" onSubmit={(event) => void submit(event)}>
      <Field label={texts.email} value={offer.email} autoComplete="username" readOnly dir="ltr" />
      {isInvitation && (
        <Field
          label={texts.name}
          autoComplete="name"
          required
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <Field
        label={isInvitation ? texts.link.password : texts.password.next}
        hint={isInvitation ? texts.link.passwordHint : texts.password.hint}
        type="password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        maxLength={1_024}
        value={password}
        error={failure?.reason === "wrong" ? texts.link.wrong : null}
        onChange={({ target }) => setPassword(target.value)}
      />
      <SignInError failure={failure?.reason === "wrong" ? null : failure} />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {isInvitation ? texts.link.join : texts.link.setPassword}
      </Button>
    </form>
  )
}

/** The page of a link: an invitation, or a new password. The token is in the fragment, which no request contains. */
const LinkPage = ({ path, tokens }: LinkProps) => {
  const { common } = useText()
  const texts = useAccountText()
  const [token] = useState(() => window.location.hash.slice(1))
  const [offer, setOffer] = useState<LinkOffer | null>(null)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const [pending, setPending] = useState<Grant | null>(null)
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    void tokens.call("POST", calls[path]?.view ?? "", { token }, true).then((answered) => {
      if ("failure" in answered) setFailure(answered.failure)
      else setOffer(offerOf(answered.answer))
    })
  }, [tokens, path, token])
  const enter = (grant: Grant) => {
    tokens.adopt(grant)
    navigate("/inbox", { replace: true })
  }
  const granted = (grant: Grant) => (grant.pendingFactor === null ? enter(grant) : setPending(grant))
  const content = () => {
    if (pending !== null) return <CodeStep pending={pending} tokens={tokens} onCancel={() => setPending(null)} />
    if (isDone) return <p role="status">{texts.link.passwordSet}</p>
    if (failure !== null && failure.reason !== "over") return <SignInError failure={failure} />
    if (failure !== null) return <p role="alert">{texts.link.invalid}</p>
    if (offer === null) return <Loading />
    return (
      <>
        <p>
          {offer.role === null
            ? texts.link.newPassword
            : texts.link.invited(offer.organization, common.roles[offer.role])}
        </p>
        <LinkForm
          offer={offer}
          path={path}
          token={token}
          tokens={tokens}
          onGranted={granted}
          onDone={() => setDone(true)}
        />
      </>
    )
  }
  return (
    <main className="sign-in">
      <h1>{common.product}</h1>
      {content()}
      {(isDone || failure !== null || pending !== null) && <Link href="/inbox">{texts.link.toSignIn}</Link>}
    </main>
  )
}

export default LinkPage
