import { useState } from "react"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { type Account, type ListedThread, Threads } from "./emulatorSchemas.ts"
import { NewPerson } from "./NewPerson.tsx"
import { previewOf } from "./shownMessage.ts"
import { useList } from "./useEmulator.ts"
import type { ChosenPerson } from "./ChosenPerson.ts"
import { usePerson } from "./usePerson.ts"

const Person = ({
  isChosen,
  onChoose,
  thread
}: {
  readonly thread: ListedThread
  readonly isChosen: boolean
  readonly onChoose: (person: ChosenPerson) => void
}) => {
  const { common, playground } = useText()
  const { accountId, channel, last, name, personId, unread } = thread
  return (
    <li>
      <button
        type="button"
        className="play-person"
        aria-current={isChosen ? "true" : undefined}
        onClick={() => onChoose({ channel, accountId, personId, name: null })}
      >
        <span className="play-person-name">
          <bdi>{name ?? personId}</bdi>
          <Badge>{common.channels[channel]}</Badge>
        </span>
        <span className="play-person-last">
          <span className="muted play-cut" dir="auto">
            {last === null ? "" : previewOf(channel, last)}
          </span>
          {unread > 0 && (
            <Badge tone="info">
              <span aria-hidden>{unread}</span>
              <span className="visually-hidden">{playground.people.unread(unread)}</span>
            </Badge>
          )}
        </span>
      </button>
    </li>
  )
}

/** People with a conversation, and a button to add one. */
export const PeopleList = ({ accounts }: { readonly accounts: ReadonlyArray<Account> }) => {
  const { playground } = useText()
  const [person, choose] = usePerson()
  const [isNew, setNew] = useState(false)
  const [loaded, reload] = useList("threads", "threads", (client, signal) => client.get("threads", Threads, signal))
  const isChosen = (thread: ListedThread): boolean =>
    person?.channel === thread.channel && person.accountId === thread.accountId && person.personId === thread.personId
  return (
    <nav className="play-people" aria-label={playground.people.title}>
      <div className="play-heading">
        <h2>{playground.people.title}</h2>
        <Button onClick={() => setNew(true)}>{playground.people.new}</Button>
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {({ threads }) =>
          threads.length === 0 ? (
            <EmptyState title={playground.people.empty} />
          ) : (
            <ul className="play-list">
              {threads.map((thread) => (
                <Person
                  key={`${thread.channel} ${thread.accountId} ${thread.personId}`}
                  thread={thread}
                  isChosen={isChosen(thread)}
                  onChoose={choose}
                />
              ))}
            </ul>
          )
        }
      </LoadedView>
      {isNew && (
        <NewPerson
          accounts={accounts}
          onClose={() => setNew(false)}
          onBegin={(person) => {
            setNew(false)
            choose(person)
          }}
        />
      )}
    </nav>
  )
}
