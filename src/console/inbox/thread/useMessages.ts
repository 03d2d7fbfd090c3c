import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { type Failure, failureOf } from "../../api/Failure.ts"
import { useParley } from "../../api/Session.ts"
import { throttled } from "../../api/throttled.ts"
import { useAtom } from "../../app/atoms.ts"
import { liveAtom } from "../../live/liveState.ts"
import { type LiveEntry, useLive } from "../../live/useLive.ts"
import type { Message } from "../conversationTypes.ts"
import { noteThread } from "../compose/outgoingMessages.ts"
import { type MessageRun, withChanged, withNewest, withOlder } from "./mergeMessages.ts"

/** Messages of a part that is loaded at once. */
const partSize = 50

/** Between two loads of the newest part. */
const pauses = { first: 300, most: 2_400 }

/** The platform's id of the message that an event is about; null for one about none. */
const messageIdIn = (event: LiveEntry): string | null =>
  "data" in event && "message_id" in event.data && typeof event.data.message_id === "string"
    ? event.data.message_id
    : null

/** The messages of a conversation, as far as they are loaded. */
export interface Messages {
  /** Null: they are on their way. */
  readonly run: MessageRun<Message> | null
  readonly failure: Failure | null
  readonly isLoadingOlder: boolean
  readonly loadOlder: () => void
  /** Ends when the newest part is loaded, or has failed to. */
  readonly reload: () => Promise<void>
}

/**
 * The messages of a conversation. New ones come with the stream of events; a change of an older one is loaded by itself.
 * Loads follow each other, so an answer that is late replaces nothing newer.
 */
export const useMessages = (conversationId: string): Messages => {
  const parley = useParley()
  const [run, setRun] = useState<MessageRun<Message> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const known = useRef<MessageRun<Message> | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const isShown = useRef(true)

  const update = useCallback((next: MessageRun<Message>) => {
    if (!isShown.current) return
    known.current = next
    setRun(next)
    setFailure(null)
  }, [])

  const enqueue = useCallback((work: () => Promise<void>): Promise<void> => {
    const done = queue.current.then(work).catch((cause: unknown) => {
      if (isShown.current) setFailure(failureOf(cause))
    })
    queue.current = done
    return done
  }, [])

  const page = useCallback(
    async (before: string | undefined, limit: number): Promise<MessageRun<Message>> => {
      const { data, hasNext } = await parley.messages.list({ conversationId, before, limit })
      return { messages: data, hasOlder: hasNext }
    },
    [parley, conversationId]
  )

  const reload = useCallback(
    () =>
      enqueue(async () => {
        const newest = await page(undefined, partSize)
        update(known.current === null ? newest : withNewest(known.current, newest))
      }),
    [enqueue, page, update]
  )

  const loadOlder = useCallback(() => {
    setLoadingOlder(true)
    void enqueue(async () => {
      const present = known.current
      const last = present?.messages.at(-1)
      if (present === null || last === undefined || !present.hasOlder) return
      update(withOlder(present, await page(last.id, partSize)))
    }).finally(() => setLoadingOlder(false))
  }, [enqueue, page, update])

  const newest = useMemo(() => throttled(pauses, () => void reload()), [reload])

  /** A message that the newest part does not have is loaded behind the one after it. */
  const changed = useCallback(
    (event: LiveEntry) => {
      const id = messageIdIn(event)
      const at = known.current?.messages.findIndex((message) => message.waMessageId === id) ?? -1
      if (at < partSize) return newest.call()
      const after = known.current?.messages[at - 1]
      void enqueue(async () => {
        const present = known.current
        if (present === null || after === undefined) return
        update(withChanged(present, (await page(after.id, 1)).messages))
      })
    },
    [enqueue, newest, page, update]
  )

  useEffect(() => {
    isShown.current = true
    known.current = null
    setRun(null)
    noteThread({ conversationId, messages: () => known.current?.messages ?? [], reload })
    void reload()
    return () => {
      isShown.current = false
      noteThread(null)
      newest.stop()
    }
  }, [conversationId, reload, newest])
  useLive({ conversationId }, changed, () => void reload())
  const isLive = useAtom(liveAtom) === "live"
  useEffect(() => {
    if (isLive && failure?.kind === "offline") void reload()
  }, [isLive])
  return { run, failure, isLoadingOlder, loadOlder, reload }
}
