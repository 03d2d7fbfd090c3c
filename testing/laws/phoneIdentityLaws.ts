import { Schema } from "effect"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
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

/** Plans that changed: old prefixes, the new ones, and the number of digits after both. */
const changedPlans: Readonly<Record<string, ReadonlyArray<readonly [from: string, to: string, length: number]>>> = {
  Benin: ["4", "5", "6", "9"].map((digit) => [`229${digit}`, `22901${digit}`, 7] as const),
  "Ivory Coast": ["0", "4", "5", "6", "7", "8", "9"].flatMap((digit) => [
    [`225${digit}1`, `22501${digit}1`, 6] as const,
    [`225${digit}5`, `22505${digit}5`, 6] as const,
    [`225${digit}9`, `22507${digit}9`, 6] as const
  ]),
  Gabon: [
    ["24102", "24162", 6],
    ["24104", "24174", 6],
    ["24105", "24165", 6],
    ["24106", "24166", 6],
    ["24107", "24177", 6]
  ],
  Vietnam: [
    ["84120", "8470", 7],
    ["84121", "8479", 7],
    ["84122", "8477", 7],
    ["84123", "8483", 7],
    ["84124", "8484", 7],
    ["84125", "8485", 7],
    ["84126", "8476", 7],
    ["84127", "8481", 7],
    ["84128", "8478", 7],
    ["84129", "8482", 7],
    ["84162", "8432", 7],
    ["84163", "8433", 7],
    ["84164", "8434", 7],
    ["84165", "8435", 7],
    ["84166", "8436", 7],
    ["84167", "8437", 7],
    ["84168", "8438", 7],
    ["84169", "8439", 7],
    ["84186", "8456", 7],
    ["84188", "8458", 7],
    ["84199", "8459", 7]
  ],
  Cameroon: ["5", "7", "9"].map((digit) => [`237${digit}`, `2376${digit}`, 7] as const),
  Mauritius: ["7", "9"].map((digit) => [`230${digit}`, `2305${digit}`, 6] as const),
  Egypt: [
    ["2010", "20100", 7],
    ["2011", "20111", 7],
    ["2012", "20122", 7],
    ["2014", "20114", 7],
    ["2016", "20106", 7],
    ["2017", "20127", 7],
    ["2018", "20128", 7],
    ["2019", "20109", 7]
  ]
}

/** Countries with several forms of one number. */
const withVariants = /^(?:5[245]|20|84|22[59]|23[07]|241)/

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
    name: "is one for the old and the new form of a number whose plan changed",
    inputs: inputs({ plan: Schema.Literals(Object.keys(changedPlans)), digits: matching(/^\d{8}$/) }),
    holds: (identityOf: PhoneIdentityOf, { digits, plan }) =>
      (changedPlans[plan] ?? []).every(([from, to, length]) => {
        const rest = digits.slice(0, length)
        return isOne(identityOf, from + rest, to + rest)
      })
  }),
  law({
    name: "differs for two numbers with other digits after the old prefixes of a plan that changed",
    inputs: inputs({
      plan: Schema.Literals(Object.keys(changedPlans)),
      one: matching(/^\d{8}$/),
      other: matching(/^\d{8}$/)
    }),
    holds: (identityOf: PhoneIdentityOf, { one, other, plan }) => {
      const owners = new Map<string, string>()
      return (changedPlans[plan] ?? []).every(([from, to, length], position) =>
        [one, other].every((digits) => {
          const rest = digits.slice(0, length)
          const owner = `${position} ${rest}`
          return [from, to].every((prefix) => {
            const key = identityOf(PhoneNumber.make(prefix + rest))
            const known = owners.get(key) ?? owner
            owners.set(key, owner)
            return known === owner
          })
        })
      )
    }
  }),
  law({
    name: "is the number itself in every other country",
    inputs: Arbitraries.phoneNumber,
    holds: (identityOf: PhoneIdentityOf, phone) => withVariants.test(phone) || identityOf(phone) === phone
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
