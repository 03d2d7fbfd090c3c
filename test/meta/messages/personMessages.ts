import type { Schema } from "effect"
import type { MessengerContent } from "../../../src/domain/messages/messenger/MessengerContent.ts"

/** What can be said to a person of Messenger or Instagram beside attachments, and the `message` that Meta documents. */
export const messages: ReadonlyArray<readonly [name: string, content: MessengerContent, message: Schema.JsonObject]> = [
  ["a text", { _tag: "Text", text: "Hello" }, { text: "Hello" }],
  [
    "quick replies",
    {
      _tag: "QuickReplies",
      text: "Pick a color:",
      quickReplies: [
        { title: "Red", payload: "RED", imageUrl: "https://example.com/red.png" },
        { title: "Green", payload: "GREEN", imageUrl: null }
      ]
    },
    {
      text: "Pick a color:",
      quick_replies: [
        { content_type: "text", title: "Red", payload: "RED", image_url: "https://example.com/red.png" },
        { content_type: "text", title: "Green", payload: "GREEN" }
      ]
    }
  ],
  [
    "buttons",
    {
      _tag: "ButtonTemplate",
      text: "What next?",
      buttons: [
        { _tag: "WebUrl", title: "Visit", url: "https://example.com" },
        { _tag: "Postback", title: "Go", payload: "GO" },
        { _tag: "PhoneNumber", title: "Call", number: "+16505551234" }
      ]
    },
    {
      attachment: {
        type: "template",
        payload: {
          template_type: "button",
          text: "What next?",
          buttons: [
            { type: "web_url", url: "https://example.com", title: "Visit" },
            { type: "postback", title: "Go", payload: "GO" },
            { type: "phone_number", title: "Call", payload: "+16505551234" }
          ]
        }
      }
    }
  ],
  [
    "cards",
    {
      _tag: "GenericTemplate",
      elements: [
        {
          title: "Welcome",
          subtitle: "We have the right hat",
          imageUrl: "https://example.com/hat.png",
          defaultUrl: "https://example.com/hats",
          buttons: [{ _tag: "WebUrl", title: "View", url: "https://example.com" }]
        },
        { title: "Plain", subtitle: "No picture", imageUrl: null, defaultUrl: null, buttons: [] }
      ]
    },
    {
      attachment: {
        type: "template",
        payload: {
          template_type: "generic",
          elements: [
            {
              title: "Welcome",
              subtitle: "We have the right hat",
              image_url: "https://example.com/hat.png",
              default_action: { type: "web_url", url: "https://example.com/hats" },
              buttons: [{ type: "web_url", url: "https://example.com", title: "View" }]
            },
            { title: "Plain", subtitle: "No picture" }
          ]
        }
      }
    }
  ]
]
