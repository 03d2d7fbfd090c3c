import { changeSavedReply, createSavedReply, removeSavedReply } from "../../../src/app/conversations/savedReplies.ts"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as SubjectUserId from "../../../src/adapters/identity/subjectUserId.ts"
import * as MemoryPlatforms from "../../../src/adapters/memory/MemoryPlatforms.ts"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { createApiKey, revokeApiKey } from "../../../src/app/access/apiKeys.ts"
import { exportAuditLog, listAuditLog, purgeAuditLog } from "../../../src/app/access/auditLog.ts"
import { disconnectAccount } from "../../../src/app/access/channelAccounts.ts"
import { addMemberBySubject, changeMember, inviteMember, removeMember } from "../../../src/app/access/members.ts"
import {
  changePlan,
  changeSettings,
  renameOrganization,
  resumeOrganization,
  suspendOrganization
} from "../../../src/app/access/organizations.ts"
import { connectAccount } from "../../../src/app/access/provisionOrganization.ts"
import { changeLabel, createLabel, removeLabel } from "../../../src/app/conversations/labels.ts"
import { changeTeam, createTeam, removeTeam } from "../../../src/app/conversations/teams.ts"
import { createContact, deleteContact } from "../../../src/app/contacts/contacts.ts"
import {
  registerWebhook,
  removeWebhook,
  revealWebhookSecret,
  rotateWebhookSecret
} from "../../../src/app/webhooks/webhooks.ts"
import { Subject, emailAddressOf } from "../../../src/domain/access/Member.ts"
import type { AuditEntry } from "../../../src/domain/access/AuditEntry.ts"
import { type OrganizationId, UserId } from "../../../src/domain/Ids.ts"
import { type AuditFilter, CurrentAuthor } from "../../../src/ports/access/AuditLog.ts"
import { WebhookStore } from "../../../src/ports/webhooks/WebhookStore.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"

const world = Layer.mergeAll(
  MemoryPlatforms.layer,
  Memory.layer(),
  SubjectUserId.layer(false),
  LibPhoneNumbers.layer,
  MemoryTagSync.layer
)

const everything: AuditFilter = {
  action: null,
  actor: null,
  actorId: null,
  subjectId: null,
  since: null,
  until: null
}

/** The entries, oldest first. */
const logOf = (organizationId: OrganizationId) =>
  Effect.map(listAuditLog(organizationId, everything, null, 100), ({ rows }) => rows.toReversed())

/** What an entry says. */
const lineOf = ({ action, changes }: AuditEntry) => [
  action,
  ...changes.map(({ after, before, field }) => `${field}: ${String(before)} → ${String(after)}`)
]

