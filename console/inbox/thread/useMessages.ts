import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { ParleySession } from "../../../client/promise/createParley.ts"
import { type Failure, failureOf } from "../../api/Failure.ts"
import { useParley } from "../../api/Session.ts"
import { throttled } from "../../api/throttled.ts"
import { useAtom } from "../../app/atoms.ts"
import { liveAtom } from "../../live/liveState.ts"
import { type LiveEntry, useLive } from "../../live/useLive.ts"
import type { Message } from "../conversationTypes.ts"
import { noteThread } from "../compose/outgoingMessages.ts"
import { type MessageRun, withChanged, withNewer, withNewest, withOlder } from "./mergeMessages.ts"

/** Messages per page. */
const partSize = 50

/** Milliseconds between two loads of the newest page. */
const pauses = { first: 300, most: 2_400 }

/** The platform's id of the message of an event; null without one. */
const messageIdIn = (event: LiveEntry): string | null =>
  "data" in event && "message_id" in event.data && typeof event.data.message_id === "string"
    ? event.data.message_id
    : null

const isNewMessage = ({ event }: LiveEntry): boolean => event === "message.received" || event === "message.sent"

/** Position of a page: the end of the conversation, or relative to a message. */
type Beside = Pick<Parameters<ParleySession["messages"]["list"]>[0], "before" | "around" | "after" | "limit">

/** Loaded messages of a conversation. */
export interface Messages {
  /** Null while the first load runs. */
  readonly run: MessageRun<Message> | null
  readonly failure: Failure | null
  /** New messages after the end of the run since it was loaded. */
  readonly arrived: number
  readonly isLoadingOlder: boolean
  readonly isLoadingNewer: boolean
  readonly loadOlder: () => void
  readonly loadNewer: () => void
  /** Reloads the newest page, or the page around the target. Resolves after a success or failure. */
  readonly reload: () => Promise<void>
}

/**
 * Messages of a conversation: the newest, or those around the message `target`. If the run reaches the end, the event
 * stream adds new messages; a change of another message loads that message. Loads run one after the other, so a late
 * answer never replaces a newer one. `lost` runs if the conversation has no message `target`; then the newest are
 * shown.
 */
export const useMessages = (conversationId: string, target: string | null, lost: () => void): Messages => {
  const parley = useParley()
  const [run, setRun] = useState<MessageRun<Message> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [arrived, setArrived] = useState(0)
  const [loading, setLoading] = useState<"older" | "newer" | null>(null)
  const current = useRef<MessageRun<Message> | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const isShown = useRef(true)
  const latest = useRef({ target, lost })
  latest.current = { target, lost }

  const update = useCallback((next: MessageRun<Message>) => {
    if (!isShown.current) return
    current.current = next
    setRun(next)
    setFailure(null)
    if (!next.hasNewer) setArrived(0)
  }, [])

  const enqueue = useCallback((work: () => Promise<void>): Promise<void> => {
    const done = queue.current.then(work).catch((cause: unknown) => {
      if (isShown.current) setFailure(failureOf(cause))
    })
    queue.current = done
    return done
  }, [])

  const page = useCallback(
    async (beside: Beside = {}): Promise<MessageRun<Message>> => {
      const {
        data,
        hasNext,
        hasPrevious = false
      } = await parley.messages.list({
        conversationId,
        limit: partSize,
        ...beside
      })
      return { messages: data, hasOlder: hasNext, hasNewer: hasPrevious }
    },
    [parley, conversationId]
  )

  const loadNewest = useCallback(async () => {
    const newest = await page()
    update(current.current === null ? newest : withNewest(current.current, newest))
  }, [page, update])

  /** Loads the page around a message; the newest page if the conversation does not have it. */
  const loadAround = useCallback(
    (id: string): Promise<void> =>
      page({ around: id }).then(
        (around) => {
          update(around)
          // While the run did not reach the end, events only counted new messages.
          return around.hasNewer ? undefined : loadNewest()
        },
        (cause: unknown) => {
          if (failureOf(cause).status !== 400) return Promise.reject(cause)
          if (isShown.current) latest.current.lost()
          return loadNewest()
        }
      ),
    [page, update, loadNewest]
  )

  const reload = useCallback(
    () =>
      enqueue(() => {
        const present = current.current
        const id = latest.current.target ?? present?.messages[0]?.id
        return id !== undefined && (present === null || present.hasNewer) ? loadAround(id) : loadNewest()
      }),
    [enqueue, loadAround, loadNewest]
  )

  const loadOlder = useCallback(() => {
    setLoading("older")
    void enqueue(async () => {
      const present = current.current
      const last = present?.messages.at(-1)
      if (present === null || last === undefined || !present.hasOlder) return
      update(withOlder(present, await page({ before: last.id })))
    }).finally(() => setLoading(null))
  }, [enqueue, page, update])

  const loadNewer = useCallback(() => {
    setLoading("newer")
    void enqueue(async () => {
      const present = current.current
      const first = present?.messages[0]
      if (present === null || first === undefined || !present.hasNewer) return
      const newer = withNewer(present, await page({ after: first.id }))
      update(newer)
      // The run reaches the end now; events since the load only counted new messages.
      if (!newer.hasNewer) await loadNewest()
    }).finally(() => setLoading(null))
  }, [enqueue, page, update, loadNewest])

  const newest = useMemo(() => throttled(pauses, () => void reload()), [reload])

  /**
   * Reloads after an event: the newest page for a new or recent message, else the one message. If the run does not
   * reach the end, new messages are only counted.
   */
  const changed = useCallback(
    (event: LiveEntry) => {
      const present = current.current
      const id = messageIdIn(event)
      const at = present?.messages.findIndex((message) => message.waMessageId === id) ?? -1
      const message = present?.messages[at]
      if (present?.hasNewer === true && message === undefined) {
        if (isNewMessage(event)) setArrived((before) => before + 1)
        return
      }
      if (present?.hasNewer !== true && at < partSize) return newest.call()
      void enqueue(async () => {
        if (current.current === null || message === undefined) return
        const { messages } = await page({ around: message.id, limit: 1 })
        update(withChanged(current.current, messages))
      })
    },
    [enqueue, newest, page, update]
  )

  useEffect(() => {
    isShown.current = true
    current.current = null
    setRun(null)
    setArrived(0)
    noteThread({ conversationId, messages: () => current.current?.messages ?? [], reload })
    void reload()
    return () => {
      isShown.current = false
      noteThread(null)
      newest.stop()
    }
  }, [conversationId, reload, newest])
  const opened = useRef(target)
  useEffect(() => {
    if (opened.current === target) return
    opened.current = target
    void enqueue(async () => {
      const present = current.current
      if (target === null) {
        if (present?.hasNewer === true) current.current = null
        return loadNewest()
      }
      if (present?.messages.some(({ id }) => id === target) !== true) return loadAround(target)
    })
  }, [target, enqueue, loadAround, loadNewest])
  useLive({ conversationId }, changed, () => void reload())
  const isLive = useAtom(liveAtom) === "live"
  useEffect(() => {
    if (isLive && failure?.kind === "offline") void reload()
  }, [isLive])
  return {
    run,
    failure,
    arrived,
    isLoadingOlder: loading === "older",
    isLoadingNewer: loading === "newer",
    loadOlder,
    loadNewer,
    reload
  }
}
