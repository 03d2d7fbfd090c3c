import type { Texts } from "../../text/Texts.ts"

/** Name of the sentence that explains a failure and what to do. */
export type FailureAdvice = keyof Texts["inbox"]["thread"]["failures"]

/** Codes of failures by their advice (platforms P3). Ranges include both ends. */
const codes: Readonly<Record<FailureAdvice, ReadonlyArray<number | readonly [number, number]>>> = {
  window: [131047, 2018278],
  undeliverable: [131026, 130403, 2018001],
  optedOut: [131050],
  limitedMarketing: [131049],
  experiment: [130472],
  type: [131051],
  media: [131052, 131053, 2018008],
  pace: [131056],
  rate: [4, 17, 32, 341, 613, [80001, 80008], 130429, 131048, 133016],
  restricted: [368, 131031, 130497],
  payment: [131042],
  unregistered: [131045, 133010],
  self: [131021],
  invalid: [100, 131008, 131009],
  permission: [3, 10, [200, 299], 131005],
  token: [0, 104, 190],
  template: [132001, 132005, 132007],
  values: [132000, 132012, 132018],
  paused: [132015, 132016, 132068, 132069],
  unavailable: [551],
  temporary: [1, 2, 1200, 131000, 131016, 131057],
  unreached: [-1]
}

const isIn = (code: number, one: number | readonly [number, number]): boolean =>
  typeof one === "number" ? one === code : one[0] <= code && code <= one[1]

/** The advice for a code of the platform or the service; null for an unknown code. */
export const failureAdvice = (code: number): FailureAdvice | null => {
  for (const [advice, known] of Object.entries(codes)) {
    if (known.some((one) => isIn(code, one)) && isAdvice(advice)) return advice
  }
  return null
}

const isAdvice = (name: string): name is FailureAdvice => Object.hasOwn(codes, name)
