import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { Inbound } from "../../src/domain/inbound/Inbound.ts"
import type { InboundPerson, PersonId } from "../../src/domain/inbound/InboundPerson.ts"
import type { RoutedInbound } from "../../src/domain/inbound/InboxNeeds.ts"
import { bsuid, phone, reported } from "./given.ts"
import type { Form, Rules, Story, Talk } from "./story.ts"
import { number } from "./world.ts"

/** In a strict story no two contacts can turn out to be one: who changes a number is known by an id that stays. */
const changesOf = ({ people }: Story, who: number, { isLoose }: Rules) => {
  const { changes = [], form = "both" } = people[who] ?? {}
  const distinct = changes.filter(({ at }, place) => changes.findIndex((other) => other.at === at) === place)
  const strict = who === 0 || form !== "both" ? [] : distinct.filter(({ what }) => what === "phone")
  return (isLoose ? distinct : strict).toSorted((one, other) => one.at - other.at)
}

/** What a person of WhatsApp is known by at some time. */
const idsAt = (story: Story, rules: Rules, who: number, at: number, told: typeof Form.Type) => {
  const changes = changesOf(story, who, rules).filter((change) => change.at <= at)
  const count = (what: string) => changes.filter((change) => change.what === what).length
  const own = { phone: phone(`1650555${who}0${count("phone")}0`), bsuid: bsuid(`US.${who}${count("bsuid")}`) }
  const form = rules.isLoose ? told : (story.people[who]?.form ?? "both")
  const ids: readonly [PersonId, ...ReadonlyArray<PersonId>] = form === "both" ? [own.phone, own.bsuid] : [own[form]]
  return { own, ids }
}

/** A person as a report at some time tells of them. */
export const personAt = (
  story: Story,
  rules: Rules,
  account: ChannelAccount,
  told: Pick<typeof Talk.Type, "who" | "form" | "at"> & { readonly name: number }
): InboundPerson => {
  const { at, form, name, who } = told
  const names = { name: name === 0 ? null : `Name ${name}`, username: name === 3 ? "username" : null }
  return account.channel === "whatsapp"
    ? { ids: idsAt(story, rules, who, at, form).ids, ...names }
    : { ids: [{ kind: account.channel, value: `person ${who}` }], ...names }
}

/** What a story tells of new numbers and ids. */
export const changeReports = (story: Story, rules: Rules): ReadonlyArray<RoutedInbound> =>
  story.people.flatMap((_, who) =>
    changesOf(story, who, rules).map(({ at, form, tellsFormer, what }) => ({
      account: number,
      item: Inbound.cases.PersonChanged.make({
        ...reported(number, `change ${who} ${at}`, at),
        previous: tellsFormer ? [idsAt(story, rules, who, at - 1, form).own[what]] : [],
        // A number that was given here gives way only to one that is reported as the new one.
        person: personAt(story, rules, number, { who, form: who === 0 && form !== what ? "both" : form, at, name: 0 })
      })
    }))
  )
