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

/** Messages of a part that is loaded at once. */
const partSize = 50

/** Between two loads of the newest part. */
const pauses = { first: 300, most: 2_400 }

/** The platform's id of the message that an event is about; null for one about none. */
const messageIdIn = (event: LiveEntry): string | null =>
  "data" in event && "message_id" in event.data && typeof event.data.message_id === "string"
    ? event.data.message_id
    : null

const isNewMessage = ({ event }: LiveEntry): boolean => event === "message.received" || event === "message.sent"

/** Where a part lies: at the end of the conversation, or beside a message. */
type Beside = Pick<Parameters<ParleySession["messages"]["list"]>[0], "before" | "around" | "after" | "limit">

/** The messages of a conversation, as far as they are loaded. */
export interface Messages {
  /** Null: they are on their way. */
  readonly run: MessageRun<Message> | null
  readonly failure: Failure | null
  /** Messages that came behind the end of the run since it was loaded. */
  readonly arrived: number
  readonly isLoadingOlder: boolean
  readonly isLoadingNewer: boolean
  readonly loadOlder: () => void
  readonly loadNewer: () => void
  /** Loads the shown part again: the newest, or that around a message. Ends when it is loaded, or has failed to. */
  readonly reload: () => Promise<void>
}

/**
 * The messages of a conversation: its newest, or those around the message `target`. New ones come with the stream of events
 * where the loaded ones reach to the end; a change of another one is loaded by itself. Loads follow each other, so an answer
 * that is late replaces nothing newer. `lost` is called when the conversation has no message `target`; then the newest are
 * shown.
 */
export const useMessages = (conversationId: string, target: string | null, lost: () => void): Messages => {
  const parley = useParley()
  const [run, setRun] = useState<MessageRun<Message> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [arrived, setArrived] = useState(0)
  const [loading, setLoading] = useState<"older" | "newer" | null>(null)
  const known = useRef<MessageRun<Message> | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const isShown = useRef(true)
  const wanted = useRef({ target, lost })
  wanted.current = { target, lost }

  const update = useCallback((next: MessageRun<Message>) => {
    if (!isShown.current) return
    known.current = next
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
    update(known.current === null ? newest : withNewest(known.current, newest))
  }, [page, update])

  /** Loads the part around a message; the newest part where the conversation does not have it. */
  const loadAround = useCallback(
    (id: string): Promise<void> =>
      page({ around: id }).then(
        (around) => {
          update(around)
          // Messages since the part was read were announced while the run did not reach to the end.
          return around.hasNewer ? undefined : loadNewest()
        },
        (cause: unknown) => {
          if (failureOf(cause).status !== 400) return Promise.reject(cause)
          if (isShown.current) wanted.current.lost()
          return loadNewest()
        }
      ),
    [page, update, loadNewest]
  )

  const reload = useCallback(
    () =>
      enqueue(() => {
        const present = known.current
        const id = wanted.current.target ?? present?.messages[0]?.id
        return id !== undefined && (present === null || present.hasNewer) ? loadAround(id) : loadNewest()
      }),
    [enqueue, loadAround, loadNewest]
  )

  const loadOlder = useCallback(() => {
    setLoading("older")
    void enqueue(async () => {
      const present = known.current
      const last = present?.messages.at(-1)
      if (present === null || last === undefined || !present.hasOlder) return
      update(withOlder(present, await page({ before: last.id })))
    }).finally(() => setLoading(null))
  }, [enqueue, page, update])

  const loadNewer = useCallback(() => {
    setLoading("newer")
    void enqueue(async () => {
      const present = known.current
      const first = present?.messages[0]
      if (present === null || first === undefined || !present.hasNewer) return
      const newer = withNewer(present, await page({ after: first.id }))
      update(newer)
      // As after a load around a message.
      if (!newer.hasNewer) await loadNewest()
    }).finally(() => setLoading(null))
  }, [enqueue, page, update, loadNewest])

  const newest = useMemo(() => throttled(pauses, () => void reload()), [reload])

  /**
   * The newest part is loaded again for what happens to it and behind it, an older message by itself. Where the run does not
   * reach to the end, new messages are only counted.
   */
  const changed = useCallback(
    (event: LiveEntry) => {
      const present = known.current
      const id = messageIdIn(event)
      const at = present?.messages.findIndex((message) => message.waMessageId === id) ?? -1
      const message = present?.messages[at]
      if (present?.hasNewer === true && message === undefined) {
        if (isNewMessage(event)) setArrived((before) => before + 1)
        return
      }
      if (present?.hasNewer !== true && at < partSize) return newest.call()
      void enqueue(async () => {
        if (known.current === null || message === undefined) return
        const { messages } = await page({ around: message.id, limit: 1 })
        update(withChanged(known.current, messages))
      })
    },
    [enqueue, newest, page, update]
  )

  useEffect(() => {
    isShown.current = true
    known.current = null
    setRun(null)
    setArrived(0)
    noteThread({ conversationId, messages: () => known.current?.messages ?? [], reload })
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
      const present = known.current
      if (target === null) {
        if (present?.hasNewer === true) known.current = null
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
