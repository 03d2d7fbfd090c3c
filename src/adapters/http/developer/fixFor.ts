/** Hints for the fields that callers forget, by their dotted names (service interface §7). */
const hints: Readonly<Record<string, string>> = {
  to: "Add the recipient's phone number in E.164 without +, for example 15551234567",
  "template.name": 'Add the name of an approved template, for example "template": {"name": "hello_world", …}',
  "template.language.code": 'Add the template\'s language code, for example "language": {"code": "en_US"}',
  text: "Add the text of the message",
  url: "Add the HTTPS address that events are sent to",
  events: 'Add the events to be sent, for example ["message.received", "message.sent"]'
}

/** What to do about a missing field. */
export const fixFor = (name: string): string => hints[name] ?? `Add ${name} to the request body`
