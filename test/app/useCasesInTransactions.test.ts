import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import * as MetaInboundReader from "../../src/adapters/meta/inbound/MetaInboundReader.ts"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { deleteOrganization } from "../../src/app/access/deleteOrganization.ts"
import { purgeAuditLog } from "../../src/app/access/auditLog.ts"
import { purgeRequestLogs } from "../../src/app/access/requestLogs.ts"
import { dueClosings } from "../../src/app/conversations/automaticClosings.ts"
import { endedSnoozes } from "../../src/app/conversations/snoozes.ts"
import { purgeInbound } from "../../src/app/inbound/acceptInbound.ts"
import { processDeliveries, retryParked, retryProblems } from "../../src/app/inbound/processInbound.ts"
import { claimLookups } from "../../src/app/inbound/lookUpProfile.ts"
import { inTransaction } from "../../src/app/inTransaction.ts"
import { claimMedia } from "../../src/app/media/fetchMedia.ts"
import { callOnce, purgeIdempotencyKeys } from "../../src/app/sends/callOnce.ts"
import { platformConversations, sendDirectMessage } from "../../src/app/sends/directMessages.ts"
import { claimPendingSends, purgePendingSends } from "../../src/app/sends/pendingSends.ts"
import { expireSends } from "../../src/app/sends/reserveSend.ts"
import { sendToContact } from "../../src/app/sends/sendToContact.ts"
import { sendWhatsApp } from "../../src/app/sends/sendWhatsApp.ts"
import { listTemplates } from "../../src/app/templates/listTemplates.ts"
import {
  createTemplate,
  editTemplate,
  findTemplate,
  listAllTemplates,
  previewTemplate,
  removeTemplate
} from "../../src/app/templates/manageTemplates.ts"
import { purgeEvents } from "../../src/app/webhooks/eventFeed.ts"
import { warnOfFailingWebhooks } from "../../src/app/webhooks/webhookWarnings.ts"
import { createContact } from "../../src/app/contacts/contacts.ts"
import { MessengerContent } from "../../src/domain/messages/messenger/MessengerContent.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import { IdempotencyKey } from "../../src/domain/sends/IdempotencyKey.ts"
import { CannotJoinTransaction } from "../../src/ports/process/OpenTransaction.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { publicAddress } from "../support/http/httpWorld.ts"
import { serviceAccess } from "../../testing/given/givenMember.ts"

const names = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)

/** Use cases that are part of an open transaction: their statements run in it. Those that change a thread refuse it if the platform has to be called. */
const joining = names(`
  createApiKey listApiKeys revokeApiKey inviteMember addMemberBySubject addMember addMemberWithPassword hasPassword listMembers
  listMembersFor changeMember removeMember listNotifications readNotifications listOwnOrganizations requireOrganization
  findOrganization changeOrganization renameOrganization changePlan suspendOrganization resumeOrganization getSettings changeSettings usageOf reportUsage beginSignup
  createOrganization createOrganizationOnce listOrganizations listUsage exportUsage disconnectChannel
  admit authorize listChannels requireWebhookId disconnectAccount createContact upsertContact getContactOverview
  changeContact getContact deleteContact listContacts listContactOverviews countryWithNumbers readPhoneNumber
  readRecipient listChannelConversations listConversations getConversation closeConversation assignConversation
  handOverConversation escalateConversation resolveConversation unassignConversation reopenConversation snoozeConversation unsnoozeConversation prioritizeConversation
  wakeConversation changeConversation changeConversations takeClosingStep readConversation unreadConversation conversationAccounts listDeliveries
  findDelivery getDelivery replayDelivery replayDeliveries sendTestEvent recordOptOut readEvents lastEventBefore
  quotedMessage applyReaction importContacts getMedia getMediaForBackend readMedia discardDeleted getConsents setConsent
  listConsents exportConsents eraseContact getErasure withoutErased recordConsent changeLocked accountsOfChange
  noteAccountChange announceAll noteHistory
  keepFiles contactOf checkNamedFile getMessage messageHistory markConversationRead offerReadReceipt listMessages searchMessages listNotes addNote removeNote
  listLabels createLabel changeLabel removeLabel labelConversation labelContact listTeams createTeam changeTeam removeTeam
  recordAutomatic answerAutomatically listWorkloads setAvailability setCapacity assignTeam listSavedReplies createSavedReply changeSavedReply removeSavedReply renderSavedReply provisionOrganization createForProvider
  provisionForProvider connectAccount inTransaction sendAfterCommit pendingSend scheduleSend scheduleToContact scheduleReply composedInConversation
  listScheduled getScheduled changeScheduled cancelScheduled checkedFile knownRecipient addresseeOf personOf checkRunning chooseAccount chooseNumber
  choosePage accountOfConversation refreshSignIn currentAccount signOut abandonUpload completeUpload registerWebhook
  listEndpoints getEndpoint createEndpoint changeEndpoint rotateEndpointSecret removeEndpoint listEndpointDeliveries
  replayEndpointDelivery replayEndpointDeliveries testEndpoint recordAudit recordChange listAuditLog exportAuditLog findWebhook revealWebhookSecret rotateWebhookSecret removeWebhook createCampaign getCampaign listCampaigns
  changeCampaign deleteCampaign setCampaignRecipients listCampaignRecipients exportCampaignRecipients transitCampaign startCampaign pauseCampaign
  resumeCampaign cancelCampaign pauseCampaignsOn`)

