import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Equal, Random, Schema } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { assignConversation, closeConversation } from "../../../src/app/conversations/conversations.ts"
import type { Conversation } from "../../../src/domain/conversations/Conversation.ts"
import type { SessionAccess } from "../../../src/domain/access/SessionAccess.ts"
import { ConversationStore } from "../../../src/ports/conversations/ConversationStore.ts"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { everyConversation } from "../../../testing/given/conversationFilters.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { givenMember, serviceAccess } from "../../../testing/given/givenMember.ts"
import { givenTalk, savedTalk } from "../../../testing/given/givenTalk.ts"
import { instances } from "../../support/database/instances.ts"
import { eventsOf } from "../../../testing/given/seen.ts"
import { memberNotifications } from "../../../testing/given/memberNotifications.ts"
import { wrongTotals } from "../../support/database/wrongTotals.ts"

const Closing = Schema.Struct({ closed_by: Schema.String, resolution: Schema.NullOr(Schema.String) })

type Action = "Ada closes" | "the service closes" | "Ada takes it" | "Grace takes it" | "a send"

/** A send is reserved in one turn, and its outcome is recorded in another one. */
const settled = "the outcome of the send"
type Step = Action | typeof settled

/** An organization with two members and a conversation that an AI agent handles, and what is done to it. */
const givenScene = Effect.gen(function* () {
  const sender = yield* givenSender()
  const { id } = sender
  const ada = yield* givenMember(id, { name: "Ada" })
  const grace = yield* givenMember(id, { name: "Grace" })
  const talk = yield* savedTalk(yield* givenTalk(sender), { status: "ai_handling", unreadCount: 2 })

  /** Ids are different in every scene; whom and what they stand for is not. */
  const names = new Map<string | null, string>([
    [ada.user.id, "Ada"],
    [grace.user.id, "Grace"],
    [talk.id, "the first"]
  ])
  const nameOf = (text: string | null) => names.get(text) ?? text
  const whichOf = (id: string | null) => names.get(id) ?? "another"

  const seen = ({ assigneeId, closedBy, id, resolution, status, unreadCount }: Conversation) => ({
    which: whichOf(id),
    status,
    assignee: nameOf(assigneeId),
    closedBy: nameOf(closedBy),
    resolution,
    unreadCount
  })

  const close = (access: SessionAccess) =>
    Effect.map(closeConversation(access, talk.id, `resolved by ${access.caller._tag}`), seen)
  const assign = (userId: typeof ada.user.id) =>
    assignConversation(ada.access, talk.id, userId).pipe(
      Effect.map(({ conversation }) => seen(conversation)),
      Effect.catchTag("AnotherConversationOpen", () => Effect.succeed("another one is open"))
    )

  const send = yield* sender.intent()
  const begin = Effect.flatMap(SendLedger, ({ reserve }) => reserve(id, send))
  const lost = { _tag: "Unknown", failure: { _tag: "OutcomeUnknown", detail: "no answer in time" } } as const
  const end = Effect.flatMap(SendLedger, ({ recordOutcome }) =>
    Effect.map(recordOutcome(id, send.messageId, lost, send.at), (place) => whichOf(place?.conversationId ?? null))
  )

  /** Does it, and gives what is answered. */
  const act = Effect.fnUntraced(function* (action: Action) {
    switch (action) {
      case "Ada closes":
        return yield* close(ada.access)
      case "the service closes":
        return yield* close(serviceAccess(id))
      case "Ada takes it":
        return yield* assign(ada.user.id)
      case "Grace takes it":
        return yield* assign(grace.user.id)
      case "a send": {
        yield* begin
        return yield* end
      }
    }
  })

  /** Does one step of it, and gives what is answered; null when the answer comes with a later step. */
  const step = (one: Step) => {
    if (one === settled) return end
    return one === "a send" ? Effect.as(begin, null) : act(one)
  }

  /** What there is in the end, in no order. */
  const outcome = Effect.gen(function* () {
    const { rows, total } = yield* (yield* ConversationStore).list(id, everyConversation, { page: 1, limit: 10 })
    const told = yield* Effect.forEach([ada, grace], ({ user }) => memberNotifications(id, user.id))
    const events = (yield* eventsOf(id)).map(({ conversationId, data, type }) => {
      const by = Schema.is(Closing)(data) ? `${nameOf(data.closed_by)}, ${data.resolution}` : ""
      return `${type} ${whichOf(conversationId)} ${by}`
    })
    const conversations = rows.map(({ conversation }) => seen(conversation))
    return {
      total,
      conversations: conversations.toSorted((one, other) => (one.which < other.which ? -1 : 1)),
      told: told.map((notifications) => notifications.map(({ conversationId }) => whichOf(conversationId))),
      events: events.toSorted()
    }
  })
  return { act, outcome, step }
})

