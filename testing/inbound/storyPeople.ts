import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { Inbound, type InboundPerson, type PersonId } from "../../src/domain/inbound/Inbound.ts"
import type { RoutedInbound } from "../../src/domain/inbound/InboxNeeds.ts"
import { bsuid, phone, reported } from "./given.ts"
import type { Form, Rules, Story, Entry } from "./story.ts"
import { number } from "./world.ts"

/** In a strict story no two contacts can be merged: a person with a changed number has an id that stays. */
const changesOf = ({ people }: Story, who: number, { isLoose }: Rules) => {
  const { changes = [], form = "both" } = people[who] ?? {}
  const distinct = changes.filter(({ at }, index) => changes.findIndex((other) => other.at === at) === index)
  const strict = who === 0 || form !== "both" ? [] : distinct.filter(({ what }) => what === "phone")
  return (isLoose ? distinct : strict).toSorted((one, other) => one.at - other.at)
}

/** The ids of a WhatsApp person at a time. */
const idsAt = (story: Story, rules: Rules, who: number, at: number, named: typeof Form.Type) => {
  const changes = changesOf(story, who, rules).filter((change) => change.at <= at)
  const count = (what: string) => changes.filter((change) => change.what === what).length
  const own = { phone: phone(`1650555${who}0${count("phone")}0`), bsuid: bsuid(`US.${who}${count("bsuid")}`) }
  const form = rules.isLoose ? named : (story.people[who]?.form ?? "both")
  const ids: readonly [PersonId, ...ReadonlyArray<PersonId>] = form === "both" ? [own.phone, own.bsuid] : [own[form]]
  return { own, ids }
}

/** The person in a report at a time. */
export const personAt = (
  story: Story,
  rules: Rules,
  account: ChannelAccount,
  named: Pick<typeof Entry.Type, "who" | "form" | "at"> & { readonly name: number }
): InboundPerson => {
  const { at, form, name, who } = named
  const names = { name: name === 0 ? null : `Name ${name}`, username: name === 3 ? "username" : null }
  return account.channel === "whatsapp"
    ? { ids: idsAt(story, rules, who, at, form).ids, ...names }
    : { ids: [{ kind: account.channel, value: `person ${who}` }], ...names }
}

/** The reports of new numbers and ids in a story. */
export const changeReports = (story: Story, rules: Rules): ReadonlyArray<RoutedInbound> =>
  story.people.flatMap((_, who) =>
    changesOf(story, who, rules).map(({ at, form, tellsFormer, what }) => ({
      account: number,
      item: Inbound.cases.PersonChanged.make({
        ...reported(number, `change ${who} ${at}`, at),
        previous: tellsFormer ? [idsAt(story, rules, who, at - 1, form).own[what]] : [],
        // A number that a user set is replaced only by one reported as the new number.
        person: personAt(story, rules, number, { who, form: who === 0 && form !== what ? "both" : form, at, name: 0 })
      })
    }))
  )
