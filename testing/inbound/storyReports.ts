import { Inbound } from "../../src/domain/inbound/Inbound.ts"
import type { RoutedInbound } from "../../src/domain/inbound/InboxNeeds.ts"
import { emptyInbox, type InboxState, withContact } from "../../src/domain/inbound/InboxState.ts"
import { contactNamed, knownByPhone, pmid, reported, said, withTalk } from "./given.ts"
import type { Rules, Story, StoryMessage } from "./story.ts"
import { changeReports, personAt } from "./storyPeople.ts"
import { reportAbout } from "./storyRemarks.ts"
import { instagram, minute, number, otherNumber, page } from "./world.ts"

const accounts = [number, otherNumber, page, instagram] as const

const toldIn = ({ talk }: Story): ReadonlyArray<StoryMessage> =>
  talk.map((talked, place) => ({ ...talked, id: `m${place}`, on: accounts[talked.account] ?? number }))

const talkReport = (story: Story, rules: Rules, talked: StoryMessage): RoutedInbound => {
  const { at, byBusiness: echo, id, on, standby, what } = talked
  const person = personAt(story, rules, on, talked)
  const base = { ...reported(on, `${what} ${id}`, at), person }
  const url = `https://platform.example/${id}`
  const file = { platformMediaId: null, url, mimeType: null, filename: null, sha256: null, index: 0 }
  const image = { type: "image", content: { url, caption: id }, media: [file] }
  if (echo) return said(on, id, person, at, { echo, ...(what === "image" ? image : {}) })
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
      return said(on, id, person, at, { ...image, standby })
    case "text":
      return said(on, id, person, at, { standby })
  }
}

/** Everything that is reported of a story, each once. */
export const reportsOf = (story: Story, rules: Rules): ReadonlyArray<RoutedInbound> => {
  const told = toldIn(story)
  const remarks = story.remarks.flatMap((remark) => {
    const talked = told[remark.about % told.length]
    return talked === undefined ? [] : reportAbout(story, rules, talked, remark)
  })
  const all = [
    ...told.filter(({ isReported }) => isReported > 0).map((talked) => talkReport(story, rules, talked)),
    ...changeReports(story, rules),
    ...remarks
  ]
  return all.filter(({ item }, place) => all.findIndex((other) => other.item.key === item.key) === place)
}

/** What there is before a story: maybe a contact of the business, and one whom it wrote to. */
export const beforeStory = ({ known }: Story): InboxState => {
  const writtenTo = contactNamed("written to", [{ kind: "messenger", scope: page.externalId, value: "person 0" }])
  const written = withTalk(emptyInbox, writtenTo, page, [
    { platformMessageId: pmid("ours"), createdAt: minute(3) },
    { status: "pending", createdAt: minute(5) }
  ])
  if (known === "no") return emptyInbox
  const met = knownByPhone("known", "16505550000", { name: known === "named" ? "Given here" : "", tags: ["vip"] })
  return withContact(written, met)
}
