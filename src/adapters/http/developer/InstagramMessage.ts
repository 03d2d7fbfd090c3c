import { Schema } from "effect"
import { messengerRules } from "../../../domain/MessengerRules.ts"
import { RequiredText } from "../Storable.ts"
import { messageParts, part } from "./MessengerMessage.ts"

/** The request of `POST /v1/instagram/send-message` (contract C23). */
export const InstagramSendRequest = Schema.Struct({
  participantId: RequiredText.annotate({ description: "Instagram-scoped id of the person" }),
  ...messageParts(messengerRules.instagram),
  attachmentUrl: part("Required for types image, video, audio and file: public address; the platform fetches it")
}).annotate({
  examples: [
    { participantId: "6742963515757843", text: "Thanks for asking! We open at nine." },
    { participantId: "6742963515757843", type: "image", attachmentUrl: "https://example.com/table.jpg" }
  ]
})
