import { useSession } from "../../api/Session.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { JsonView } from "../../parts/JsonView.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { useText } from "../../text/useText.ts"
import { curlOf } from "../logs/curlOf.ts"
import { developerUrl } from "../parts/developerUrl.ts"
import { Facts } from "../parts/Facts.tsx"
import { channelsQuery } from "../queries.ts"

/** Number of the documented examples, from a range reserved for fiction. */
const exampleNumber = "15551234567"

const template = { name: "hello_world", language: { code: "en_US" } }

const Copied = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <span className="dev-copied">
    <code dir="ltr">{text}</code>
    <CopyButton text={text} label={label} />
  </span>
)

/** First calls, with the ids of the organization filled in. */
export const QuickStart = () => {
  const { pages, quickStart: texts } = useText().developers
  const { organization } = useSession()
  const [loaded, reload] = useQuery(channelsQuery, {})
  const baseUrl = developerUrl()
  const command = (step: string, call: Parameters<typeof curlOf>[1]) => (
    <JsonView label={`${texts.command}: ${step}`} value={curlOf(baseUrl, call)} />
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
      <h2>{texts.keyStep}</h2>
      <p>
        <Link href="/developers/api-keys">{texts.toKeys}</Link> {texts.keyHint}
      </p>
      <JsonView label={`${texts.command}: ${texts.keyStep}`} value="export API_KEY='…'" />
      <h2>{texts.sendStep}</h2>
      <LoadedView loaded={loaded} reload={reload}>
        {({ channels }) => {
          const number = channels.find(({ channel }) => channel === "whatsapp")
          return (
            <p className={number === undefined ? "dev-warning" : undefined}>
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
    </>
  )
}
