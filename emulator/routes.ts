import { Layer } from "effect"
import * as ControlRoutes from "./control/controlRoutes.ts"
import * as InboundRoutes from "./control/inboundRoutes.ts"
import * as PlaygroundRoutes from "./control/playgroundRoutes.ts"
import * as WebhookRoutes from "./control/webhookRoutes.ts"
import * as UnknownPaths from "./graph/unknownPaths.ts"
import * as FileRoutes from "./media/fileRoutes.ts"
import * as UploadAttachment from "./media/uploadAttachment.ts"
import * as UploadMedia from "./media/uploadMedia.ts"
import * as UploadSessions from "./media/uploadSessions.ts"
import * as MessagesEdge from "./messagesEdge.ts"
import * as LabelRoutes from "./messenger/labelRoutes.ts"
import * as ListConversations from "./messenger/listConversations.ts"
import * as ThreadControl from "./messenger/threadControl.ts"
import * as ListPhoneNumbers from "./nodes/listPhoneNumbers.ts"
import * as NodeRoutes from "./nodes/nodeRoutes.ts"
import * as SubscribedApps from "./nodes/subscribedApps.ts"
import * as BlockUsers from "./numbers/blockUsers.ts"
import * as BusinessProfile from "./numbers/businessProfile.ts"
import * as QrCodes from "./numbers/qrCodes.ts"
import * as TemplateRoutes from "./templates/templateRoutes.ts"
import * as TokenControl from "./tokens/tokenControl.ts"

/** Every route of the emulator, to serve on its own or below a prefix. Its remaining requirement is the world. */
export const layer = Layer.mergeAll(
  WebhookRoutes.layer,
  PlaygroundRoutes.layer,
  InboundRoutes.layer,
  TokenControl.layer,
  ControlRoutes.layer,
  MessagesEdge.layer,
  UploadMedia.layer,
  UploadAttachment.layer,
  UploadSessions.layer,
  FileRoutes.layer,
  TemplateRoutes.layer,
  BusinessProfile.layer,
  BlockUsers.layer,
  QrCodes.layer,
  ListPhoneNumbers.layer,
  ListConversations.layer,
  LabelRoutes.layer,
  ThreadControl.layer,
  SubscribedApps.layer,
  NodeRoutes.layer,
  UnknownPaths.layer
)
