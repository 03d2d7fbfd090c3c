import { Schema } from "effect"
import { PhoneNumber } from "../../domain/contact/PhoneNumber.ts"
import { Arbitraries } from "../arbitraries/Arbitraries.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** The key that all written forms of one number share. */
export type PhoneIdentityOf = (phone: PhoneNumber) => string

const matching = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern))
const isPhoneNumber = Schema.is(PhoneNumber)

/** Whether two texts of digits are forms of one number. */
const isOne = (identityOf: PhoneIdentityOf, one: string, other: string): boolean =>
  identityOf(PhoneNumber.make(one)) === identityOf(PhoneNumber.make(other))

const subscriber = matching(/^[1-9]\d{9}$/)

export const phoneIdentityLaws = [
  law({
    name: "is one for a Brazilian mobile number with and without its ninth digit",
    inputs: inputs({ area: matching(/^[1-9]\d$/), number: matching(/^[6-9]\d{7}$/) }),
    holds: (identityOf: PhoneIdentityOf, { area, number }) =>
      isOne(identityOf, `55${area}9${number}`, `55${area}${number}`)
  }),
  law({
    name: "is one for a Mexican number with and without the 1 after the calling code",
    inputs: inputs({ number: matching(/^\d{10}$/) }),
    holds: (identityOf: PhoneIdentityOf, { number }) => isOne(identityOf, `521${number}`, `52${number}`)
  }),
  law({
    name: "is one for an Argentine number with and without the 9 after the calling code",
    inputs: inputs({ number: matching(/^\d{10}$/) }),
    holds: (identityOf: PhoneIdentityOf, { number }) => isOne(identityOf, `549${number}`, `54${number}`)
  }),
  law({
    name: "is the number itself in every other country",
    inputs: Arbitraries.phoneNumber,
    holds: (identityOf: PhoneIdentityOf, phone) => /^5[245]/.test(phone) || identityOf(phone) === phone
  }),
  law({
    name: "differs for two subscribers with one other digit, whichever forms their numbers have",
    inputs: inputs({ one: subscriber, place: between(0, 9), digit: between(1, 9) }),
    holds: (identityOf: PhoneIdentityOf, { digit, one, place }) => {
      const other = `${one.slice(0, place)}${digit}${one.slice(place + 1)}`
      if (one === other) return true
      return [
        ["52", "521"],
        ["54", "549"],
        ["1", "1"]
      ].every((codes) => codes.every((code) => codes.every((also) => !isOne(identityOf, code + one, also + other))))
    }
  }),
  law({
    name: "is found again from itself, so that it can be kept and compared",
    inputs: Arbitraries.phoneNumber,
    holds: (identityOf: PhoneIdentityOf, phone) => {
      const key = identityOf(phone)
      return !isPhoneNumber(key) || identityOf(key) === key
    }
  })
]
