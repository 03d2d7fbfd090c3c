const rules = new Map<string, Intl.PluralRules>()

const rulesOf = (language: string): Intl.PluralRules => {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}

/** Plural form of a text for a number, which replaces `#`: `counted("en", 2, { one: "# day", other: "# days" })`. */
export const counted = (
  language: string,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }
): string => {
  const form = forms[rulesOf(language).select(count)] ?? forms.other
  return form.replaceAll("#", new Intl.NumberFormat(language).format(count))
}
