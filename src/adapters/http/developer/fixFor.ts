/** Hints for the fields that callers forget, by their dotted names (contract C69). */
const hints: Readonly<Record<string, string>> = {
  to: "Add the recipient's phone number in E.164 without +, for example 15551234567",
  "template.name": 'Add the name of an approved template, for example "template": {"name": "hello_world", …}',
  "template.language.code": 'Add the template\'s language code, for example "language": {"code": "en_US"}',
  text: "Add the text of the message",
  phone: "Add the contact's phone number in E.164 without +, for example 15551234567",
  recipientId: "Add the page-scoped id of the person",
  participantId: "Add the Instagram-scoped id of the person",
  quickReplies: 'Add at least one quick reply, for example "quickReplies": [{"title": "Yes"}]',
  buttonTemplateText: "Add the text above the buttons",
  buttons: 'Add 1 to 3 buttons, for example [{"type": "postback", "title": "Yes", "payload": "YES"}]',
  elements: 'Add 1 to 10 cards, for example [{"title": "Table for two", "subtitle": "Tonight at 8"}]',
  attachmentUrl: "Add the public address of the file",
  url: "Add the HTTPS address that events are sent to",
  events: 'Add the events to be sent, for example ["message.received", "message.sent"]'
}

/** What to do about a missing field. */
export const fixFor = (name: string): string => hints[name] ?? `Add ${name} to the request body`

/** What to do about a text that cannot be a telephone number. */
export const fixForNumber = "Give the number in E.164 without +, for example 15551234567"
