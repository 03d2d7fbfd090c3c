import { Suspense, use, useEffect, useLayoutEffect, useRef } from "react"
import { useSession } from "../api/Session.ts"
import { liveAtom } from "../live/liveState.ts"
import { LiveContext } from "../live/useLive.ts"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { initialsOf } from "../parts/initials.ts"
import { EmptyState, HiddenHeading, Loading } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { AccountMenu } from "./AccountMenu.tsx"
import { useAtom } from "./atoms.ts"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { Link } from "./Link.tsx"
import { navigate, usePlace } from "./navigation.ts"
import { chooseRail, railAtom } from "./preferences.ts"
import { type Section, sectionOf, sections } from "./sections.tsx"

/** State of live updates, readable by screen readers. While offline it offers to connect now. */
const LiveMark = () => {
  const state = useAtom(liveAtom)
  const live = use(LiveContext)
  const { common } = useText()
  return (
    <>
      <span className={`live live-${state}`} role="status" title={common.live[state]}>
        <span className="live-dot" aria-hidden />
        <span className="live-text">{common.live[state]}</span>
      </span>
      {state === "offline" && <Button onClick={() => live?.stream.retry()}>{common.live.tryNow}</Button>}
    </>
  )
}

const NotFound = () => {
  const { common } = useText()
  return (
    <>
      <HiddenHeading>{common.notFound}</HiddenHeading>
      <EmptyState title={common.notFound}>
        <Link href="/inbox">{common.toStart}</Link>
      </EmptyState>
    </>
  )
}

const LoadingSection = ({ name }: { readonly name: Section["name"] }) => {
  const { common } = useText()
  return (
    <>
      <HiddenHeading>{common.sections[name]}</HiddenHeading>
      <Loading />
    </>
  )
}

const Content = () => {
  const { path } = usePlace()
  const session = useSession()
  const section = sectionOf(path)
  useEffect(() => {
    if (path === "/" || path === "/sign-in") navigate("/inbox", { replace: true })
  }, [path])
  if (path === "/" || path === "/sign-in") return <LoadingSection name="inbox" />
  if (section === undefined || !section.isShown(session)) return <NotFound />
  return (
    <ErrorBoundary key={section.name} onRetry={section.content.again}>
      <Suspense fallback={<LoadingSection name={section.name} />}>
        <section.content.Page />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Scrolls the current section into view: a phone has no room for all. */
const useSectionInView = (present: Section | undefined) => {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    bar.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [present])
  return bar
}

/** The button that narrows the rail to its icons. A phone has a bar at its lower edge instead. */
const RailToggle = () => {
  const { common } = useText()
  const isNarrow = useAtom(railAtom) === "narrow"
  const label = isNarrow ? common.expandRail : common.collapseRail
  return (
    <button
      type="button"
      className="rail-toggle"
      aria-label={label}
      title={label}
      onClick={() => chooseRail(isNarrow ? "wide" : "narrow")}
    >
      <Icon name={isNarrow ? "expand" : "collapse"} />
    </button>
  )
}

/** The frame around the sections. */
export const Layout = () => {
  const { common } = useText()
  const { path } = usePlace()
  const session = useSession()
  const present = sectionOf(path)
  const rail = useAtom(railAtom)
  const bar = useSectionInView(present)
  return (
    <div className={`layout layout-${rail}`}>
      <a className="skip" href="#content">
        {common.skipToContent}
      </a>
      <header className="rail">
        <span className="rail-organization" title={session.organization.name}>
          <span className="rail-mark" aria-hidden>
            {initialsOf(session.organization.name)}
          </span>
          <span className="bar-name">{session.organization.name}</span>
        </span>
        <nav ref={bar} className="rail-sections" aria-label={common.navigation}>
          {sections
            .filter(({ isShown }) => isShown(session))
            .map(({ name, path: href }) => (
              <Link
                key={name}
                href={href}
                className="rail-section"
                title={rail === "narrow" ? common.sections[name] : undefined}
                aria-current={present?.name === name ? "page" : undefined}
              >
                <Icon name={name} />
                <span className="rail-label">{common.sections[name]}</span>
              </Link>
            ))}
        </nav>
        <div className="rail-foot">
          <LiveMark />
          <AccountMenu />
          <RailToggle />
        </div>
      </header>
      <main className="content" id="content" tabIndex={-1}>
        <Content />
      </main>
    </div>
  )
}
