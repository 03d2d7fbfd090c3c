import { type FormEvent, useState } from "react"
import { useAction } from "../../api/useAction.ts"
import { Button } from "../../parts/Button.tsx"
import { Field, TextArea } from "../../parts/Field.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Facts } from "../parts/Facts.tsx"
import { checkSignature, type SignatureVerdict } from "./signatureCheck.ts"

const Verdict = ({ verdict }: { readonly verdict: SignatureVerdict }) => {
  const texts = useText().developers.signature
  if (!verdict.isSigned) {
    return (
      <div className="dev-verdict dev-verdict-bad" role="alert">
        <p>
          <strong>{texts.bad}</strong> {texts.reasons[verdict.reason]}
        </p>
      </div>
    )
  }
  return (
    <div className="dev-verdict dev-verdict-good" role="status">
      <p>
        <strong>{texts.good}</strong> {verdict.isOld && texts.old}
      </p>
      <Facts
        facts={[
          [texts.event, <code key="event">{verdict.event}</code>],
          [texts.id, <code key="id">{verdict.id}</code>],
          [texts.at, <ExactTime key="at" at={new Date(verdict.at).toISOString()} />]
        ]}
      />
    </div>
  )
}

/** Verifies the signature of a pasted request in this browser. */
export const SignatureTester = () => {
  const { pages, signature: texts } = useText().developers
  const [headers, setHeaders] = useState("")
  const [body, setBody] = useState("")
  const [secret, setSecret] = useState("")
  const [verdict, setVerdict] = useState<SignatureVerdict | null>(null)
  const reveal = useAction((parley, _input: null) => parley.webhook.revealSecret())
  const check = async (event: FormEvent) => {
    event.preventDefault()
    setVerdict(await checkSignature({ headers, body, secret }, Date.now()))
  }
  const useOwn = async () => {
    const outcome = await reveal.run(null)
    if ("value" in outcome) setSecret(outcome.value.secret)
  }
  return (
    <>
      <h1>{pages.signature}</h1>
      <p>{texts.intro}</p>
      <form className="dev-form" onSubmit={(event) => void check(event)}>
        <TextArea
          label={texts.headers}
          hint={texts.headersHint}
          rows={5}
          dir="ltr"
          spellCheck={false}
          value={headers}
          onChange={(event) => setHeaders(event.target.value)}
        />
        <TextArea
          label={texts.body}
          hint={texts.bodyHint}
          rows={6}
          dir="ltr"
          spellCheck={false}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
        <Field
          label={texts.secret}
          type="password"
          dir="ltr"
          autoComplete="off"
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
        <ActionError failure={reveal.failure} />
        <div className="dev-buttons">
          <Button type="submit" tone="primary">
            {texts.check}
          </Button>
          <Button isBusy={reveal.isRunning} onClick={() => void useOwn()}>
            {texts.useOwn}
          </Button>
        </div>
      </form>
      {verdict !== null && <Verdict verdict={verdict} />}
    </>
  )
}
