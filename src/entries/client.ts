/** `effect-parley/client`: clients of both interfaces on promises and `fetch`; nothing else is loaded. */

/** @stable */
export * from "../../client/promise/createParley.ts"
export * from "../../client/promise/ParleyError.ts"
export type { Credential, Fetch } from "../../client/promise/call.ts"
export type { CallOptions, Json, PostOptions } from "../../client/promise/Endpoint.ts"
export type {
  ConversationGone,
  LiveEvent,
  Resync,
  StreamEntry,
  StreamOptions
} from "../../client/promise/eventStream.ts"
// A program that exports a call has to be able to name the types of its result.
export type {
  ChangeContactRequest,
  ContactChannel,
  ContactItem,
  InstagramSendRequest,
  MessengerSendRequest,
  ReplayRequest,
  ScheduledChange,
  ScheduledMessage,
  ScheduledSend,
  SendMessageRequest,
  TemplateComponent,
  UpsertContactRequest,
  WebhookRequest,
  DeveloperMethods,
  DeveloperCall,
  DeveloperMessage,
  DeveloperMessageContext,
  DeveloperMessageError,
  DeveloperMessagePricing,
  DeveloperReaction,
  DeveloperReferral,
  DeveloperReplyTo,
  DeveloperSentTemplate,
  ReadMessageRequest
} from "../../client/promise/DeveloperMethods.ts"
export type {
  AddNoteRequest,
  ApiKey,
  AssignConversationRequest,
  Assignee,
  ChangeSettingsRequest,
  CloseConversationRequest,
  ConnectedChannel,
  ContactChannel as SessionContactChannel,
  CreateApiKeyRequest,
  CreateContactRequest,
  DeliveryDetails,
  ImportContactsRequest,
  ImportItem,
  ListedDelivery,
  LoggedRequest,
  Member,
  Note,
  Notification,
  OrganizationOfUser,
  OrganizationSettings,
  PatchContactRequest,
  PresenceRequest,
  PresentMember,
  PricedMessages,
  ReadNotificationsRequest,
  ReplayRequest as SessionReplayRequest,
  ReplyRequest,
  SaveWebhookRequest,
  ScheduledChange as SessionScheduledChange,
  ScheduledMessage as SessionScheduledMessage,
  ScheduledSend as SessionScheduledSend,
  SessionCall,
  SessionContactItem,
  SessionConversationItem,
  SessionFoundMessage,
  SessionMessageContext,
  SessionMessageError,
  SessionMessagePricing,
  SessionMessage_audio,
  SessionMessage_document,
  SessionMessage_image,
  SessionMessage_location,
  SessionMessage_text,
  SessionMessage_video,
  SessionReaction,
  SessionReferral,
  SessionReplyTo,
  SessionSendMessageRequest,
  SessionSentTemplate,
  TemplateComponent as SessionTemplateComponent,
  Webhook,
  SessionMethods,
  SessionReadMessageRequest
} from "../../client/promise/SessionMethods.ts"
export type * as DeveloperTypes from "../../client/promise/DeveloperMethods.ts"
export type * as SessionTypes from "../../client/promise/SessionMethods.ts"
export type { EventType, FeedEvent, ParleyEvent } from "../../client/webhooks/ParleyEvent.ts"
