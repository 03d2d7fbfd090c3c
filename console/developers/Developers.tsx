import { type ComponentType, useEffect, useLayoutEffect, useRef } from "react"
import { useSession } from "../api/Session.ts"
import { Link } from "../app/Link.tsx"
import { navigate, usePlace } from "../app/navigation.ts"
import { idsIn } from "../app/Place.ts"
import { EmptyState, Loading } from "../parts/states.tsx"
import type { Texts } from "../text/Texts.ts"
import { useText } from "../text/useText.ts"
import { Deliveries } from "./deliveries/Deliveries.tsx"
import { Delivery } from "./deliveries/Delivery.tsx"
import { EventTypes } from "./events/EventTypes.tsx"
import { LiveTail } from "./events/LiveTail.tsx"
import { ApiKeys } from "./keys/ApiKeys.tsx"
import { Log } from "./logs/Log.tsx"
import { Logs } from "./logs/Logs.tsx"
import { Channels } from "./organization/Channels.tsx"
import { Members } from "./organization/Members.tsx"
import { QuickStart } from "./organization/QuickStart.tsx"
import { Settings } from "./organization/Settings.tsx"
import { Usage } from "./organization/Usage.tsx"
import { SignatureTester } from "./webhook/SignatureTester.tsx"
import { WebhookPage } from "./webhook/WebhookPage.tsx"
import "./developers.css"

interface Page {
  readonly name: keyof Texts["developers"]["pages"]
  readonly Content: ComponentType
  /** Page of a single entry of the list. */
  readonly Detail?: ComponentType<{ readonly id: string }>
}

/** The pages in the order of their menu. */
const pages: ReadonlyArray<Page> = [
  { name: "quick-start", Content: QuickStart },
  { name: "api-keys", Content: ApiKeys },
  { name: "webhook", Content: WebhookPage },
  { name: "signature", Content: SignatureTester },
  { name: "deliveries", Content: Deliveries, Detail: Delivery },
  { name: "events", Content: EventTypes },
  { name: "live", Content: LiveTail },
  { name: "logs", Content: Logs, Detail: Log },
  { name: "usage", Content: Usage },
  { name: "channels", Content: Channels },
  { name: "members", Content: Members },
  { name: "settings", Content: Settings }
]

const hrefOf = ({ name }: Page): string => `/developers/${name}`

const Content = () => {
  const { path } = usePlace()
  const { common } = useText()
  const start = path === "/developers"
  useEffect(() => {
    if (start) navigate("/developers/quick-start", { replace: true })
  }, [start])
  if (start) return <Loading />
  for (const page of pages) {
    if (path === hrefOf(page)) return <page.Content />
    const id = idsIn(`${hrefOf(page)}/:id`, path)?.["id"]
    if (page.Detail !== undefined && id !== undefined) return <page.Detail key={id} id={id} />
  }
  return <EmptyState title={common.notFound} />
}

/** Scrolls the current entry of the menu into view, which scrolls sideways on a phone. */
const useEntryInView = (path: string) => {
  const menu = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const entry = menu.current?.querySelector("[aria-current]")
    entry?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [path])
  return menu
}

/** The section `developers`, for owners and admins. */
const Developers = () => {
  const { developers } = useText()
  const { path } = usePlace()
  const { mayManage } = useSession()
  const menu = useEntryInView(path)
  if (!mayManage) {
    return (
      <div className="page">
        <h1>{developers.title}</h1>
        <EmptyState title={developers.forManagersTitle}>
          <p>{developers.forManagers}</p>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="dev">
      <nav ref={menu} className="dev-menu" aria-label={developers.navigation}>
        {pages.map((page) => (
          <Link
            key={page.name}
            href={hrefOf(page)}
            aria-current={path === hrefOf(page) || path.startsWith(`${hrefOf(page)}/`) ? "page" : undefined}
          >
            {developers.pages[page.name]}
          </Link>
        ))}
      </nav>
      <div className="page dev-page">
        <Content />
      </div>
    </div>
  )
}

export default Developers
