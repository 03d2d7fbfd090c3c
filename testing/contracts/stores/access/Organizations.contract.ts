import { Cause, DateTime, Effect, Exit, type Layer, Option } from "effect"
import { ChannelAccountId, OrganizationId, UserId } from "../../../../src/domain/Ids.ts"
import { Plan, monthOf, monthlyLimit } from "../../../../src/domain/limits/MonthlyLimit.ts"
import {
  type Organization,
  type Role,
  type SettingsChange,
  type User,
  changedSettings,
  initialSettings
} from "../../../../src/domain/access/Organization.ts"
import { CountryCode } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { ChannelAccounts } from "../../../../src/ports/access/ChannelAccounts.ts"
import { Organizations } from "../../../../src/ports/access/Organizations.ts"
import { givenAccount, givenOrganization, givenSender, uuid } from "../../../given/given.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

const dies = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => Exit.isFailure(exit) && Cause.hasDies(exit.cause))

const someUser = Effect.map(uuid, (id): User => ({
  id: UserId.make(id),
  email: `Ada+${id}@Example.com`,
  name: "Ada Lovelace",
  createdAt: DateTime.makeUnsafe("2026-11-20T12:00:00.001Z")
}))

export const organizationsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Organizations: ${name}`, ports, (it) => {
    it.effect.each(Plan.literals)("organizations: one on the plan %s is returned with its limits", (plan) =>
      Effect.gen(function* () {
        const { create, find, usage } = yield* Organizations
        const at = DateTime.makeUnsafe("2025-12-31T23:59:59.999Z")
        const organization: Organization = {
          id: OrganizationId.make(yield* uuid),
          name: "Ünïcödé & Sons \u{1F680} '\"\\",
          plan,
          createdAt: at
        }
        yield* create(organization)
        assert.deepStrictEqual(yield* find(organization.id), Option.some(organization))
        assert.deepStrictEqual(yield* usage(organization.id, monthOf(at)), { used: 0, allowed: monthlyLimit[plan] })
      })
    )

    it.effect("organizations: an unknown one is absent, and has no usage", () =>
      Effect.gen(function* () {
        const { find, usage } = yield* Organizations
        const missing = OrganizationId.make(yield* uuid)
        assert.deepStrictEqual(yield* find(missing), Option.none())
        assert.isTrue(yield* dies(usage(missing, monthOf(DateTime.makeUnsafe("2026-11-20T12:00:00Z")))))
      })
    )

    it.effect("organizations: are listed newest first", () =>
      Effect.gen(function* () {
        const { create, list } = yield* Organizations
        const made = yield* Effect.forEach(["2031-01-01T00:00:00.001Z", "2031-01-02T00:00:00.002Z"], (at) =>
          Effect.gen(function* () {
            const id = OrganizationId.make(yield* uuid)
            const organization: Organization = { id, name: "Acme", plan: "free", createdAt: DateTime.makeUnsafe(at) }
            yield* create(organization)
            return { ...organization, deletingAt: null, suspension: null }
          })
        )
        assert.deepStrictEqual((yield* list).slice(0, 2), made.toReversed())
      })
    )

    it.effect("organizations: creating one twice dies and keeps the first", () =>
      Effect.gen(function* () {
        const { create, find } = yield* Organizations
        const organization = yield* givenOrganization()
        assert.isTrue(yield* dies(create({ ...organization, name: "Globex" })))
        assert.deepStrictEqual(yield* find(organization.id), Option.some(organization))
      })
    )

    it.effect("organizations: a new plan applies to one organization and keeps its usage", () =>
      Effect.gen(function* () {
        const { at, id, ...sender } = yield* givenSender({ plan: "free" })
        const other = yield* givenOrganization({ plan: "free" })
        const { changePlan, find, usage } = yield* Organizations
        yield* sendOff(id, yield* sender.intent())

        yield* changePlan(id, "growth")

        assert.strictEqual(Option.getOrThrow(yield* find(id)).plan, "growth")
        assert.deepStrictEqual(yield* usage(id, monthOf(at)), { used: 1, allowed: monthlyLimit.growth })
        assert.deepStrictEqual(yield* find(other.id), Option.some(other))
      })
    )

    it.effect("organizations: a rename changes only the name of one organization", () =>
      Effect.gen(function* () {
        const { find, rename } = yield* Organizations
        const organization = yield* givenOrganization()
        const other = yield* givenOrganization()
        const name = "Ünïcödé & Sons \u{1F680} '\"\\"
        yield* rename(organization.id, name)
        assert.deepStrictEqual(yield* find(organization.id), Option.some({ ...organization, name }))
        assert.deepStrictEqual(yield* find(other.id), Option.some(other))
        const missing = OrganizationId.make(yield* uuid)
        yield* rename(missing, name)
        assert.deepStrictEqual(yield* find(missing), Option.none())
      })
    )

    it.effect("organizations: a change of a setting keeps the other settings and organizations", () =>
      Effect.gen(function* () {
        const { changeSettings, recentSettings, settings } = yield* Organizations
        const { id } = yield* givenOrganization()
        const other = yield* givenOrganization()
        const defaultCountry = CountryCode.make("BR")
        const { id: defaultNumberId } = yield* givenAccount(id)
        assert.deepStrictEqual(yield* settings(id), initialSettings)
        assert.deepStrictEqual(yield* recentSettings(id), initialSettings)

        const first = { ...initialSettings, defaultCountry }
        assert.deepStrictEqual(yield* changeSettings(id, { defaultCountry }), first)
        assert.deepStrictEqual(yield* recentSettings(id), first)
        const both = { ...initialSettings, defaultCountry, defaultNumberId }
        assert.deepStrictEqual(yield* changeSettings(id, { defaultNumberId }), both)
        assert.deepStrictEqual(yield* changeSettings(id, {}), both)
        assert.deepStrictEqual(yield* settings(id), both)
        const cleared = { ...initialSettings, defaultNumberId }
        assert.deepStrictEqual(yield* changeSettings(id, { defaultCountry: null }), cleared)
        assert.deepStrictEqual([yield* settings(id), yield* recentSettings(id)], [cleared, cleared])
        const stopWords = { optOut: ["STOP", "退订"], optIn: [] }
        const worded = { ...cleared, stopWords }
        assert.deepStrictEqual(yield* changeSettings(id, { stopWords }), worded)
        assert.deepStrictEqual(yield* changeSettings(id, {}), worded)
        assert.deepStrictEqual([yield* settings(id), yield* recentSettings(id)], [worded, worded])
        assert.deepStrictEqual(yield* changeSettings(id, { stopWords: null }), cleared)
        assert.deepStrictEqual(yield* settings(other.id), initialSettings)
      })
    )

    it.effect("organizations: settings after each change equal the domain's", () =>
      Effect.gen(function* () {
        const { changeSettings } = yield* Organizations
        const { id } = yield* givenOrganization()
        const account = yield* givenAccount(id)
        const country = CountryCode.make("BR")
        const changes: ReadonlyArray<SettingsChange> = [
          { defaultCountry: country },
          { defaultNumberId: account.id },
          {},
          { defaultCountry: null },
          { defaultCountry: country, defaultNumberId: null },
          { defaultCountry: null, defaultNumberId: account.id },
          { defaultNumberId: null },
          { defaultCountry: country, defaultNumberId: account.id },
          { defaultCountry: null, defaultNumberId: null },
          { readReceipts: "on_read" },
          { defaultCountry: country, readReceipts: "on_reply" },
          { readReceipts: "off" },
          { reopenWithinDays: 7 },
          { autoClose: { afterHours: 20, warning: { text: "Ünï \u{1F469} \"'\\", hoursBefore: 2 } } },
          { autoClose: { afterHours: 1, warning: null }, reopenWithinDays: null },
          { autoClose: null, defaultCountry: country },
          { assignment: { policy: "least_busy", capacity: 5 }, assignOnReply: true },
          {
            workingHours: { timeZone: "Europe/Berlin", days: { mon: [{ from: "09:00", to: "24:00" }] }, holidays: [] }
          },
          { awayMessage: "Ünï \u{1F469} \"'\\", greeting: "Hello", assignment: { policy: "manual", capacity: null } },
          { awayMessage: null, workingHours: null, assignment: null, assignOnReply: false }
        ]
        let expected = initialSettings
        for (const change of [...changes, ...changes.toReversed()]) {
          expected = changedSettings(expected, change)
          assert.deepStrictEqual(yield* changeSettings(id, change), expected)
        }
      })
    )

    it.effect("organizations: only a connected WhatsApp number of the organization can be the default number", () =>
      Effect.gen(function* () {
        const { changeSettings, settings } = yield* Organizations
        const { id } = yield* givenOrganization()
        const other = yield* givenOrganization()
        const accounts = [
          (yield* givenAccount(other.id)).id,
          (yield* givenAccount(id, { channel: "messenger", businessAccountId: null })).id,
          ChannelAccountId.make(yield* uuid)
        ]
        for (const defaultNumberId of accounts) {
          const change = { defaultNumberId, defaultCountry: CountryCode.make("BR") }
          const refusal = yield* Effect.flip(changeSettings(id, change))
          assert.deepStrictEqual(refusal.channelAccountId, defaultNumberId)
        }
        assert.deepStrictEqual(yield* settings(id), initialSettings)
      })
    )

    it.effect("organizations: disconnecting the default number removes the setting", () =>
      Effect.gen(function* () {
        const { changeSettings, settings } = yield* Organizations
        const { id } = yield* givenOrganization()
        const account = yield* givenAccount(id)
        const stays = yield* givenAccount(id)
        const defaultCountry = CountryCode.make("BR")
        yield* changeSettings(id, { defaultCountry, defaultNumberId: account.id })
        yield* (yield* ChannelAccounts).disconnect(id, stays.channel, stays.externalId)
        assert.deepStrictEqual(yield* settings(id), { ...initialSettings, defaultCountry, defaultNumberId: account.id })
        yield* (yield* ChannelAccounts).disconnect(id, account.channel, account.externalId)
        assert.deepStrictEqual(yield* settings(id), { ...initialSettings, defaultCountry })
      })
    )

    it.effect("organizations: members of every role are added, each user once", () =>
      Effect.gen(function* () {
        const { addMember } = yield* Organizations
        const { id } = yield* givenOrganization()
        const add = (user: User, role: Role) =>
          addMember(id, {
            user,
            passwordHash: "$scrypt$ln=15,r=8,p=3$c2FsdA$aGFzaA",
            membership: { organizationId: id, userId: user.id, role, conversationScope: "assigned" }
          })
        const owner = yield* someUser
        yield* add(owner, "owner")
        yield* add(yield* someUser, "admin")
        yield* add(yield* someUser, "agent")

        assert.isTrue(yield* dies(add({ ...(yield* someUser), id: owner.id }, "admin")))
        assert.isTrue(yield* dies(add({ ...(yield* someUser), email: owner.email.toLowerCase() }, "agent")))
      })
    )

    it.effect("organizations: members of an unknown organization are refused, and their users are not stored", () =>
      Effect.gen(function* () {
        const { addMember } = yield* Organizations
        const { id } = yield* givenOrganization()
        const missing = OrganizationId.make(yield* uuid)
        const user = yield* someUser
        const addTo = (organizationId: OrganizationId) =>
          addMember(organizationId, {
            user,
            passwordHash: "",
            membership: { organizationId, userId: user.id, role: "agent", conversationScope: "all" }
          })
        assert.isTrue(yield* dies(addTo(missing)))
        yield* addTo(id)
      })
    )
  })
