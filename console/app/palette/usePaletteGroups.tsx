import { useMemo, useRef } from "react"
import { defineQuery } from "../../api/query.ts"
import { useSession } from "../../api/Session.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Avatar } from "../../parts/Avatar.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { PageIcon } from "../../parts/PageIcon.tsx"
import { useText } from "../../text/useText.ts"
import { useAtom } from "../atoms.ts"
import { navigate } from "../navigation.ts"
import { chooseLanguage, chooseRail, chooseTheme, languageAtom, railAtom, themeAtom } from "../preferences.ts"
import { listedSections, sections } from "../sections.tsx"
import { paletteActionsAtom } from "./paletteActions.ts"
import { groupsMatching, type PaletteGroup, type PaletteItem } from "./paletteGroups.ts"
import { usePaletteText } from "./paletteText.ts"
import { recentPlacesAtom } from "./recentPlaces.ts"

/** Entries per group of search results. */
const mostFound = 5

/** Fewer letters find pages and actions only: the service would find too much to choose from. */
const shortestSearch = 2

/** Contacts, conversations and messages that contain the text; none for an empty text. */
const foundQuery = defineQuery("palette", async (parley, search: string, signal) => {
  if (search === "") return { contacts: [], conversations: [], messages: [] }
  const [{ contacts }, { conversations }, { messages }] = await Promise.all([
    parley.contacts.list({ search, limit: mostFound }, { signal }),
    parley.conversations.list({ search, limit: mostFound }, { signal }),
    parley.messages.search({ q: search, limit: mostFound }, { signal })
  ])
  return { contacts, conversations, messages }
})

/** Pages and actions of this user. */
const useCommands = (): ReadonlyArray<PaletteGroup> => {
  const session = useSession()
  const texts = usePaletteText()
  const { common } = useText()
  const registered = useAtom(paletteActionsAtom)
  const recent = useAtom(recentPlacesAtom)
  const language = useAtom(languageAtom)
  const isNarrow = useAtom(railAtom) === "narrow"
  const theme = useAtom(themeAtom)
  const isDark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches)
  return useMemo(() => {
    const { actions, groups } = texts
    const pages = listedSections(session).map(({ name, path }): PaletteItem => ({
      id: `page ${name}`,
      label: common.sections[name],
      icon: <Icon name={name} />,
      onSelect: () => navigate(path)
    }))
    const other = language === "english" ? "arabic" : "english"
    const own: ReadonlyArray<PaletteItem> = [
      {
        id: "theme",
        label: isDark ? actions.light : actions.dark,
        icon: <PageIcon name={isDark ? "sun" : "moon"} />,
        onSelect: () => chooseTheme(isDark ? "light" : "dark")
      },
      {
        id: "language",
        label: actions[other],
        icon: <PageIcon name="globe" />,
        onSelect: () => chooseLanguage(other)
      },
      {
        id: "rail",
        label: isNarrow ? actions.wideRail : actions.narrowRail,
        icon: <Icon name={isNarrow ? "expand" : "collapse"} />,
        onSelect: () => chooseRail(isNarrow ? "wide" : "narrow")
      },
      { id: "sign-out", label: actions.signOut, icon: <PageIcon name="sign-out" />, onSelect: session.signOut }
    ]
    return [
      {
        id: "recent",
        label: groups.recent,
        items: recent.map(({ href, label }) => ({
          id: `recent ${href}`,
          label,
          icon: <PageIcon name="clock" />,
          onSelect: () => navigate(href)
        }))
      },
      { id: "actions", label: groups.actions, items: [...registered, ...own] },
      { id: "pages", label: groups.pages, items: pages }
    ]
  }, [session, texts, common, registered, recent, language, isNarrow, isDark])
}

/**
 * The groups of a search: recent places, actions and pages at once, and people and messages of the service, which
 * searches for `pausedSearch`. The previous results stay until the next ones are loaded.
 */
export const usePaletteGroups = (
  search: string,
  pausedSearch: string
): { readonly groups: ReadonlyArray<PaletteGroup>; readonly state: "loading" | "failed" | "ready" } => {
  const commands = groupsMatching(useCommands(), search)
  const [found] = useQuery(foundQuery, pausedSearch.length < shortestSearch ? "" : pausedSearch)
  const { groups: labels } = usePaletteText()
  const { common } = useText()
  const latest = useRef(found.state === "ready" ? found.value : null)
  if (found.state === "ready") latest.current = found.value
  if (latest.current === null || search === "") return { groups: commands, state: found.state }
  const { contacts, conversations, messages } = latest.current
  const mayOpenContacts = sections.some(({ path }) => path === "/contacts")
  const named = ({ name, phone }: { readonly name: string; readonly phone?: string | null }): string =>
    name || phone || common.unknown
  const groups: ReadonlyArray<PaletteGroup> = [
    {
      id: "contacts",
      label: labels.contacts,
      items: (mayOpenContacts ? contacts : []).map((contact) => ({
        id: `contact ${contact.id}`,
        label: named(contact),
        detail: contact.phone ?? "",
        icon: <Avatar id={contact.id} name={contact.name} size="small" />,
        onSelect: () => navigate(`/contacts/${contact.id}`)
      }))
    },
    {
      id: "conversations",
      label: labels.conversations,
      items: conversations.map(({ channel, contact, id }) => ({
        id: `conversation ${id}`,
        label: named(contact),
        detail: common.channels[channel],
        icon: <Avatar id={contact.id} name={contact.name} size="small" />,
        onSelect: () => navigate(`/inbox/${id}`)
      }))
    },
    {
      id: "messages",
      label: labels.messages,
      items: messages.map(({ conversation, excerpt, id }) => ({
        id: `message ${id}`,
        label: excerpt,
        detail: named(conversation.contact),
        icon: <Icon name="search" />,
        onSelect: () => navigate(`/inbox/${conversation.id}?message=${id}`)
      }))
    }
  ]
  return { groups: [...commands, ...groups.filter(({ items }) => items.length > 0)], state: found.state }
}
