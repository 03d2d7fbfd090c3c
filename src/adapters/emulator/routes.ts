import { Layer } from "effect"
import * as ControlRoutes from "./control/controlRoutes.ts"
import * as UnknownPaths from "./graph/unknownPaths.ts"
import * as MessagesEdge from "./messagesEdge.ts"
import * as LabelRoutes from "./messenger/labelRoutes.ts"
import * as ListConversations from "./messenger/listConversations.ts"
import * as ListTemplates from "./whatsapp/listTemplates.ts"

/** Every route of the emulator, to be served on its own or below a prefix. What it still requires is its world. */
export const layer = Layer.mergeAll(
  ControlRoutes.layer,
  MessagesEdge.layer,
  ListTemplates.layer,
  ListConversations.layer,
  LabelRoutes.layer,
  UnknownPaths.layer
)