/** Everything that can be seen of the actions: what each was answered, and what is there in the end. */
const afterwards = Effect.fnUntraced(function* (
  { outcome }: Effect.Success<typeof givenScene>,
  answers: ReadonlyArray<readonly [place: number, answer: unknown]>
) {
  return { answers: answers.toSorted(([one], [other]) => one - other).map(([, answer]) => answer), ...(yield* outcome) }
})

/** The steps of the actions one after the other, in this order. The answer to a send is that of its last step. */
const inTurn = Effect.fnUntraced(function* (actions: ReadonlyArray<Action>, order: ReadonlyArray<Step>) {
  const scene = yield* givenScene
  const answers = yield* Effect.forEach(order, (one) =>
    Effect.map(scene.step(one), (answer) => [actions.indexOf(one === settled ? "a send" : one), answer] as const)
  )
  return yield* afterwards(
    scene,
    answers.filter(([, answer]) => answer !== null)
  )
})

const permutations = (steps: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<Step>> =>
  steps.length === 0
    ? [[]]
    : steps.flatMap((first) =>
        permutations(steps.filter((one) => one !== first)).map((rest) => Array.prepend(rest, first))
      )

/** Every order of the steps in which a send is reserved before its outcome is recorded. */
const orders = (actions: ReadonlyArray<Action>): ReadonlyArray<ReadonlyArray<Step>> =>
  actions.includes("a send")
    ? permutations([...actions, settled]).filter((order) => order.indexOf("a send") < order.indexOf(settled))
    : permutations(actions)

const rounds = 12

const races: ReadonlyArray<ReadonlyArray<Action>> = [
  ["Ada closes", "the service closes"],
  ["Ada closes", "Grace takes it"],
  ["Ada closes", "a send"],
  ["Ada takes it", "Grace takes it", "the service closes"],
  ["Ada closes", "Grace takes it", "a send"],
  ["Ada closes", "the service closes", "Ada takes it", "Grace takes it", "a send"]
]

describe("simultaneous actions on one conversation, from several instances", () => {
  it.live.each(races.map((actions) => [actions.join(", "), actions] as const))(
    "have the result of a serial order: %s",
    ([, actions]) =>
      Effect.gen(function* () {
        const places = Array.makeBy(actions.length, (place) => place)
        const serial = yield* Effect.forEach(orders(actions), (order) =>
          Effect.provide(inTurn(actions, order), Memory.layer())
        )
        const on = yield* instances(2)
        for (const round of Array.range(1, rounds)) {
          const scene = yield* on(0)(givenScene)
          const shuffled = yield* Random.shuffle(places)
          const answers = yield* Effect.forEach(
            shuffled,
            (place) =>
              on(round + place)(
                Effect.map(scene.act(Array.getUnsafe(actions, place)), (answer) => [place, answer] as const)
              ),
            { concurrency: "unbounded" }
          )
          const parallel = yield* on(0)(afterwards(scene, answers))
          assert.isTrue(
            serial.some((outcome) => Equal.equals(outcome, parallel)),
            `no order of turns leads to ${JSON.stringify(parallel, null, 2)}`
          )
        }
        assert.deepStrictEqual(yield* on(0)(wrongTotals), [])
      })
  )
})
