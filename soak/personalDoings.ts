import type { MessagingRequest } from "../emulator/person/MessagingRequest.ts"
import { type Account, callsHerself } from "./cast.ts"
import { deletedWords } from "./Diary.ts"
import { oneOf, weighted } from "./draw.ts"
import { becoming, type Doing, later, saying, sayingText, someOf, type Talk, textOf, words } from "./Talk.ts"

type Given = typeof MessagingRequest.Encoded
type Make = (talk: Talk, account: Account) => Doing

const basis = ({ lane }: Talk, { id }: Account) => ({
  channel: lane.channel === "messenger" ? lane.channel : ("instagram" as const),
  to: id,
  from: lane.person.id,
  name: callsHerself(lane)
})

export const personalText: Make = (talk, account) => {
  const said = words(talk)
  const answered = talk.answers.at(-1)
  const isReply = answered !== undefined && talk.draw() < 0.3
  return {
    request: { ...basis(talk, account), type: "text", text: said, ...(isReply ? { replyTo: answered.id } : {}) },
    note: sayingText(talk, account, said)
  }
}

const standby: Make = (talk, account) => {
  const said = words(talk)
  return {
    request: { ...basis(talk, account), type: "text", text: said, standby: true },
    note: saying(talk, account, { words: said })
  }
}

const file: Make = (talk, account) => {
  const base = basis(talk, account)
  const request = oneOf<Given>(talk.draw, [
    { ...base, type: "image", text: words(talk) },
    { ...base, type: "video" },
    { ...base, type: "audio" },
    { ...base, type: "file" },
    { ...base, type: "sticker" },
    ...(base.channel === "instagram"
      ? ([
          { ...base, type: "story_reply", text: words(talk) },
          { ...base, type: "story_mention" }
        ] as const)
      : [])
  ])
  return { request, note: saying(talk, account) }
}

const other: Make = (talk, account) => {
  const base = basis(talk, account)
  const request = oneOf<Given>(talk.draw, [
    { ...base, type: "share", url: "https://example.com/page", title: "A page" },
    { ...base, type: "quick_reply", text: "Yes", payload: "YES" },
    { ...base, type: "unsupported" },
    { ...base, type: "text", text: words(talk), referral: { ref: "ad", source: "ADS", type: "OPEN_THREAD" } },
    base.channel === "instagram"
      ? { ...base, type: "like_heart" }
      : { ...base, type: "location", location: { latitude: 52.5, longitude: 13.4, name: "Here" } }
  ])
  return { request, note: saying(talk, account) }
}

const postback: Make = (talk, account) => ({
  request: { ...basis(talk, account), type: "postback", title: words(talk), payload: "BUY" },
  note: saying(talk, account, { event: "postback" })
})

const reaction: Make = (talk, account) => {
  const about = someOf(talk, talk.known)
  if (about === undefined) return personalText(talk, account)
  const emoji = oneOf(talk.draw, ["👍", "❤", "😮", ""])
  return {
    request: { ...basis(talk, account), type: "reaction", messageId: about.id, emoji, timestamp: later(talk) },
    note: becoming(talk, about.id, "message.reaction", (said) => {
      said.reaction = emoji === "" ? null : emoji
    })
  }
}

const edit: Make = (talk, account) => {
  const about = textOf(talk)
  if (about === undefined) return personalText(talk, account)
  const changed = words(talk)
  about.edits += 1
  return {
    request: { ...basis(talk, account), type: "edit", messageId: about.id, text: changed, editNumber: about.edits },
    note: becoming(talk, about.id, "message.edited", (said) => {
      said.words = changed
    })
  }
}

const deletion: Make = (talk, account) => {
  const about = textOf(talk)
  if (about === undefined) return personalText(talk, account)
  return {
    request: { ...basis(talk, account), channel: "instagram", type: "deletion", messageId: about.id },
    note: becoming(talk, about.id, "message.deleted", (said) => {
      about.isGone = true
      said.words = deletedWords
    })
  }
}

const echo: Make = (talk, account) => {
  const said = words(talk)
  return {
    request: { ...basis(talk, account), type: "echo", text: said },
    note: saying(talk, account, { direction: "outbound", event: "message.sent", words: said })
  }
}

const referral: Make = (talk, account) => {
  const ref = words(talk)
  return {
    request: {
      ...basis(talk, account),
      type: "referral",
      referral: { ref, source: "SHORTLINK", type: "OPEN_THREAD" }
    },
    note: () => void talk.diary.visits.set(ref, talk.lane)
  }
}

const optIn: Make = (talk, account) => {
  const ref = words(talk)
  return {
    request: {
      ...basis(talk, account),
      channel: "messenger",
      type: "optin",
      optin: { type: "notification_messages", payload: ref },
      timestamp: later(talk)
    },
    note: () => {
      talk.diary.visits.set(ref, talk.lane)
      talk.diary.optedIn.set(talk.lane, true)
    }
  }
}

/** Next action of a person of Messenger or Instagram. */
export const personalDoing: Make = (talk, account) => {
  const isInstagram = talk.lane.channel === "instagram"
  return weighted<Make>(talk.draw, [
    [50, personalText],
    [3, standby],
    [9, file],
    [8, other],
    [7, postback],
    [8, reaction],
    [6, edit],
    [4, echo],
    [2, referral],
    isInstagram ? [4, deletion] : [2, optIn]
  ])(talk, account)
}
