import { type ReactNode, useEffect, useRef, useState } from "react"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Checkbox } from "../parts/Field.tsx"
import { EmptyState, ErrorState, LoadedView } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { type Draft, plainDraft } from "./Draft.ts"
import { type Account, Thread, type ThreadMessage, Threads } from "./emulatorSchemas.ts"
import { PhoneComposer } from "./PhoneComposer.tsx"
import { PhoneMessage } from "./PhoneMessage.tsx"
import { type EmulatorAction, useEmulatorAction, useList } from "./useEmulator.ts"
import type { ChosenPerson } from "./ChosenPerson.ts"
import { usePerson } from "./usePerson.ts"

/** Pixels from the end of a list within which it follows new messages. */
const followWithin = 120

/** Scrolls to the end of a list after changes if it was there before. */
const useFollow = (count: number) => {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const measure = () => {
    const element = list.current
    if (element === null) return
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < followWithin
  }
  useEffect(() => {
    const element = list.current
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [count])
  return { list, measure }
}

const Messages = ({
  messages,
  ...rest
}: {
  readonly messages: ReadonlyArray<ThreadMessage>
  readonly person: ChosenPerson
  readonly act: EmulatorAction<object>["run"]
  readonly onDraft: (draft: Draft) => void
}) => {
  const { playground } = useText()
  const { list, measure } = useFollow(messages.length)
  return (
    <div
      className="phone-messages"
      role="log"
      aria-label={playground.phone.messages}
      tabIndex={0}
      ref={list}
      onScroll={measure}
    >
      {messages.length === 0 ? (
        <EmptyState title={playground.phone.empty} />
      ) : (
        messages.map((message) => <PhoneMessage key={message.id} message={message} messages={messages} {...rest} />)
      )}
    </div>
  )
}

const isUnread = ({ by, outcomes }: ThreadMessage): boolean => by === "business" && !outcomes.includes("read")

const Phone = ({
  account,
  children,
  person
}: {
  readonly account: Account | undefined
  readonly person: ChosenPerson
  readonly children: ReactNode
}) => {
  const { common, playground } = useText()
  const { accountId, channel, personId } = person
  const [, choose] = usePerson()
  const [draft, setDraft] = useState<Draft>(plainDraft)
  const [threads] = useList("threads", "threads", (client, signal) => client.get("threads", Threads, signal))
  const [loaded, reload] = useList("threads", `${channel} ${accountId} ${personId}`, (client, signal) =>
    client.get(`thread?${new URLSearchParams({ channel, accountId, personId })}`, Thread, signal)
  )
  const known =
    threads.state === "ready"
      ? threads.value.threads.find(
          (one) => one.channel === channel && one.accountId === accountId && one.personId === personId
        )
      : undefined
  const name = known?.name ?? person.name ?? personId
  // The first message of a person carries their name.
  const introduction = person.name !== null && known?.name == null ? { name: person.name } : {}
  const act = useEmulatorAction((client, request: object) =>
    client.post("inbound", { channel, to: accountId, from: personId, ...introduction, ...request })
  )
  return (
    <section className="play-phone phone" aria-label={playground.phone.label(name)}>
      <header className="phone-header">
        <Button className="play-back" tone="quiet" onClick={() => choose(null)}>
          {playground.people.back}
        </Button>
        <h2 className="play-cut">
          <bdi>{name}</bdi>
        </h2>
        <Badge>{common.channels[channel]}</Badge>
        {account !== undefined && (
          <span className="muted play-cut phone-account">
            <bdi>{account.name}</bdi>
          </span>
        )}
      </header>
      <LoadedView loaded={loaded} reload={reload}>
        {({ messages }) => (
          <>
            <Messages messages={messages} person={person} act={act.run} onDraft={setDraft} />
            <div className="phone-foot">
              {act.failure !== null && <ErrorState failure={act.failure} />}
              <div className="play-row">
                <Button disabled={!messages.some(isUnread)} onClick={() => void act.run({ type: "read" })}>
                  {playground.phone.openAndRead}
                </Button>
                {children}
              </div>
              <PhoneComposer channel={channel} draft={draft} onDraft={setDraft} act={act} />
            </div>
          </>
        )}
      </LoadedView>
    </section>
  )
}

/** Whether people read messages automatically. A change shows at once, and is reverted if it fails. */
const ReadingChoice = ({ reading }: { readonly reading: "automatic" | "manual" }) => {
  const { playground } = useText()
  const [pending, setPending] = useState<"automatic" | "manual" | null>(null)
  const { run } = useEmulatorAction((client, mode: "automatic" | "manual") => client.post("reading", { mode }))
  useEffect(() => setPending(null), [reading])
  return (
    <Checkbox
      label={playground.phone.readsByItself}
      checked={(pending ?? reading) === "automatic"}
      onChange={(event) => {
        const mode = event.target.checked ? "automatic" : "manual"
        setPending(mode)
        void run(mode).then((isDone) => {
          if (!isDone) setPending(null)
        })
      }}
    />
  )
}

/** Phone of the chosen person. */
export const PersonPhone = ({
  accounts,
  reading
}: {
  readonly accounts: ReadonlyArray<Account>
  readonly reading: "automatic" | "manual"
}) => {
  const { playground } = useText()
  const [person] = usePerson()
  if (person === null) {
    return (
      <section className="play-phone phone" aria-label={playground.phone.label("")}>
        <EmptyState title={playground.phone.choose} />
      </section>
    )
  }
  const { accountId, channel, personId } = person
  return (
    <Phone
      key={`${channel} ${accountId} ${personId}`}
      person={person}
      account={accounts.find((one) => one.channel === channel && one.id === accountId)}
    >
      <ReadingChoice reading={reading} />
    </Phone>
  )
}
