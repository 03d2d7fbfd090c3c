import { useState } from "react"
import { useSession } from "../../api/Session.ts"
import { useQuery } from "../../api/useQuery.ts"
import { useAtom } from "../../app/atoms.ts"
import { Link } from "../../app/Link.tsx"
import { useQueryField } from "../../app/navigation.ts"
import { useLive } from "../../live/useLive.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { SegmentedControl } from "../../parts/inputs/SegmentedControl.tsx"
import { JsonView } from "../../parts/JsonView.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { createdKeyAtom } from "../keys/createdKey.ts"
import { CreateKey } from "../keys/CreateKey.tsx"
import { codeLanguages, codeOf } from "../logs/codeOf.ts"
import type { LoggedCall } from "../logs/curlOf.ts"
import { developerUrl } from "../parts/developerUrl.ts"
import { Facts } from "../parts/Facts.tsx"
import { channelsQuery } from "../queries.ts"
import { useDevelopersText } from "../developersText.ts"

/** Number of the documented examples, from a range reserved for fiction. */
const exampleNumber = "15551234567"

const template = { name: "hello_world", language: { code: "en_US" } }

const Copied = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <span className="dev-copied">
    <code dir="ltr">{text}</code>
    <CopyButton text={text} label={label} />
  </span>
)

/** Waits for the first event after the page was opened, and names it. */
const FirstEvent = () => {
  const { quickStart: texts } = useDevelopersText()
  const [first, setFirst] = useState<string | null>(null)
  useLive({}, ({ event }) => setFirst((before) => before ?? event))
  return (
    <p className="dev-first" role="status">
      {first === null ? (
        <>
          <span className="spinner" aria-hidden /> {texts.waiting}
        </>
      ) : (
        <>
          <Badge tone="success">{texts.received}</Badge> <code dir="ltr">{first}</code>
        </>
      )}
    </p>
  )
}

/** First calls, with the ids of the organization filled in. */
export const QuickStart = () => {
  const { pages, quickStart: texts } = useDevelopersText()
  const { organization } = useSession()
  const [loaded, reload] = useQuery(channelsQuery, {})
  const baseUrl = developerUrl()
  const [field, setField] = useQueryField("in")
  const language = codeLanguages.find((name) => name === field) ?? "curl"
  const key = useAtom(createdKeyAtom)
  const [isCreating, setCreating] = useState(false)
  const command = (step: string, call: LoggedCall) => (
    <JsonView label={`${texts.command}: ${step}`} value={codeOf(language, baseUrl, call)} />
  )
  return (
    <>
      <h1>{pages["quick-start"]}</h1>
      <p>{texts.intro}</p>
      <Facts
        facts={[
          [texts.organization, <Copied key="id" label={texts.organization} text={organization.id} />],
          [texts.baseUrl, <Copied key="url" label={texts.baseUrl} text={baseUrl} />]
        ]}
      />
      <SegmentedControl
        label={texts.language}
        value={language}
        onChange={(value) => setField(value === "curl" ? null : value)}
        options={codeLanguages.map((value) => ({ value, label: texts.languages[value] }))}
      />
      <h2>{texts.keyStep}</h2>
      <div className="page-buttons">
        <Button tone={key === "" ? "primary" : "plain"} onClick={() => setCreating(true)}>
          {texts.toKeys}
        </Button>
        <span>{key === "" ? texts.keyHint : texts.keyFilled}</span>
      </div>
      <CreateKey isOpen={isCreating} onClose={() => setCreating(false)} />
      <JsonView label={`${texts.command}: ${texts.keyStep}`} value={`export API_KEY='${key === "" ? "…" : key}'`} />
      <h2>{texts.sendStep}</h2>
      <LoadedView loaded={loaded} reload={reload}>
        {({ channels }) => {
          const number = channels.find(({ channel }) => channel === "whatsapp")
          return (
            <p className={number === undefined ? "page-warning" : undefined}>
              {number === undefined ? texts.noChannel : texts.from(`${number.name} (${number.accountId})`)}
            </p>
          )
        }}
      </LoadedView>
      {command(texts.sendStep, {
        method: "POST",
        path: "/v1/send-message",
        requestBody: { to: exampleNumber, template }
      })}
      <h2>{texts.webhookStep}</h2>
      <p>
        <Link href="/developers/webhook">{texts.toWebhook}</Link>
      </p>
      {command(texts.webhookStep, {
        method: "POST",
        path: "/v1/webhooks",
        requestBody: { url: "https://example.com/hook", events: ["message.received", "message.failed"] }
      })}
      <h2>{texts.readStep}</h2>
      {command(texts.readStep, { method: "GET", path: "/v1/events" })}
      <FirstEvent />
    </>
  )
}
