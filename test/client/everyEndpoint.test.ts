import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { ConversationId } from "../../src/domain/Ids.ts"
import { fileSamples } from "../../testing/given/fileSamples.ts"
import { givenMember } from "../../testing/given/givenMember.ts"
import { givenInbound } from "../../testing/given/givenInbound.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { endpoints, givenClients } from "./promiseClients.ts"

/** Asserts that the requests reach every endpoint and no other path. Sorted lists show the difference. */
const assertCalled = (
  requests: ReadonlyArray<{ readonly endpoint: string }>,
  all: ReadonlyArray<{ readonly name: string }>
) =>
  assert.deepStrictEqual(
    [...new Set(requests.map(({ endpoint }) => endpoint))].toSorted(),
    all.map(({ name }) => name).toSorted(),
    "This test calls the client's method of each endpoint"
  )

const tomorrow = Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.add(now, { days: 1 })))

describe("the promise client", () => {
  it.effect("the promise client has a method for each endpoint of the Developer interface", () =>
    Effect.gen(function* () {
      const { contactId, id: conversationId, mediaId, organizationId, parley, requests, wrong } = yield* givenClients
      const { id: inboundId } = yield* givenInbound(organizationId, ConversationId.make(conversationId))
      const sendAt = yield* tomorrow
      const memberId = (yield* givenMember(organizationId)).user.id
      yield* Effect.promise(async () => {
        const sent = await parley.whatsapp.sendMessage({
          to: "15557654321",
          template: { name: "hello_world", language: { code: "en_US" } }
        })
        assert.strictEqual(sent.status, "sent")
        assert.deepStrictEqual(await parley.whatsapp.listTemplates(), [])
        const components = [{ type: "BODY", text: "Hi" }]
        const template = { name: "news", language: "en", category: "UTILITY", components } as const
        const { id: templateId } = await parley.templates.create(template)
        assert.strictEqual((await parley.templates.get(templateId)).status, "PENDING")
        assert.deepStrictEqual(await parley.templates.preview(templateId, {}), { body: "Hi" })
        const changed = await parley.templates.change(templateId, { components: [{ type: "BODY", text: "Hello" }] })
        assert.deepStrictEqual(changed.components, [{ type: "BODY", text: "Hello" }])
        assert.deepStrictEqual(await parley.templates.remove(templateId), {
          id: templateId,
          name: "news",
          deleted: true
        })
        const { data: conversations } = await parley.whatsapp.listConversations({ limit: 5 })
        assert.strictEqual(conversations[0]?.id, sent.conversationId)
        assert.strictEqual((await parley.messenger.sendMessage({ recipientId: "4711", text: "hi" })).messageId, "m_1")
        assert.deepStrictEqual((await parley.messenger.listConversations()).data, [])
        assert.strictEqual((await parley.instagram.sendMessage({ participantId: "12", text: "hi" })).messageId, "ig_2")
        assert.deepStrictEqual((await parley.instagram.listConversations()).data, [])

        const label = await parley.labels.create({ name: "VIP" })
        assert.strictEqual((await parley.labels.change(label.id, { color: "#000000" })).color, "#000000")
        assert.deepStrictEqual((await parley.labels.list()).labels[0]?.name, "VIP")
        assert.deepStrictEqual(await parley.labels.setOfConversation(conversationId, { labels: ["VIP"] }), {
          id: conversationId,
          labels: ["VIP"]
        })
        const labelled = await parley.labels.setOfContact(contactId, { labels: ["VIP"] })
        assert.deepStrictEqual(labelled, { id: contactId, labels: ["VIP"] })
        assert.deepStrictEqual((await parley.contacts.list({ label: "VIP" })).data[0]?.labels, ["VIP"])
        assert.deepStrictEqual(await parley.labels.remove(label.id), { id: label.id })
        const team = await parley.teams.create({ name: "Billing" })
        assert.strictEqual((await parley.teams.change(team.id, { name: "Sales" })).name, "Sales")
        assert.strictEqual((await parley.teams.list()).teams[0]?.id, team.id)
        assert.strictEqual((await parley.teams.assign(conversationId, { teamId: team.id })).teamId, team.id)
        assert.deepStrictEqual(await parley.teams.remove(team.id), { id: team.id })
        assert.isTrue((await parley.workloads.list()).workloads.some(({ userId }) => userId === memberId))
        assert.strictEqual((await parley.workloads.setAvailability(memberId, { status: "away" })).availability, "away")
        assert.strictEqual((await parley.workloads.setCapacity(memberId, { capacity: 3 })).capacity, 3)
        const reply = await parley.savedReplies.create({ shortcut: "hi", text: "Hello {{contact.name|there}}" })
        assert.isTrue(reply.shared)
        assert.strictEqual((await parley.savedReplies.change(reply.id, { language: "en" })).language, "en")
        assert.strictEqual((await parley.savedReplies.list({ prefix: "h" })).replies[0]?.id, reply.id)
        assert.strictEqual((await parley.savedReplies.render(reply.id, { conversationId })).id, reply.id)
        assert.deepStrictEqual(await parley.savedReplies.remove(reply.id), { id: reply.id })

        const { messages } = await parley.messages.list({ conversationId, limit: 5 })
        assert.strictEqual(messages[0]?.id, inboundId)
        assert.strictEqual((await parley.messages.get(inboundId)).direction, "inbound")
        assert.isTrue((await parley.messages.read(inboundId, { typing: true })).typing)
        assert.isTrue((await parley.messages.typing(inboundId)).read)

        assert.isNotNull((await parley.triage.snooze(conversationId, { until: sendAt })).snoozed?.until)
        assert.isNull((await parley.triage.unsnooze(conversationId)).snoozed)
        assert.strictEqual((await parley.triage.prioritize(conversationId, { priority: "low" })).priority, "low")
        const unprioritized = { ids: [conversationId], action: "priority", priority: "none" } as const
        assert.strictEqual((await parley.triage.change(unprioritized)).failed, 0)

        const scheduled = await parley.whatsapp.sendMessage({ to: "15557654321", type: "text", text: "hi", sendAt })
        const { data: later } = await parley.scheduled.list({ status: "scheduled" })
        assert.strictEqual(later[0]?.scheduledId, scheduled.scheduledId)
        assert.strictEqual(
          (await parley.scheduled.change(scheduled.scheduledId, { text: "ho", type: "text" })).to,
          "15557654321"
        )
        assert.strictEqual((await parley.scheduled.get(scheduled.scheduledId)).status, "scheduled")
        assert.strictEqual((await parley.scheduled.cancel(scheduled.scheduledId)).status, "cancelled")

        const draft = { name: "News", template: { name: "news", language: { code: "en" } } }
        const { id: campaignId } = await parley.campaigns.create(draft)
        assert.strictEqual((await parley.campaigns.change(campaignId, { pace: 5 })).pace, 5)
        assert.strictEqual((await parley.messageImport.importMessages("{}\n")).refusedLines, 1)
        const { counts } = await parley.campaigns.uploadRecipients(campaignId, "phone\n+15557654321\n")
        assert.strictEqual(counts.recipients, 1)
        assert.lengthOf((await parley.campaigns.listRecipients(campaignId)).recipients, 1)
        assert.include(await (await parley.campaigns.exportRecipients(campaignId)).text(), "15557654321")
        assert.lengthOf((await parley.campaigns.test(campaignId, { to: ["x"] })).results, 1)
        assert.strictEqual((await parley.campaigns.start(campaignId)).status, "running")
        assert.strictEqual((await parley.campaigns.pause(campaignId)).reason?.reason, "requested")
        assert.strictEqual((await parley.campaigns.resume(campaignId)).status, "running")
        assert.strictEqual((await parley.campaigns.cancel(campaignId)).status, "cancelled")
        assert.strictEqual((await parley.campaigns.get(campaignId)).status, "cancelled")
        assert.strictEqual((await parley.campaigns.list({ status: "cancelled" })).meta.total, 1)
        assert.deepStrictEqual(await parley.campaigns.remove(campaignId), { id: campaignId, deleted: true })
        const handed = await parley.handling.handOver(conversationId, { reason: "Night" })
        assert.strictEqual(handed.status, "ai_handling")
        assert.strictEqual((await parley.handling.escalate(conversationId)).status, "escalated")

        const added = await parley.contacts.upsert({ phone: "4915112345678", name: "Grace", email: undefined })
        const found = await parley.contacts.list({ search: "Grace", page: 1 })
        assert.deepStrictEqual([found.meta.total, found.data[0]?.id], [1, added.id])
        assert.strictEqual((await parley.contacts.change(added.id, { tags: ["vip"] })).tags[0], "vip")
        assert.strictEqual((await parley.contacts.get(added.id)).userName, "Grace")
        const consent = await parley.consents.set(added.id, { channel: "whatsapp", state: "opted_out" })
        assert.strictEqual(consent.source, "api")
        assert.deepStrictEqual((await parley.consents.get(added.id)).consents[0], consent)
        const listed = await parley.consents.list({ state: "opted_out" })
        assert.deepStrictEqual([listed.consents[0]?.contact.id, listed.nextAfter], [added.id, null])
        for await (const { contact } of parley.consents.all({ limit: 1 })) assert.strictEqual(contact.id, added.id)
        assert.include(await (await parley.consents.export()).text(), added.id)
        const audited = await parley.auditLog.list({ action: "consents.exported" })
        assert.deepStrictEqual([audited.entries[0]?.actor.type, audited.nextAfter], ["api_key", null])
        for await (const { actor } of parley.auditLog.all({ limit: 1, actor: "api_key" }))
          assert.strictEqual(actor.type, "api_key")
        assert.include(await (await parley.auditLog.export()).text(), "consents.exported")
        assert.deepStrictEqual(await parley.contacts.remove(added.id), { id: added.id, deleted: true })
        const { id: erasedId } = await parley.contacts.upsert({ phone: "4915112345679", name: "Hedy" })
        const erasure = await parley.erasures.erase(erasedId, { confirm: true })
        assert.deepStrictEqual(await parley.erasures.progress(erasedId), erasure)

        const { id } = await parley.deliveries.test()
        const { data: deliveries } = await parley.deliveries.list({ event: "webhook.test", status: "pending" })
        assert.deepStrictEqual(
          deliveries.map((delivery) => delivery.id),
          [id]
        )
        assert.strictEqual((await parley.deliveries.replay(id)).id, id)
        const { replayed } = await parley.deliveries.replayRange({ since: "2026-11-20T00:00:00Z" })
        assert.isAbove(replayed, 0)
        const endpoint = { url: "https://example.com/second", events: ["message.sent" as const] }
        const { endpoint: added2, secret: firstSecret } = await parley.endpoints.create(endpoint)
        assert.deepStrictEqual((await parley.endpoints.list()).endpoints, [added2])
        assert.deepStrictEqual(await parley.endpoints.get(added2.id), added2)
        assert.strictEqual((await parley.endpoints.change(added2.id, { name: "Second" })).name, "Second")
        assert.notStrictEqual((await parley.endpoints.rotateSecret(added2.id)).secret, firstSecret)
        assert.strictEqual((await parley.endpoints.listDeliveries(added2.id)).meta.total, 0)
        for await (const delivery of parley.endpoints.allDeliveries(added2.id)) assert.fail(delivery.id)
        const unknown = await parley.endpoints.replay(added2.id, id).catch((error: unknown) => error)
        assert.include(unknown, { status: 404, message: "Delivery not found" })
        const range = { since: "2026-11-20T00:00:00Z" }
        assert.strictEqual((await parley.endpoints.replayRange(added2.id, range)).replayed, 0)
        const feed = await parley.events.list({ limit: 100 })
        assert.strictEqual(feed.next_after, id)
        assert.strictEqual((await parley.endpoints.test(added2.id)).event, "webhook.test")
        assert.deepStrictEqual(await parley.endpoints.remove(added2.id), { id: added2.id })
        const file = await parley.media.get(mediaId)
        assert.deepStrictEqual([file.type, await file.text()], ["image/jpeg", "0123456789"])
        const uploads = [
          await parley.media.upload(fileSamples.png, { filename: "table.png" }),
          await parley.media.upload(new Blob([fileSamples.png]).stream(), { filename: "table.png" })
        ]
        assert.deepStrictEqual(
          uploads.map(({ filename, kind, size }) => [filename, kind, size]),
          uploads.map(() => ["table.png", "image", fileSamples.png.length])
        )
        assert.isArray((await parley.logs.list()).data)
        assert.deepStrictEqual((await parley.usage.get({ by: "day,country" })).rows, [])
        assert.lengthOf((await parley.reports.overview({ timeZone: "Europe/Berlin" })).days, 7)
        assert.lengthOf((await parley.reports.hours()).hours, 168)
        assert.isArray((await parley.reports.channels()).rows)
        assert.isArray((await parley.reports.numbers()).rows)
        assert.isArray((await parley.reports.members()).rows)
        assert.isArray((await parley.reports.teams()).rows)
        assert.isArray((await parley.reports.labels()).rows)
        assert.isArray((await parley.reports.templates()).rows)
        assert.isArray((await parley.reports.campaigns()).rows)

        const { webhook } = await parley.webhooks.find()
        assert.strictEqual(webhook?.status, "active")
        const { webhook: registered } = await parley.webhooks.register({
          url: "https://example.com/h",
          events: ["message.sent"]
        })
        assert.strictEqual(registered.id, webhook?.id)
        assert.deepStrictEqual(await parley.webhooks.remove(), { success: true, message: "Webhook removed" })
        assert.isString(contactId)
      })
      assert.deepStrictEqual(wrong, [])
      assertCalled(requests, endpoints.developer)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("the promise client has a method for each endpoint of the Session interface", () =>
    Effect.gen(function* () {
      const {
        id: conversationId,
        mediaId,
        organizationId,
        parley,
        requests,
        session,
        user,
        wrong
      } = yield* givenClients
      const { id: inboundId } = yield* givenInbound(organizationId, ConversationId.make(conversationId))
      const sendAt = yield* tomorrow
      yield* Effect.promise(async () => {
        const { vendorContactId } = await session.contacts.create({ userNumber: "+15557654321" })
        assert.strictEqual((await session.contacts.change(vendorContactId, { name: "Grace" })).name, "Grace")
        assert.strictEqual((await session.contacts.get(vendorContactId)).name, "Grace")
        const consent = await session.consents.set(vendorContactId, { channel: "instagram", state: "opted_in" })
        assert.strictEqual((await session.consents.get(vendorContactId)).consents[2]?.since, consent.since)
        assert.lengthOf((await session.consents.list()).consents, 1)
        assert.include(await (await session.consents.export({ channel: "instagram" })).text(), vendorContactId)
        const { vendorContactId: erasedId } = await session.contacts.create({ userNumber: "+15557654322" })
        const erasure = await session.erasures.erase(erasedId, { confirm: true })
        assert.deepStrictEqual(await session.erasures.progress(erasedId), erasure)
        const { entries } = await session.auditLog.list({ actor: "member" })
        assert.include(await (await session.auditLog.export()).text(), entries[0]?.id ?? "none")
        const { contacts, total } = await session.contacts.list({ sortBy: "name", sortOrder: "asc" })
        assert.deepStrictEqual([total, contacts.length], [2, 2])
        const draft = { name: "News", template: { name: "news", language: { code: "en" } } }
        const { id: campaignId } = await session.campaigns.create(draft)
        assert.strictEqual((await session.campaigns.change(campaignId, { pace: 5 })).pace, 5)
        assert.strictEqual((await session.messageImport.importMessages("{}\n")).refusedLines, 1)
        const { counts } = await session.campaigns.uploadRecipients(campaignId, "phone\n+15557654321\n")
        assert.strictEqual(counts.recipients, 1)
        assert.lengthOf((await session.campaigns.listRecipients(campaignId)).recipients, 1)
        assert.include(await (await session.campaigns.exportRecipients(campaignId)).text(), "15557654321")
        assert.lengthOf((await session.campaigns.test(campaignId, { to: ["x"] })).results, 1)
        assert.strictEqual((await session.campaigns.start(campaignId)).status, "running")
        assert.strictEqual((await session.campaigns.pause(campaignId)).reason?.reason, "requested")
        assert.strictEqual((await session.campaigns.resume(campaignId)).status, "running")
        assert.strictEqual((await session.campaigns.cancel(campaignId)).status, "cancelled")
        assert.strictEqual((await session.campaigns.get(campaignId)).status, "cancelled")
        assert.strictEqual((await session.campaigns.list({ status: "cancelled" })).meta.total, 1)
        assert.deepStrictEqual(await session.campaigns.remove(campaignId), { id: campaignId, deleted: true })

        const csv = "userNumber,userName\n+15550000001,Ann\n"
        const file = new FormData()
        file.append("file", new Blob([csv.replace("0001", "0002")]))
        const imports = [
          await session.bulk.import(csv),
          await session.bulk.import(file),
          await session.bulk.import(new Blob([csv.replace("0001", "0003")])),
          await session.bulk.import(new TextEncoder().encode(csv.replace("0001", "0004"))),
          await session.bulk.import({ contacts: [{ userNumber: "+15550000005" }] })
        ]
        assert.deepStrictEqual(
          imports.map(({ imported }) => imported),
          [1, 1, 1, 1, 1]
        )

        const { data: messages } = await session.messages.list({ conversationId, limit: 1 })
        assert.deepStrictEqual(
          messages.map(({ type }) => type),
          ["text"]
        )
        const { messages: found } = await session.messages.search({ q: "H" })
        assert.strictEqual(found[0]?.conversation.id, conversationId)
        assert.strictEqual((await session.message.get(inboundId)).message.id, inboundId)
        assert.isFalse((await session.message.read(inboundId)).typing)
        assert.isTrue((await session.message.typing(inboundId)).typing)
        const sent = await session.messages.send({ to: "+15551234567", type: "text", text: "hi" })
        assert.strictEqual(sent.conversationId, conversationId)
        const { conversations } = await session.conversations.list({ status: "open" })
        assert.strictEqual(conversations[0]?.id, conversationId)
        assert.strictEqual(
          (await session.conversations.assign(conversationId, { userId: user.id })).assigneeId,
          user.id
        )
        const { notifications } = await session.notifications.list({ unread: true })
        assert.strictEqual(notifications[0]?.conversationId, conversationId)
        assert.deepStrictEqual(await session.notifications.read({ upTo: notifications[0]?.id }), { marked: 1 })
        assert.strictEqual((await session.conversations.close(conversationId)).status, "closed")
        assert.strictEqual((await session.conversations.get(conversationId)).assignee?.name, "Olga")
        assert.isNull((await session.conversations.unassign(conversationId)).assigneeId)
        const { status: reopened } = await session.conversations.reopen(conversationId)
        assert.strictEqual(reopened, "open")
        assert.strictEqual((await session.handling.handOver(conversationId)).status, "ai_handling")
        assert.strictEqual((await session.handling.escalate(conversationId, { reason: "x" })).status, "escalated")
        assert.strictEqual((await session.conversations.unread(conversationId)).unreadCount, 1)
        assert.strictEqual((await session.conversations.read(conversationId)).unreadCount, 0)

        assert.isNull((await session.triage.snooze(conversationId)).snoozed?.until)
        assert.isNull((await session.triage.unsnooze(conversationId)).snoozed)
        assert.strictEqual((await session.triage.prioritize(conversationId, { priority: "high" })).priority, "high")
        const bulk = { ids: [conversationId], action: "priority", priority: "none" } as const
        assert.strictEqual((await session.triage.change(bulk)).succeeded, 1)

        const { id: noteId } = await session.notes.add(conversationId, { text: "Called back" })
        assert.strictEqual((await session.notes.list(conversationId, { limit: 5 })).notes[0]?.id, noteId)
        assert.deepStrictEqual(await session.notes.remove(conversationId, noteId), { id: noteId })

        const label = await session.labels.create({ name: "VIP" })
        assert.strictEqual((await session.labels.change(label.id, { name: "Vip" })).name, "Vip")
        assert.strictEqual((await session.labels.list()).labels[0]?.id, label.id)
        const { labels } = await session.labels.setOfConversation(conversationId, { labels: ["vip"] })
        assert.deepStrictEqual(labels, ["Vip"])
        const { contactId } = await session.conversations.get(conversationId)
        assert.deepStrictEqual((await session.labels.setOfContact(contactId, { labels })).labels, labels)
        assert.deepStrictEqual(await session.labels.remove(label.id), { id: label.id })
        const team = await session.teams.create({ name: "Billing", memberIds: [user.id] })
        assert.deepStrictEqual((await session.teams.change(team.id, { memberIds: [] })).memberIds, [])
        assert.strictEqual((await session.teams.list()).teams[0]?.id, team.id)
        assert.strictEqual((await session.teams.assign(conversationId, { teamId: team.id })).teamId, team.id)
        assert.deepStrictEqual(await session.teams.remove(team.id), { id: team.id })
        assert.strictEqual((await session.workloads.setAvailability("me", { status: "away" })).availability, "away")
        assert.strictEqual((await session.workloads.setCapacity(user.id, { capacity: 3 })).capacity, 3)
        assert.isTrue((await session.workloads.list()).workloads.some(({ userId }) => userId === user.id))
        const mine = await session.savedReplies.create({ shortcut: "hi", text: "I am {{member.name}}" })
        assert.isFalse(mine.shared)
        assert.strictEqual((await session.savedReplies.change(mine.id, { shortcut: "ho" })).shortcut, "ho")
        assert.strictEqual((await session.savedReplies.list({ prefix: "h" })).replies[0]?.id, mine.id)
        assert.strictEqual((await session.savedReplies.render(mine.id, { conversationId })).text, "I am Olga")
        assert.deepStrictEqual(await session.savedReplies.remove(mine.id), { id: mine.id })

        await parley.messenger.sendMessage({ recipientId: "4711", text: "hi" })
        requests.pop()
        const page = (await session.conversations.list({ channel: "messenger" })).conversations[0]?.id ?? ""
        assert.strictEqual((await session.replies.send(page, { text: "hi" })).conversationId, page)

        const reply = { channel: "messenger", commentId: "1_2", text: "hi" } as const
        assert.notStrictEqual((await session.privateReplies.send(reply)).conversationId, page)

        const { scheduledId } = await session.replies.send(page, { text: "hi", sendAt })
        assert.strictEqual((await session.scheduled.list()).scheduledMessages[0]?.scheduledId, scheduledId)
        assert.strictEqual((await session.scheduled.change(scheduledId, { text: "ho" })).to, "4711")
        assert.strictEqual((await session.scheduled.get(scheduledId)).status, "scheduled")
        assert.strictEqual((await session.scheduled.cancel(scheduledId)).status, "cancelled")

        assert.deepStrictEqual(await session.presence.enter(conversationId, { state: "viewing" }), { others: [] })

        assert.deepStrictEqual((await session.templates.list()).templates, [])
        const components = [{ type: "BODY", text: "Hi" }]
        const template = { name: "news", language: "en", category: "UTILITY", components } as const
        const { id: templateId } = await session.templates.create(template)
        assert.strictEqual((await session.templates.get(templateId)).status, "PENDING")
        assert.deepStrictEqual(await session.templates.preview(templateId, {}), { body: "Hi" })
        const changed = await session.templates.change(templateId, { components: [{ type: "BODY", text: "Hello" }] })
        assert.deepStrictEqual(changed.components, [{ type: "BODY", text: "Hello" }])
        assert.deepStrictEqual(await session.templates.remove(templateId), {
          id: templateId,
          name: "news",
          deleted: true
        })
        assert.strictEqual((await session.members.list()).members[0]?.userId, user.id)
        assert.strictEqual((await session.organizations.list()).organizations[0]?.role, "owner")
        assert.strictEqual((await session.channels.list()).channels[0]?.health, "ok")
        const signup = await session.signups.begin({ redirectUrl: null })
        const signedUp = await session.signups.complete({ state: signup.state, code: "code" })
        assert.strictEqual(signedUp.channel.health, "ok")
        assert.strictEqual((await session.usage.get()).plan, "unlimited")
        assert.strictEqual((await session.usage.get({ by: "number" })).report?.total.messages, 0)
        assert.lengthOf((await session.reports.overview({ timeZone: "Europe/Berlin" })).days, 7)
        assert.lengthOf((await session.reports.hours()).hours, 168)
        assert.isArray((await session.reports.channels()).rows)
        assert.isArray((await session.reports.numbers()).rows)
        assert.isArray((await session.reports.members()).rows)
        assert.isArray((await session.reports.teams()).rows)
        assert.isArray((await session.reports.labels()).rows)
        assert.isArray((await session.reports.templates()).rows)
        assert.isArray((await session.reports.campaigns()).rows)

        const settings = await session.settings.change({ defaultCountry: "br" })
        assert.strictEqual(settings.defaultCountry, "BR")
        assert.deepStrictEqual(await session.settings.get(), settings)

        const { apiKeys } = await session.apiKeys.list()
        const { id: keyId, key } = await session.apiKeys.create({ name: "Shop" })
        assert.match(key, /^pk_live_/)
        assert.strictEqual((await session.apiKeys.list()).apiKeys.length, apiKeys.length + 1)
        assert.strictEqual((await session.apiKeys.revoke(keyId)).id, keyId)

        const { webhook } = await session.webhook.find()
        const { webhook: saved } = await session.webhook.save({
          url: "https://example.com/h",
          events: ["contact.created"]
        })
        assert.strictEqual(saved.id, webhook?.id)
        const { secret } = await session.webhook.revealSecret()
        assert.notStrictEqual((await session.webhook.rotateSecret()).secret, secret)
        const { id: eventId } = await session.webhook.test()
        const { deliveries } = await session.deliveries.list({ event: "webhook.test", status: "pending" })
        assert.strictEqual(deliveries[0]?.id, eventId)
        assert.deepStrictEqual((await session.deliveries.get(eventId)).attempts, [])
        assert.strictEqual((await session.deliveries.replay(eventId)).id, eventId)
        const since = "2026-11-20T00:00:00Z"
        assert.isAbove((await session.deliveries.replayRange({ since })).replayed, 0)
        const endpoint = { url: "https://example.com/second", events: ["message.sent" as const] }
        const { endpoint: second, secret: secondSecret } = await session.endpoints.create(endpoint)
        assert.deepStrictEqual((await session.endpoints.list()).endpoints, [second])
        assert.deepStrictEqual(await session.endpoints.get(second.id), second)
        assert.strictEqual((await session.endpoints.change(second.id, { enabled: false })).status, "disabled")
        const disabled = await session.endpoints.test(second.id).catch((error: unknown) => error)
        assert.include(disabled, { status: 409, message: "The endpoint is disabled" })
        assert.strictEqual((await session.endpoints.change(second.id, { enabled: true })).status, "enabled")
        assert.notStrictEqual((await session.endpoints.rotateSecret(second.id)).secret, secondSecret)
        assert.strictEqual((await session.endpoints.listDeliveries(second.id)).meta.total, 0)
        for await (const delivery of session.endpoints.allDeliveries(second.id)) assert.fail(delivery.id)
        const unknown = await session.endpoints.replay(second.id, eventId).catch((error: unknown) => error)
        assert.include(unknown, { status: 404, message: "Delivery not found" })
        assert.strictEqual((await session.endpoints.replayRange(second.id, { since })).replayed, 0)
        assert.deepStrictEqual(await session.endpoints.remove(second.id), { id: second.id })
        const everyId: Array<string> = []
        for await (const event of session.feed.all({ limit: 1 })) everyId.push(event.id)
        assert.strictEqual(everyId.at(-1), eventId)
        assert.isAbove(everyId.length, 2)
        assert.isAbove((await session.feed.listTypes()).types.length, 10)
        assert.deepStrictEqual((await session.logs.list({ status: "5xx", requestId: "x" })).logs, [])
        const missing = await session.logs.get("x").catch((error: unknown) => error)
        assert.include(missing, { status: 404, message: "Request not found" })
        assert.deepStrictEqual(await session.webhook.remove(), { removed: true })
        const media = await session.media.get(mediaId)
        assert.strictEqual(await media.text(), "0123456789")
        const { jpeg, text } = fileSamples
        const files = [
          await session.uploads.create(jpeg, { filename: "table.jpg" }),
          await session.uploads.create(new Blob([text], { type: "text/plain" })),
          await session.uploads.create("Hello", { filename: "hello.txt" })
        ]
        assert.deepStrictEqual(
          files.map(({ mimeType }) => mimeType),
          ["image/jpeg", "text/plain", "text/plain"]
        )
        for await (const entry of session.events.stream({ lastEventId: conversationId })) {
          assert.strictEqual(entry.event, "resync")
          break
        }
      })
      assert.deepStrictEqual(wrong, [])
      assertCalled(requests, endpoints.session)
    }).pipe(Effect.provide(httpWorld))
  )
})
