import { Inbound } from "../../src/domain/inbound/Inbound.ts"
import type { RoutedInbound } from "../../src/domain/inbound/InboxNeeds.ts"
import { type InboxState, emptyInbox, withContact } from "../../src/domain/inbound/InboxState.ts"
import { contactNamed, knownByPhone, pmid, reported, messageReport, withTalk } from "./given.ts"
import type { Rules, Story, StoryMessage } from "./story.ts"
import { changeReports, personAt } from "./storyPeople.ts"
import { reportAbout } from "./storyRemarks.ts"
import { instagram, minute, number, otherNumber, page } from "./world.ts"

const accounts = [number, otherNumber, page, instagram] as const

const messagesIn = ({ talk }: Story): ReadonlyArray<StoryMessage> =>
  talk.map((talked, position) => ({ ...talked, id: `m${position}`, on: accounts[talked.account] ?? number }))

/** Texts that opt a person out and in, of some messages. */
const words: ReadonlyMap<string, string> = new Map([
  ["m1", "Stop!"],
  ["m2", "start"]
])

const talkReport = (story: Story, rules: Rules, talked: StoryMessage): RoutedInbound => {
  const { at, byBusiness: echo, id, on, standby, what } = talked
  const person = personAt(story, rules, on, talked)
  const base = { ...reported(on, `${what} ${id}`, at), person }
  const url = `https://platform.example/${id}`
  const file = { platformMediaId: null, url, mimeType: null, filename: null, sha256: null, index: 0 }
  const image = { type: "image", content: { url, caption: id }, media: [file] }
  if (echo) return messageReport(on, id, person, at, { echo, ...(what === "image" ? image : {}) })
  switch (what) {
    case "postback":
    case "tap": {
      const platformMessageId = what === "tap" ? null : pmid(id)
      const tap = { title: "Yes", payload: "YES", referral: null, standby, platformMessageId }
      return { account: on, item: Inbound.cases.PostbackTapped.make({ ...base, ...tap }) }
    }
    case "opt-in":
      return { account: on, item: Inbound.cases.OptedIn.make({ ...base, optIn: { id } }) }
    case "referral":
      return { account: on, item: Inbound.cases.Referred.make({ ...base, referral: { id } }) }
    case "image":
      return messageReport(on, id, person, at, { ...image, standby })
    case "text":
      return messageReport(on, id, person, at, { standby, content: { text: words.get(id) ?? `text of ${id}` } })
  }
}

/** All reports of a story, each once. */
export const reportsOf = (story: Story, rules: Rules): ReadonlyArray<RoutedInbound> => {
  const messages = messagesIn(story)
  const remarks = story.remarks.flatMap((remark) => {
    const talked = messages[remark.about % messages.length]
    return talked === undefined ? [] : reportAbout(story, rules, talked, remark)
  })
  const all = [
    ...messages.filter(({ isReported }) => isReported > 0).map((talked) => talkReport(story, rules, talked)),
    ...changeReports(story, rules),
    ...remarks
  ]
  return all.filter(({ item }, position) => all.findIndex((other) => other.item.key === item.key) === position)
}

/** The state before a story: possibly a contact, and one with messages from the business. */
export const beforeStory = ({ known }: Story): InboxState => {
  const writtenTo = contactNamed("written to", [{ kind: "messenger", scope: page.externalId, value: "person 0" }])
  const withSends = withTalk(emptyInbox, writtenTo, page, [
    { platformMessageId: pmid("ours"), createdAt: minute(3) },
    { status: "pending", createdAt: minute(5) }
  ])
  if (known === "no") return emptyInbox
  const contact = knownByPhone("known", "16505550000", { name: known === "named" ? "Given here" : "", tags: ["vip"] })
  return withContact(withSends, contact)
}
