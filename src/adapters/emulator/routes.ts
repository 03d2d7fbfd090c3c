import { Layer } from "effect"
import * as ControlRoutes from "./control/controlRoutes.ts"
import * as UnknownPaths from "./graph/unknownPaths.ts"
import * as ListTemplates from "./whatsapp/listTemplates.ts"
import * as SendMessage from "./whatsapp/sendMessage.ts"

/** Every route of the emulator, to be served on its own or below a prefix. What it still requires is its world. */
export const layer = Layer.mergeAll(ControlRoutes.layer, SendMessage.layer, ListTemplates.layer, UnknownPaths.layer)
