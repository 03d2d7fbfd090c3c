import { useEffect, useRef, useState } from "react"
import { useSession } from "../api/Session.ts"
import { useQuery } from "../api/useQuery.ts"
import { changeQuery, usePlace, useTypedQueryField } from "../app/navigation.ts"
import { Select } from "../parts/Select.tsx"
import { useText } from "../text/useText.ts"
import { useInboxCommand } from "./inboxCommands.ts"
import { channels, mine, statuses } from "./inboxFilters.ts"
import { membersQuery } from "./inboxQueries.ts"

/** Milliseconds between the last letter and the search. */
const searchPause = 300

/** Select value without a filter. */
const any = "any"

const Search = () => {
  const { inbox } = useText()
  const field = useRef<HTMLInputElement>(null)
  const [search, change] = useTypedQueryField("search", "page")
  const [text, setText] = useState(search)
  const applied = useRef(search)
  useInboxCommand("search", () => field.current?.focus())
  useEffect(() => {
    // Back and links change the address; pending letters do not.
    if (search === applied.current) return
    applied.current = search
    setText(search)
  }, [search])
  useEffect(() => {
    if (text.trim() === applied.current) return
    const timer = setTimeout(() => {
      applied.current = text.trim()
      change(text.trim())
    }, searchPause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <input
      ref={field}
      type="search"
      className="input"
      dir="auto"
      maxLength={200}
      placeholder={inbox.search}
      aria-label={inbox.search}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}

/** Filters of the conversation list. The address contains them. */
export const ConversationFilters = () => {
  const { common, inbox } = useText()
  const { query } = usePlace()
  const { user } = useSession()
  const [members] = useQuery(membersQuery, null)
  const others =
    members.state === "ready"
      ? members.value.members.flatMap(({ email, name, userId }) =>
          userId === null || userId === user.id ? [] : [{ value: userId, label: name || email }]
        )
      : []
  const choose = (name: string) => (value: string) => changeQuery({ [name]: value === any ? null : value, page: null })
  return (
    <div className="filters" role="search">
      <Search />
      <div className="filters-row">
        <Select
          label={inbox.status}
          isLabelShown={false}
          value={query["status"] ?? any}
          onChange={choose("status")}
          options={[
            { value: any, label: inbox.anyStatus },
            ...statuses.map((value) => ({ value, label: inbox.conversationStatuses[value] }))
          ]}
        />
        <Select
          label={inbox.channel}
          isLabelShown={false}
          value={query["channel"] ?? any}
          onChange={choose("channel")}
          options={[
            { value: any, label: inbox.anyChannel },
            ...channels.map((value) => ({ value, label: common.channels[value] }))
          ]}
        />
        <Select
          label={inbox.assignee}
          isLabelShown={false}
          value={query["assignee"] ?? any}
          onChange={choose("assignee")}
          options={[{ value: any, label: inbox.anybody }, { value: mine, label: inbox.me }, ...others]}
        />
      </div>
    </div>
  )
}
