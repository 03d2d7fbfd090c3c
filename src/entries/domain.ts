/** `effect-parley/domain`: data, rules and decisions, without side effects. */
export * from "../domain/Ids.ts"
export { retryWaits, shortestWaitForToken, spreadWait } from "../domain/retryWaits.ts"
export type { Named } from "../domain/Named.ts"
export * from "../domain/access/AccessFailures.ts"
export * from "../domain/access/apiKeyExpiry.ts"
export * from "../domain/access/Member.ts"
export * from "../domain/access/Notification.ts"
export * from "../domain/access/Organization.ts"
export * from "../domain/access/RequestLog.ts"
export * from "../domain/access/SessionAccess.ts"
export * from "../domain/access/SignIn.ts"
export * from "../domain/access/weakSecret.ts"
export * from "../domain/contacts/PhoneNumber.ts"
export * from "../domain/contacts/phoneIdentity.ts"
export * from "../domain/contacts/Contact.ts"
export * from "../domain/contacts/ContactChange.ts"
export * from "../domain/contacts/ContactIdentity.ts"
export * from "../domain/contacts/ContactSearch.ts"
export * from "../domain/contacts/RecipientCheck.ts"
export * from "../domain/contacts/contactLimits.ts"
export * from "../domain/contacts/importContacts.ts"
export {
  BusinessAccountMissing,
  Channel,
  ChannelAccount,
  ChannelAccountTaken,
  ChannelNotConnected,
  ChannelTokenMissing,
  ChannelTokenUnreadable,
  channelName,
  channelsInWords,
  type MessengerChannel,
  type PersonalChannel,
  textLimits,
  TokenProblem,
  type TokenState
} from "../domain/conversations/Channel.ts"
export * from "../domain/conversations/Conversation.ts"
export * from "../domain/conversations/MessagingWindow.ts"
export * from "../domain/conversations/Note.ts"
export * from "../domain/sends/SenderChoice.ts"
export * from "../domain/conversations/conversationActions.ts"
export * from "../domain/conversations/threadControl.ts"
export * from "../domain/webhooks/EventData.ts"
export * from "../domain/webhooks/conversationEvents.ts"
export * from "../domain/webhooks/Delivery.ts"
export * from "../domain/webhooks/afterRefusal.ts"
export * from "../domain/webhooks/DeliveryRecord.ts"
export * from "../domain/webhooks/DeliveryShard.ts"
export * from "../domain/webhooks/Event.ts"
export * from "../domain/webhooks/eventCatalogue.ts"
export * from "../domain/webhooks/EventConsumer.ts"
export * from "../domain/webhooks/LiveEvent.ts"
export * from "../domain/webhooks/messageEvents.ts"
export * from "../domain/sends/IdempotencyKey.ts"
export * from "../domain/sends/PendingSend.ts"
export * from "../domain/inbound/AccountChange.ts"
export * from "../domain/inbound/Inbound.ts"
export * from "../domain/inbound/InboundDelivery.ts"
export * from "../domain/inbound/InboxContact.ts"
export * from "../domain/inbound/InboxState.ts"
export * from "../domain/inbound/InboxNeeds.ts"
export * from "../domain/inbound/ProfileLookup.ts"
export * from "../domain/inbound/boundedInbound.ts"
export * from "../domain/inbound/joinConversation.ts"
export * from "../domain/inbound/resolveContact.ts"
export * from "../domain/inbound/mergeInboxContacts.ts"
export * from "../domain/inbound/echoedSends.ts"
export * from "../domain/inbound/takeReceipt.ts"
export * from "../domain/inbound/takeInbound.ts"
export * from "../domain/inbound/takeMessage.ts"
export * from "../domain/inbound/takeProfile.ts"
export * from "../domain/inbound/takeVisit.ts"
export * from "../domain/media/Media.ts"
export * from "../domain/messages/Message.ts"
export * from "../domain/messages/messenger/MessengerContent.ts"
export * from "../domain/messages/messenger/MessengerDraft.ts"
export * from "../domain/messages/messenger/MessengerRules.ts"
export * from "../domain/messages/PlatformError.ts"
export * from "../domain/messages/WhatsAppContent.ts"
export * from "../domain/messages/messageContext.ts"
export * from "../domain/messages/messenger/composeMessenger.ts"
export * from "../domain/messages/messenger/composeParts.ts"
export * from "../domain/messages/messageAfterwards.ts"
export * from "../domain/messages/describedKinds.ts"
export * from "../domain/messages/messageCall.ts"
export * from "../domain/messages/messageDescription.ts"
export * from "../domain/messages/messageOrder.ts"
export * from "../domain/messages/unread.ts"
export * from "../domain/messages/messagePage.ts"
export * from "../domain/messages/messageText.ts"
export * from "../domain/messages/messageReceipts.ts"
export * from "../domain/messages/messageSearch.ts"
export * from "../domain/messages/readableText.ts"
export * from "../domain/messages/standardContent.ts"
export * from "../domain/limits/CallShare.ts"
export * from "../domain/limits/MonthlyLimit.ts"
export * from "../domain/limits/RateTier.ts"
export * from "../domain/limits/RateLedger.ts"
export * from "../domain/limits/SendPace.ts"
export * from "../domain/templates/Template.ts"
export * from "../domain/templates/TemplatePart.ts"
export * from "../domain/templates/checkParts.ts"
export * from "../domain/messages/MessagePricing.ts"
export {
  defaultPageSize,
  entryBytes,
  maxPage,
  maxPageBytes,
  maxPageSize,
  offsetOf,
  type Page,
  type PageRequest
} from "../domain/text/Page.ts"
export { isWithin, type TextLimit, truncate } from "../domain/text/textLimits.ts"
export * from "../domain/media/SentFile.ts"
export * from "../domain/media/Upload.ts"
export { messagesDeleted, unsentLifetime } from "../domain/media/retention.ts"
export * from "../domain/media/fileLimits.ts"
export * from "../domain/media/fileTypes.ts"
export * from "../domain/webhooks/Webhook.ts"
