import { type ReactNode, useMemo } from "react"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { navigate, usePlace } from "../../app/navigation.ts"
import { Menu, type MenuEntry } from "../../parts/Menu.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { channels, viewHref, viewOf, views } from "../inboxFilters.ts"
import { conversationCountsQuery, labelsQuery, listEvents, teamsQuery } from "../inboxQueries.ts"
import { LabelDot } from "../LabelDot.tsx"

/** An entry of the list of views. */
interface ViewEntry {
  readonly key: string
  readonly name: string
  readonly href: string
  readonly isCurrent: boolean
  /** Null without a number. */
  readonly count: number | null
  readonly mark?: ReactNode
}

interface ViewGroup {
  readonly label: string
  readonly entries: ReadonlyArray<ViewEntry>
}

/** Views, channels, teams and labels, with the numbers of their conversations. */
const useViews = (): ReadonlyArray<ViewGroup> => {
  const { common, inbox } = useText()
  const { path, query } = usePlace()
  const [counts] = useQuery(conversationCountsQuery, null, { on: { types: listEvents } })
  const [labels] = useQuery(labelsQuery, null)
  const [teams] = useQuery(teamsQuery, null)
  const { list } = inbox
  const numbers = counts.state === "ready" ? counts.value : null
  return useMemo(() => {
    const named = labels.state === "ready" ? labels.value.labels : []
    const known = teams.state === "ready" ? teams.value.teams : []
    const { channel, label, team } = query
    const isPlain = channel === undefined && label === undefined && team === undefined
    const to = (filters: Readonly<Record<string, string>>) => viewHref(path, filters)
    const groups: ReadonlyArray<ViewGroup> = [
      {
        label: list.views.label,
        entries: views.map((view) => ({
          key: view,
          name: list.views.names[view],
          href: to(view === "open" ? {} : { view }),
          isCurrent: isPlain && viewOf(query) === view,
          count: numbers === null || view === "all" ? null : numbers[view]
        }))
      },
      {
        label: list.views.channels,
        entries: channels.map((name) => ({
          key: `channel ${name}`,
          name: common.channels[name],
          href: to({ channel: name }),
          isCurrent: channel === name,
          count: numbers === null ? null : numbers.channels[name]
        }))
      },
      {
        label: list.views.teams,
        entries: known.map(({ id, name }) => ({
          key: `team ${id}`,
          name,
          href: to({ team: id }),
          isCurrent: team === id,
          count: null
        }))
      },
      {
        label: list.views.labels,
        entries: named.map(({ color, name }) => ({
          key: `label ${name}`,
          name,
          href: to({ label: name }),
          isCurrent: label === name,
          count: null,
          mark: <LabelDot color={color} />
        }))
      }
    ]
    return groups.filter(({ entries }) => entries.length > 0)
  }, [path, query, numbers, labels, teams, list, common])
}

/** Name of the current view, channel, team or label. */
export const useViewName = (): string => {
  const { inbox } = useText()
  const current = useViews()
    .flatMap(({ entries }) => entries)
    .find(({ isCurrent }) => isCurrent)
  return current?.name ?? inbox.list.views.names.all
}

/** Column of views beside the list. */
export const ViewList = () => {
  const { inbox } = useText()
  const language = useLanguageTag()
  const groups = useViews()
  return (
    <nav className="views" aria-label={inbox.list.views.label}>
      {groups.map(({ entries, label }, index) => (
        <section key={label} aria-label={label}>
          <h2 className={index === 0 ? "visually-hidden" : "views-heading"}>{label}</h2>
          <ul className="rows">
            {entries.map(({ count, href, isCurrent, key, mark, name }) => (
              <li key={key}>
                <Link className="view" href={href} aria-current={isCurrent ? "page" : undefined}>
                  {mark}
                  <bdi className="view-name">{name}</bdi>
                  {count !== null && count > 0 && (
                    <span className="view-count">
                      <span aria-hidden>{count.toLocaleString(language, { notation: "compact" })}</span>
                      <span className="visually-hidden">{inbox.list.views.count(count)}</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Menu of views above the list, where there is no room for the column. */
export const ViewMenu = () => {
  const { inbox } = useText()
  const groups = useViews()
  const headed = (label: string, index: number): ReadonlyArray<MenuEntry> => (index === 0 ? [] : [{ heading: label }])
  const entries = groups.flatMap(({ entries: own, label }, index) =>
    headed(label, index).concat(
      own.map(({ count, href, isCurrent, name }) => ({
        label: count === null || count === 0 ? name : `${name} · ${count}`,
        isChecked: isCurrent,
        onSelect: () => navigate(href)
      }))
    )
  )
  const name = useViewName()
  return (
    <Menu label={inbox.list.views.choose(name)} entries={entries} tone="plain">
      {name}
    </Menu>
  )
}