const email = Option.getOrThrow(emailAddressOf("grace@example.com"))
const agent = { email, name: "Grace", role: "agent", conversationScope: "all" } as const
const author = {
  actor: { _tag: "Member", userId: UserId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41") },
  address: "203.0.113.7"
} as const

/** One second later, so that entries have an order. */
const later = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.andThen(TestClock.adjust("1 second"), effect)

describe("audit log of use cases", () => {
  it.effect("members: added, invited, changed and removed members have entries with their permissions", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const owner = { ...agent, email: Option.getOrThrow(emailAddressOf("ada@example.com")), role: "owner" } as const
      yield* addMemberBySubject(id, owner, Subject.make("ada"))
      yield* later(inviteMember(id, agent))
      yield* later(changeMember(id, email, { conversationScope: "assigned" }))
      yield* later(changeMember(id, email, { conversationScope: "assigned" }))
      yield* later(removeMember(id, email))
      assert.deepStrictEqual((yield* logOf(id)).map(lineOf), [
        ["member.added", "conversationScope: null → all", "role: null → owner"],
        ["member.invited", "conversationScope: null → all", "role: null → agent"],
        ["member.changed", "conversationScope: all → assigned"],
        ["member.removed", "conversationScope: assigned → null", "role: agent → null"]
      ])
      assert.deepStrictEqual((yield* logOf(id)).at(-1)?.subject, { id: email, name: email })
    }).pipe(Effect.provide(world))
  )

  it.effect("organizations: a change without an effect has no entry", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization({ name: "Acme" })
      yield* renameOrganization(id, "Acme")
      yield* later(renameOrganization(id, "Acme Ltd"))
      yield* later(changePlan(id, "free"))
      yield* later(changeSettings(id, { readReceipts: "on_read", stopWords: { optOut: ["STOP"], optIn: ["START"] } }))
      yield* later(changeSettings(id, { readReceipts: "on_read" }))
      yield* later(suspendOrganization(id, "unpaid"))
      yield* later(suspendOrganization(id, null))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual((yield* logOf(id)).map(lineOf), [
        ["organization.changed", "name: Acme → Acme Ltd"],
        ["organization.changed", "plan: unlimited → free"],
        [
          "settings.changed",
          "readReceipts: off → on_read",
          "stopWords.optIn: null → START",
          "stopWords.optOut: null → STOP"
        ],
        ["organization.suspended", "reason: null → unpaid"]
      ])
      yield* resumeOrganization(id)
      yield* resumeOrganization(id)
      assert.lengthOf(yield* logOf(id), 5)
    }).pipe(Effect.provide(world))
  )

  it.effect("keys, channels and webhooks: entries have no secret", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization({ webhook: { url: "https://example.com/hook?token=hidden-query" } })
      const { id: keyId, key } = yield* createApiKey(id, "Shop")
      yield* later(revokeApiKey(id, keyId))
      yield* later(revokeApiKey(id, keyId))
      const account = {
        channel: "whatsapp",
        externalId: "106540352242922",
        businessAccountId: "102290129340398",
        pageId: null,
        displayName: "Acme",
        token: Redacted.make("hidden-token")
      } as const
      yield* later(connectAccount(id, account))
      yield* later(connectAccount(id, account))
      yield* later(connectAccount(id, { ...account, displayName: "Acme Sales" }))
      yield* later(disconnectAccount(id, "whatsapp", account.externalId))
      const { find } = yield* WebhookStore
      const before = Option.getOrThrow(yield* find(id)).secret
      yield* later(revealWebhookSecret(id))
      const { secret } = yield* later(rotateWebhookSecret(id))
      yield* later(removeWebhook(id))
      yield* later(removeWebhook(id))
      const entries = yield* logOf(id)
      assert.deepStrictEqual(
        entries.map(({ action }) => action),
        [
          "api_key.created",
          "api_key.revoked",
          "channel.connected",
          "channel.changed",
          "channel.disconnected",
          "webhook.secret_revealed",
          "webhook.secret_rotated",
          "webhook.removed"
        ]
      )
      const text = JSON.stringify(entries)
      for (const hidden of [Redacted.value(key), "hidden-token", "hidden-query", secret, before?.value ?? ""]) {
        assert.isNotEmpty(hidden)
        assert.notInclude(text, hidden)
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("webhooks: a subscription that is registered again has an entry if a field or its secret changes", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const request = { url: "https://example.com/hook", events: ["message.received"], signingSecret: null }
      yield* registerWebhook(id, request)
      yield* later(registerWebhook(id, request))
      yield* later(registerWebhook(id, { ...request, events: ["message.sent"] }))
      yield* later(
        registerWebhook(id, { ...request, events: ["message.sent"], signingSecret: "a secret of 24 characters" })
      )
      assert.deepStrictEqual(
        (yield* logOf(id)).map(({ action, changes }) => `${action}: ${changes.map(({ field }) => field).join()}`),
        ["webhook.registered: events,status,url", "webhook.changed: events", "webhook.changed: "]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("contacts: a deleted contact has an entry without its name", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const contact = yield* createContact(id, "15551234567", { name: "Ada" })
      yield* deleteContact(id, contact.id)
      yield* Effect.flip(deleteContact(id, contact.id))
      const [entry, ...others] = yield* logOf(id)
      assert.deepInclude(entry, { action: "contact.deleted", subject: { id: contact.id, name: "" }, changes: [] })
      assert.deepStrictEqual(others, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("labels and teams: each creation, change and deletion has an entry", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { user } = yield* givenMember(id, { name: "Grace" })
      const label = yield* createLabel(id, "Urgent")
      yield* later(changeLabel(id, label.id, { name: "Very urgent" }))
      yield* later(changeLabel(id, label.id, { name: "Very urgent" }))
      yield* later(removeLabel(id, label.id))
      yield* Effect.flip(removeLabel(id, label.id))
      const team = yield* later(createTeam(id, "Sales", [user.id]))
      yield* later(changeTeam(id, team.id, { memberIds: [] }))
      yield* later(changeTeam(id, team.id, { memberIds: [] }))
      yield* later(removeTeam(id, team.id))
      assert.deepStrictEqual((yield* logOf(id)).map(lineOf), [
        ["label.created", "color: null → #6b7280", "name: null → Urgent"],
        ["label.changed", "name: Urgent → Very urgent"],
        ["label.deleted", "color: #6b7280 → null", "name: Very urgent → null"],
        ["team.created", `memberIds: null → ${user.id}`, "name: null → Sales"],
        ["team.changed", `memberIds: ${user.id} → `],
        ["team.deleted", "memberIds:  → null", "name: Sales → null"]
      ])
    }).pipe(Effect.provide(world))
  )

  it.effect("saved replies: changes of shared ones have entries without the text, those of a member have none", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { access } = yield* givenMember(id, { role: "owner" })
      const content = { shortcut: "hours", text: "hidden opening hours", language: "en" }
      const reply = yield* createSavedReply(access, content, true)
      yield* later(changeSavedReply(access, reply.id, { shortcut: "opening" }))
      yield* later(changeSavedReply(access, reply.id, { shortcut: "opening" }))
      yield* later(changeSavedReply(access, reply.id, { text: "other hidden hours" }))
      yield* later(removeSavedReply(access, reply.id))
      const own = yield* later(createSavedReply(access, content, false))
      yield* later(changeSavedReply(access, own.id, { language: null }))
      yield* later(removeSavedReply(access, own.id))
      const entries = yield* logOf(id)
      assert.deepStrictEqual(entries.map(lineOf), [
        ["saved_reply.created", "language: null → en", "shortcut: null → hours"],
        ["saved_reply.changed", "shortcut: hours → opening"],
        ["saved_reply.changed"],
        ["saved_reply.deleted", "language: en → null", "shortcut: opening → null"]
      ])
      assert.deepStrictEqual(entries.at(-1)?.subject, { id: reply.id, name: "opening" })
      assert.notInclude(JSON.stringify(entries), "hidden")
    }).pipe(Effect.provide(world))
  )

  it.effect("the author of an entry is that of the call, or the program if the call has none", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* createApiKey(id, "First")
      yield* later(Effect.provideService(createApiKey(id, "Second"), CurrentAuthor, author))
      assert.deepStrictEqual(
        (yield* logOf(id)).map(({ actor, address }) => ({ actor, address })),
        [{ actor: { _tag: "Program" }, address: null }, author]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("a change is rolled back if its entry cannot be stored", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization({ name: "Acme" })
      yield* (yield* World).failNext("AuditLog.append")
      yield* Effect.exit(renameOrganization(id, "Globex"))
      const { organizations } = yield* (yield* World).state
      assert.deepStrictEqual(
        organizations.map(({ name }) => name),
        ["Acme"]
      )
      assert.deepStrictEqual(yield* logOf(id), [])
    }).pipe(Effect.provide(world))
  )

  it.effect("an entry is removed after 400 days, and an export returns all entries until then", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* createApiKey(id, "First")
      yield* TestClock.adjust("399 days")
      yield* createApiKey(id, "Second")
      const all = yield* Effect.map(logOf(id), (entries) => entries.toReversed())
      assert.deepStrictEqual(yield* Stream.runCollect(exportAuditLog(id, everything)), all)
      yield* TestClock.adjust("2 days")
      assert.strictEqual(yield* purgeAuditLog(), 1)
      assert.deepStrictEqual(yield* logOf(id), all.slice(0, 1))
    }).pipe(Effect.provide(world))
  )
})
