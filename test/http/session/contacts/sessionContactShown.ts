/** A contact with no more than a number, as each answer shows it. A new field of answers is added here. */
const common = {
  name: "",
  email: null,
  countryCode: "",
  tags: [],
  source: "api",
  optedIn: false,
  isBlocked: false
}
export const bareContact = {
  created: { ...common, params: {} },
  listed: { ...common, labels: [], lastMessageAt: null, conversationCount: 0 },
  patched: { name: "", email: null, country_code: "", tags: [], params: {}, is_blocked: false, opted_in: false }
}