/** Use cases that refuse an open transaction: they call a platform, commit by themselves, or belong to workers. */
const refusing = names(`
  deleteOrganization rotateSecrets checkAccounts dispatchDirectMessage sendDirectMessage sendPrivateReply platformConversations dispatch
  dispatchWhatsApp showSigns sendWhatsApp purgeEvents reserveSend expireSends removeMedia claimMedia fetchMedia acceptInbound
  inboundProblems replayInbound purgeInbound matchSends completeSends processDeliveries retryProblems retryParked
  applyReports uploadToPlatform callOnce storeRefusal purgeIdempotencyKeys listTemplates listAllTemplates
  findTemplate createTemplate editTemplate removeTemplate previewTemplate checkTemplateSend dispatchFile uploadFile withNamedFiles claimLookups lookUpProfile
  endedSnoozes dueClosings assignmentQueues assignQueue connectCheckedAccount claimPendingSends sendPending purgePendingSends
  recordRequest listRequestLogs findRequestLog connectChannel renewChannelToken completeSignup
  purgeAuditLog purgeRequestLogs replyInConversation sendInConversation dispatchDraft sendToContact replyOnWhatsApp signIn receiveUpload
  warnOfFailingWebhooks listConsumers listDeadLetters replayDeadLetters discardDeadLetters removeConsumer
  claimCampaignTurn runCampaignTurn purgeCampaigns testCampaign applyRetentions claimErasure runErasure purgeErasedMessages
  importMessages reportOverview reportBySubject reportHours foldReports`)

/** Values, and parts of use cases without a store: they do what the effects that they are given do. */
const others = names(`
  accountFields auditedAccount deletionSettleTime rotationBatch maxPasses problemOf mediaLease maxListedProblems MediaNotFound MediaPending
  MediaNotAvailable maxCountedFields otherFields makeFieldLabels reportUnknownField memberIdsOf logTestDelivery problemText
  CurrentCall CurrentAgent IsAutomatic withReplyAssignment afterReply exportRows partOf callWithFiles refusedFile
  refusedReference untakenFile foldBatch maxFoldsOfReport
  withoutFiles sendOnce storedContent purgeBatch purgeInBatches outsideTransaction maxDeadLetters afterConflict detailOf
  shownUrl maxPastReports`)

/** Names of values that the entry exports. */
const exported = () => {
  const root = new URL("../../src/", import.meta.url)
  const entry = readFileSync(new URL("entries/app.ts", root), "utf8")
  return Array.from(entry.matchAll(/from "\.\.\/(app\/[^"]+)"/g), ([, path = ""]) =>
    readFileSync(new URL(path, root), "utf8")
  ).flatMap((code) => Array.from(code.matchAll(/^export (?:const|class|function) (\w+)/gm), ([, name = ""]) => name))
}

const world = Layer.mergeAll(MemoryPlatforms.layer, LibPhoneNumbers.layer, MetaInboundReader.layer, publicAddress).pipe(
  Layer.provideMerge(Memory.layer())
)

const refuses = <A, E, R>(name: string, useCase: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(inTransaction(useCase)), (failure) =>
    assert.isTrue(failure instanceof CannotJoinTransaction, name)
  )

const phone = "+49 151 12345678"
const hello = WhatsAppContent.cases.Text.make({ text: "Hello" })

describe("use cases in a transaction of the program", () => {
  it("transactions: each exported use case joins or refuses a transaction", () => {
    assert.deepStrictEqual([...joining, ...refusing, ...others].toSorted(), exported().toSorted())
  })

  it.effect("transactions: a use case that refuses a transaction does so before anything else", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id)
      yield* givenAccount(id, { channel: "messenger", businessAccountId: null })
      yield* createContact(id, phone, {})
      const key = { api: "developer", key: IdempotencyKey.make("k"), fingerprint: "f" } as const
      yield* refuses(
        "deleteOrganization",
        deleteOrganization(id, "Acme", () => Effect.void)
      )
      yield* refuses("platformConversations", platformConversations(id, "messenger"))
      yield* refuses("sendWhatsApp", sendWhatsApp(id, phone, hello))
      yield* refuses("sendToContact", sendToContact(serviceAccess(id), phone, hello))
      yield* refuses(
        "sendDirectMessage",
        sendDirectMessage(id, "messenger", {
          to: "4711",
          type: "text",
          content: MessengerContent.cases.Text.make({ text: "Hello" }),
          tag: null
        })
      )
      yield* refuses("listTemplates", listTemplates(id))
      yield* refuses("listAllTemplates", listAllTemplates(id))
      yield* refuses("findTemplate", findTemplate(id, "1"))
      yield* refuses("createTemplate", createTemplate(id, { copyOf: null }))
      yield* refuses("editTemplate", editTemplate(id, "1", {}))
      yield* refuses("removeTemplate", removeTemplate(id, "1", "one"))
      yield* refuses("previewTemplate", previewTemplate(id, "1", null))
      yield* refuses(
        "callOnce",
        callOnce(id, key, Effect.void, () => "nothing done")
      )
      yield* refuses("purgeEvents", purgeEvents())
      yield* refuses("purgeIdempotencyKeys", purgeIdempotencyKeys())
      yield* refuses("purgePendingSends", purgePendingSends())
      yield* refuses("purgeRequestLogs", purgeRequestLogs())
      yield* refuses("purgeAuditLog", purgeAuditLog())
      yield* refuses("purgeInbound", purgeInbound())
      yield* refuses("expireSends", expireSends())
      yield* refuses("claimMedia", claimMedia(1))
      yield* refuses("claimLookups", claimLookups(1))
      yield* refuses("claimPendingSends", claimPendingSends(1))
      yield* refuses("endedSnoozes", endedSnoozes(1))
      yield* refuses("dueClosings", dueClosings(1))
      yield* refuses("processDeliveries", processDeliveries(1))
      yield* refuses("retryParked", retryParked(1))
      yield* refuses("retryProblems", retryProblems(1))
      yield* refuses("warnOfFailingWebhooks", warnOfFailingWebhooks())
    }).pipe(Effect.provide(world))
  )
})
