import { Effect, type Layer, Option } from "effect"
import { type Team } from "../../../src/domain/conversations/Team.ts"
import { TeamId, UserId } from "../../../src/domain/Ids.ts"
import { Memberships } from "../../../src/ports/access/Memberships.ts"
import { ConversationStore } from "../../../src/ports/conversations/ConversationStore.ts"
import { TeamStore } from "../../../src/ports/conversations/TeamStore.ts"
import { everyConversation } from "../../given/conversationFilters.ts"
import { givenSender, uuid } from "../../given/given.ts"
import { givenMember } from "../../given/givenMember.ts"
import { givenTalk, savedTalk } from "../../given/givenTalk.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const all = { page: 1, limit: 100 }

/** An organization with two members and a team of both. */
const givenTeam = Effect.fnUntraced(function* (name = "Billing") {
  const sender = yield* givenSender()
  const members = [yield* givenMember(sender.id, { name: "Ada" }), yield* givenMember(sender.id, { name: "Bob" })]
  const memberIds = members.map(({ user }) => user.id).toSorted()
  const team: Team = {
    id: TeamId.make(yield* uuid),
    organizationId: sender.id,
    name,
    memberIds,
    assignmentPolicy: null,
    createdAt: sender.at
  }
  yield* (yield* TeamStore).add(team)
  return { ...sender, memberIds, team }
})

export const teamsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `TeamStore: ${name}`, ports, (it) => {
    it.effect("teams: are listed by name with their members, to their organization only", () =>
      Effect.gen(function* () {
        const acme = yield* givenTeam("Sales")
        const globex = yield* givenTeam()
        const { add, list, lock } = yield* TeamStore
        const empty: Team = { ...acme.team, id: TeamId.make(yield* uuid), name: "billing", memberIds: [] }
        yield* add(empty)
        assert.deepStrictEqual(yield* list(acme.id), [empty, acme.team])
        assert.deepStrictEqual(yield* lock(acme.id), [empty, acme.team])
        assert.deepStrictEqual(yield* list(globex.id), [globex.team])
      })
    )

    it.effect("teams: users who are no members are left out", () =>
      Effect.gen(function* () {
        const { id, memberIds, team } = yield* givenTeam()
        const { list, save } = yield* TeamStore
        const stranger = UserId.make(yield* uuid)
        const [first] = memberIds
        yield* save({ ...team, name: "Sales", memberIds: [stranger, ...memberIds.slice(0, 1)] })
        assert.deepStrictEqual(yield* list(id), [{ ...team, name: "Sales", memberIds: first ? [first] : [] }])
      })
    )

    it.effect("teams: a member who leaves the organization leaves its teams", () =>
      Effect.gen(function* () {
        const { id, memberIds, team } = yield* givenTeam()
        const [gone, ...rest] = memberIds
        if (gone !== undefined) yield* (yield* Memberships).remove(id, { _tag: "Joined", userId: gone })
        assert.deepStrictEqual(yield* (yield* TeamStore).list(id), [{ ...team, memberIds: rest }])
      })
    )

    it.effect("teams: lists of conversations have a filter by team", () =>
      Effect.gen(function* () {
        const scene = yield* givenTeam()
        const conversation = yield* savedTalk(yield* givenTalk(scene), { teamId: scene.team.id })
        const { find, list } = yield* ConversationStore
        const listed = Effect.fnUntraced(function* (teamId: TeamId) {
          const { rows, total } = yield* list(scene.id, { ...everyConversation, teamId }, all)
          return [rows.map((row) => row.conversation), total]
        })
        assert.deepStrictEqual(yield* listed(scene.team.id), [[conversation], 1])
        assert.deepStrictEqual(yield* listed(TeamId.make(yield* uuid)), [[], 0])
        assert.deepStrictEqual(yield* find(scene.id, conversation.id), Option.some(conversation))
      })
    )

    it.effect("teams: conversations of a deleted team are in no team", () =>
      Effect.gen(function* () {
        const scene = yield* givenTeam()
        const globex = yield* givenTeam()
        const conversation = yield* savedTalk(yield* givenTalk(scene), { teamId: scene.team.id })
        const { list, remove } = yield* TeamStore
        assert.isFalse(yield* remove(globex.id, scene.team.id))
        assert.isTrue(yield* remove(scene.id, scene.team.id))
        assert.isFalse(yield* remove(scene.id, scene.team.id))
        assert.deepStrictEqual(yield* list(scene.id), [])
        const found = yield* (yield* ConversationStore).find(scene.id, conversation.id)
        assert.deepStrictEqual(found, Option.some({ ...conversation, teamId: null }))
      })
    )
  })
