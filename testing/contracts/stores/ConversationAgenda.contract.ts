import { DateTime, Effect, type Layer } from "effect"
import { type AutoClose, closingStep } from "../../../src/domain/conversations/automaticClosing.ts"
import type { Conversation } from "../../../src/domain/conversations/Conversation.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { ConversationAgenda, type DueConversation } from "../../../src/ports/conversations/ConversationAgenda.ts"
import { seconds } from "../../given/era.ts"
import { givenInbound } from "../../given/givenInbound.ts"
import { givenSender, phoneOf } from "../../given/given.ts"
import { givenTalk, savedTalk } from "../../given/givenTalk.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import type { StorePorts } from "../StorePorts.ts"
import { suite } from "../Suite.ts"

/** More than any test leaves due. */
const all = 10_000

const idsOf = (due: ReadonlyArray<DueConversation>, organizationId: OrganizationId) =>
  due.filter((one) => one.organizationId === organizationId).map(({ id }) => id)

const hour = 3_600

export const conversationAgendaContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ConversationAgenda: ${name}`, ports, (it) => {
    it.effect("agenda: snoozes that ended are found, the longest over first, and no others", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { at, id } = sender
        const { endedSnoozes, nextSnoozeEnd } = yield* ConversationAgenda
        const ends = [30, 10, null, 20, 40, 15]
        const talks = yield* Effect.forEach(ends, (end, index) =>
          Effect.flatMap(givenTalk(sender, { phone: phoneOf(index) }), (talk) =>
            savedTalk(talk, { snoozedAt: at, snoozedUntil: end === null ? null : seconds(at, end) })
          )
        )
        yield* givenTalk(sender, { phone: phoneOf(9) })
        yield* (yield* ContactStore).remove(id, talks[5]?.contactId ?? assert.fail("no contact"))
        const ended = (second: number, limit = all) =>
          Effect.map(endedSnoozes(seconds(at, second), limit), (due) => idsOf(due, id))
        assert.deepStrictEqual(yield* ended(9.999), [])
        assert.deepStrictEqual(yield* ended(30), [talks[1]?.id, talks[3]?.id, talks[0]?.id])
        assert.strictEqual((yield* endedSnoozes(seconds(at, 40), 1)).length, 1)
        const next = yield* nextSnoozeEnd
        assert.isTrue(next !== null && DateTime.isLessThanOrEqualTo(next, seconds(at, 10)))
        yield* Effect.forEach(talks.slice(0, 5), (talk) => savedTalk(talk, { snoozedAt: null, snoozedUntil: null }))
        assert.deepStrictEqual(yield* ended(100), [])
      })
    )

    it.effect("agenda: due closings equal the domain's, the longest quiet first", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { at, id } = sender
        const other = yield* givenSender()
        yield* givenTalk(other)
        const { dueClosings } = yield* ConversationAgenda
        const { changeSettings } = yield* Organizations
        const kinds: ReadonlyArray<Partial<Conversation>> = [
          {},
          { status: "escalated" },
          { status: "ai_handling" },
          { status: "closed" },
          { snoozedAt: at },
          { unreadCount: 1 },
          { warnedAt: at },
          { warnedAt: seconds(at, 600), updatedAt: seconds(at, 1_200) },
          { warnedAt: at, updatedAt: seconds(at, 600.001) },
          { warnedAt: seconds(at, -3 * hour) },
          { warnedAt: seconds(at, 2 * hour), updatedAt: seconds(at, 2 * hour + 60) },
          { updatedAt: seconds(at, 4 * hour) }
        ]
        const talks = yield* Effect.forEach(kinds, (changes, index) =>
          Effect.flatMap(givenTalk(sender, { phone: phoneOf(index) }), (talk) =>
            savedTalk(talk, { updatedAt: seconds(at, index), ...changes })
          )
        )
        const hidden = yield* givenTalk(sender, { phone: phoneOf(99) })
        yield* (yield* ContactStore).remove(id, hidden.contactId)
        const policies: ReadonlyArray<AutoClose> = [
          { afterHours: 1, warning: null },
          { afterHours: 5, warning: { text: "Still there?", hoursBefore: 2 } },
          { afterHours: 3, warning: { text: "Still there?", hoursBefore: 1 } },
          { afterHours: 8_760, warning: { text: "Still there?", hoursBefore: 8_759 } }
        ]
        assert.deepStrictEqual(idsOf(yield* dueClosings(seconds(at, 9_000 * hour), all), id), [])
        for (const autoClose of policies) {
          yield* changeSettings(id, { autoClose })
          for (const moment of [0, 600, hour - 1, hour, 2 * hour, 3 * hour + 7, 4 * hour, 5 * hour + 9, 9_000 * hour]) {
            const now = seconds(at, moment)
            const expected = talks
              .filter((talk) => closingStep(talk, autoClose, now) !== null)
              .toSorted((one, two) => one.updatedAt.epochMilliseconds - two.updatedAt.epochMilliseconds)
            const found = idsOf(yield* dueClosings(now, all), id)
            assert.deepStrictEqual(
              found.toSorted(),
              expected.map((talk) => talk.id).toSorted(),
              JSON.stringify([autoClose, moment])
            )
            const times = found.map((due) => talks.find((talk) => talk.id === due)?.updatedAt.epochMilliseconds ?? 0)
            assert.deepStrictEqual(
              times,
              times.toSorted((one, two) => one - two)
            )
          }
        }
        yield* changeSettings(id, { autoClose: { afterHours: 1, warning: null } })
        const limited = idsOf(yield* dueClosings(seconds(at, 9_000 * hour), 1), id)
        assert.strictEqual(limited.length, 3)
        yield* changeSettings(id, { autoClose: null })
        assert.deepStrictEqual(idsOf(yield* dueClosings(seconds(at, 9_000 * hour), all), id), [])
      })
    )

    it.effect("agenda: the latest message of the contact in the conversation is found", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { at, id } = sender
        const { contactWroteAt } = yield* ConversationAgenda
        const talk = yield* givenTalk(sender)
        const silent = yield* givenTalk(sender, { phone: phoneOf(1) })
        yield* givenInbound(id, talk.id, { createdAt: seconds(at, 5) })
        yield* givenInbound(id, talk.id, { createdAt: seconds(at, 9) })
        assert.deepStrictEqual(yield* contactWroteAt(id, talk.id), seconds(at, 9))
        assert.isNull(yield* contactWroteAt(id, silent.id))
        assert.isNull(yield* contactWroteAt((yield* givenSender()).id, talk.id))
      })
    )
  })
