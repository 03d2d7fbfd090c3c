import { Suspense, use } from "react"
import { useSession } from "../api/Session.ts"
import { liveAtom } from "../live/liveState.ts"
import { LiveContext } from "../live/useLive.ts"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { initialsOf } from "../parts/initials.ts"
import { lazyOr } from "../parts/lazyOr.ts"
import { Menu } from "../parts/Menu.tsx"
import { useText } from "../text/useText.ts"
import { AccountMenu } from "./AccountMenu.tsx"
import { useAtom } from "./atoms.ts"
import { Link } from "./Link.tsx"
import { navigate, usePlace } from "./navigation.ts"
import { PaletteButton } from "./palette/PaletteButton.tsx"
import { chooseRail, railAtom } from "./preferences.ts"
import { listedSections, sectionOf } from "./sections.tsx"

/** Entries in the bar of a phone, the last of which is a menu with the rest. */
const phoneEntries = 5

/** The bell has its place while its code is loaded. */
const NoBell = () => (
  <Button tone="quiet" className="bell" disabled aria-hidden>
    <Icon name="bell" />
  </Button>
)

const Notices = lazyOr(() => import("../notices/Notices.tsx"), NoBell)

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

/** The sections that the user may open. A phone shows the first ones, and the rest in a menu. */
const Sections = () => {
  const { common } = useText()
  const { path } = usePlace()
  const isNarrow = useAtom(railAtom) === "narrow"
  const present = sectionOf(path)
  const listed = listedSections(useSession())
  const rest = listed.length > phoneEntries ? listed.slice(phoneEntries - 1) : []
  const isInRest = rest.some(({ name }) => name === present?.name)
  return (
    <nav className="rail-sections" aria-label={common.navigation}>
      {listed.map((section) => (
        <Link
          key={section.name}
          href={section.path}
          className={rest.includes(section) ? "rail-section rail-section-rest" : "rail-section"}
          title={isNarrow ? common.sections[section.name] : undefined}
          aria-current={present?.name === section.name ? "page" : undefined}
        >
          <Icon name={section.name} />
          <span className="rail-label">{common.sections[section.name]}</span>
        </Link>
      ))}
      {rest.length > 0 && (
        <div className={isInRest ? "rail-more rail-more-present" : "rail-more"}>
          <Menu
            label={common.moreSections}
            entries={rest.map(({ name, path: href }) => ({
              label: common.sections[name],
              isChecked: name === present?.name,
              onSelect: () => navigate(href)
            }))}
          >
            <Icon name="more" />
            <span className="rail-label">{common.more}</span>
          </Menu>
        </div>
      )}
    </nav>
  )
}

/** The organization, the sections and the account: a column, or on a phone a header and a bar at the lower edge. */
export const Rail = () => {
  const { organization } = useSession()
  return (
    <header className="rail">
      <div className="rail-head">
        <span className="rail-organization" title={organization.name}>
          <span className="rail-mark" aria-hidden>
            {initialsOf(organization.name)}
          </span>
          <span className="bar-name">{organization.name}</span>
        </span>
        <PaletteButton />
      </div>
      <Sections />
      <div className="rail-foot">
        <LiveMark />
        <div className="rail-tools">
          <Suspense fallback={<NoBell />}>
            <Notices />
          </Suspense>
          <AccountMenu />
        </div>
        <RailToggle />
      </div>
    </header>
  )
}
