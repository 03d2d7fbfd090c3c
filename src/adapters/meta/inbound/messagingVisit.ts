import { Result } from "effect"
import type { InboundPerson } from "../../../domain/InboundPerson.ts"
import { type MessagingEvent, referralOf } from "./messagingMessage.ts"
import { idAt, messageIdAt, textAt, valueAt } from "./PlatformJson.ts"
import { ignored, type Items, ofAccount, required } from "./Source.ts"

/** An event of a person who can be written to. A guest of a website cannot: there is only a reference of our own to her. */
const ofPerson = (
  { isGuest, item, part, person, source }: MessagingEvent,
  items: (person: InboundPerson, at: ReturnType<typeof ofAccount>) => Items
): Items => {
  const time = valueAt(item, "timestamp")
  if (person === null && (isGuest || idAt(part, "user_ref") !== null)) {
    return Result.succeed([ignored(source, "a guest whom the platform gives no id", item, time)])
  }
  return Result.flatMap(required(person, "an event without a person"), (known) => items(known, ofAccount(source, time)))
}

/** A tap on a button. In a conversation that another app owns, it comes without the payload of the button. */
export const postback = (event: MessagingEvent): Items =>
  ofPerson(event, (person, { of, stamp }) => {
    const { part, standby } = event
    const platformMessageId = messageIdAt(part, "mid")
    const [title, payload] = [textAt(part, "title") ?? "", textAt(part, "payload")]
    const key =
      platformMessageId === null ? of("postback", person.ids, title, payload, stamp) : of("postback", platformMessageId)
    const referral = referralOf(event) ?? null
    return Result.succeed([
      { _tag: "PostbackTapped", ...key, person, title, payload, platformMessageId, referral, standby }
    ])
  })

export const optIn = (event: MessagingEvent): Items =>
  ofPerson(event, (person, { of, stamp }) =>
    Result.succeed([{ _tag: "OptedIn", ...of("opt-in", person.ids, event.part, stamp), person, optIn: event.part }])
  )

export const referral = (event: MessagingEvent): Items =>
  ofPerson(event, (person, { of, stamp }) =>
    Result.succeed([
      { _tag: "Referred", ...of("referral", person.ids, event.part, stamp), person, referral: event.part }
    ])
  )
