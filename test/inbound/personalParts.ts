import { channels, externalId, millis, type Remark, type Said, scopedId, type Talk } from "./history.ts"
import type { JsonObject, Part } from "./parts.ts"

/** An item of a Page or an Instagram account. */
const itemOf = (
  organization: number,
  { account, who }: Pick<Said, "account" | "who">,
  at: number,
  event: JsonObject,
  { byBusiness = false, standby = false } = {}
): Part => {
  const entry = externalId(organization, account)
  const [person, business] = [{ id: scopedId(who) }, { id: entry }]
  return {
    _tag: "OfPerson",
    object: channels[account] === "instagram" ? "instagram" : "page",
    entry,
    list: standby ? "standby" : "messaging",
    item: {
      sender: byBusiness ? business : person,
      recipient: byBusiness ? person : business,
      timestamp: millis(at),
      ...event
    }
  }
}

/** The report of something that was said to a Page or an Instagram account. */
export const personalTalk = (organization: number, talked: Talk & { readonly id: string }): Part => {
  const { at, id: mid, name, standby, what } = talked
  const item = (event: JsonObject, options = {}) => itemOf(organization, talked, at, event, { standby, ...options })
  switch (what) {
    case "image": {
      const attachment = { type: "image", payload: { url: `https://cdn.example/${mid}.jpg` } }
      return item({ message: { mid, text: mid, attachments: [attachment, { ...attachment, type: "file" }] } })
    }
    case "echo":
      return item({ message: { mid, text: `Echo ${mid}`, is_echo: true } }, { byBusiness: true })
    case "postback":
      return item({ postback: { mid, title: "Yes", payload: "YES" } })
    case "tap":
      return item({ postback: { title: "Tap", payload: mid } })
    case "opt-in":
      return item({ optin: { type: "notification_messages", ref: mid } }, { standby: false })
    case "referral":
      return item({ referral: { ref: mid, source: "SHORTLINK", type: "OPEN_THREAD" } }, { standby: false })
    default:
      return item({
        message: { mid, text: `Text of ${mid}`, ...(name === 3 ? { reply_to: { mid: "said.0" } } : {}) }
      })
  }
}

const marks: ReadonlySet<Remark["what"]> = new Set(["delivered up to", "read up to"])

/** What is reported of something that was said or sent there; nothing where the platform has no such report. */
export const personalRemark = (
  organization: number,
  said: Said,
  { at, form, value, what }: Remark
): ReadonlyArray<Part> => {
  const { id: mid } = said
  const isMessenger = channels[said.account] === "messenger"
  const item = (event: JsonObject, byBusiness = false) => itemOf(organization, said, at, event, { byBusiness })
  if (marks.has(what)) {
    const watermark = millis(at - value)
    if (!isMessenger) return []
    return what === "read up to"
      ? [item({ read: { watermark } })]
      : [item({ delivery: { watermark, ...(form === "both" ? { mids: [mid] } : {}) } })]
  }
  switch (what) {
    case "liked":
    case "answered": {
      const reaction = value === 0 ? { mid, action: "unreact" } : { mid, action: "react", reaction: `word ${value}` }
      return [item({ reaction }, what === "answered")]
    }
    case "edited":
      return [item({ message_edit: { mid, text: `Edit ${form}`, num_edit: 1 + value } })]
    case "deleted":
      return [itemOf(organization, said, said.at + 20, { message: { mid, is_deleted: true } })]
    case "seen":
      return isMessenger ? [] : [itemOf(organization, said, said.at + 5, { read: { mid } })]
    case "echoed":
      return said.what === "send"
        ? [
            itemOf(
              organization,
              said,
              said.at + 2,
              { message: { mid, text: "ours", is_echo: true } },
              { byBusiness: true }
            )
          ]
        : []
    default:
      return []
  }
}
