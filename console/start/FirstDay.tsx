import { useState } from "react"
import { defineQuery } from "../api/query.ts"
import { useSession } from "../api/Session.ts"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { pageTexts } from "../text/pageTexts.ts"
import "./firstDay.css"

const useStartText = pageTexts({
  en: () => import("../text/english/start.ts").then(({ start }) => start),
  ar: () => import("../text/arabic/start.ts").then(({ start }) => start)
})

/** The steps in their order, with the page of each. */
const steps = [
  { name: "channel", href: "/settings/channels" },
  { name: "message", href: "/developers/quick-start" },
  { name: "colleague", href: "/settings/team" },
  { name: "key", href: "/developers/api-keys" },
  { name: "webhook", href: "/developers/endpoints" }
] as const

type Step = (typeof steps)[number]["name"]

/** Which steps the organization has taken. */
const progressQuery = defineQuery("firstDay", async (parley, _: null, signal): Promise<Record<Step, boolean>> => {
  const [{ channels }, { total }, { members }, { apiKeys }, { webhook }, { endpoints }] = await Promise.all([
    parley.channels.list({ signal }),
    parley.conversations.list({ limit: 1 }, { signal }),
    parley.members.list({ signal }),
    parley.apiKeys.list({ signal }),
    parley.webhook.find({ signal }),
    parley.endpoints.list({ signal })
  ])
  return {
    channel: channels.length > 0,
    message: total > 0,
    colleague: members.length > 1,
    key: apiKeys.some(({ revokedAt }) => revokedAt === null),
    webhook: webhook !== null || endpoints.length > 0
  }
})

const dismissedKey = (organizationId: string): string => `parley.firstDay.${organizationId}`

/** Whether the user dismissed the list in this browser. */
const isDismissed = (organizationId: string): boolean => {
  try {
    return window.localStorage.getItem(dismissedKey(organizationId)) !== null
  } catch {
    return false
  }
}

const storeDismissal = (organizationId: string): void => {
  try {
    window.localStorage.setItem(dismissedKey(organizationId), "1")
  } catch {
    // Storage is disabled: the list is back after a reload.
  }
}

const Checklist = ({ onDismiss }: { readonly onDismiss: () => void }) => {
  const texts = useStartText()
  const [loaded] = useQuery(progressQuery, null, { on: { types: ["message.received"] } })
  // The list is an offer: a failure does not take the place of the inbox.
  if (loaded.state !== "ready" || steps.every(({ name }) => loaded.value[name])) return null
  const done = steps.filter(({ name }) => loaded.value[name]).length
  return (
    <section className="first-day" aria-label={texts.title}>
      <div className="page-top">
        <h2>{texts.title}</h2>
        <span className="muted">{texts.progress(done, steps.length)}</span>
      </div>
      <ol>
        {steps.map(({ href, name }) => (
          <li key={name} className={loaded.value[name] ? "first-day-done" : undefined}>
            {loaded.value[name] ? <Icon name="check" /> : <span className="first-day-open" aria-hidden />}
            <Link href={href}>{texts.steps[name]}</Link>
            {loaded.value[name] && <span className="visually-hidden">{texts.done}</span>}
          </li>
        ))}
      </ol>
      <Button tone="quiet" onClick={onDismiss}>
        {texts.dismiss}
      </Button>
    </section>
  )
}

/** First steps of a new organization, for owners and admins, until they are done or dismissed. */
const FirstDay = () => {
  const { mayManage, organization } = useSession()
  const [isHidden, setHidden] = useState(() => isDismissed(organization.id))
  if (!mayManage || isHidden) return null
  return (
    <Checklist
      onDismiss={() => {
        storeDismissal(organization.id)
        setHidden(true)
      }}
    />
  )
}

export default FirstDay
