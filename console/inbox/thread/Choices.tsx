import { useText } from "../../text/useText.ts"
import type { CardView, ChoicesView } from "./choicesView.ts"

/** A message with choices as the contact sees it: text, buttons, the menu of a list, and cards. */
export const Choices = ({ view }: { readonly view: ChoicesView }) => {
  const { inbox } = useText()
  const { choices } = inbox
  return (
    <div className="choices">
      {view.header !== "" && <strong dir="auto">{view.header}</strong>}
      {view.body !== "" && (
        <p className="message-text" dir="auto">
          {view.body}
        </p>
      )}
      {view.footer !== "" && (
        <p className="muted" dir="auto">
          {view.footer}
        </p>
      )}
      {view.kind !== null && view.kind !== "other" && (
        <span className="template-button">{choices.kinds[view.kind]}</span>
      )}
      {view.buttons.map((button, index) => (
        <span key={`${index} ${button}`} className="template-button" dir="auto">
          {button}
        </span>
      ))}
      {view.menu !== null && (
        <details className="choices-menu">
          <summary className="template-button" dir="auto">
            {view.menu.label || choices.menu}
          </summary>
          {view.menu.sections.map(({ rows, title }, index) => (
            <div key={`${index} ${title}`}>
              {title !== "" && (
                <p className="muted" dir="auto">
                  {title}
                </p>
              )}
              <ul className="choices-rows">
                {rows.map((row, at) => (
                  <li key={`${at} ${row.title}`} dir="auto">
                    {row.title}
                    {row.description !== "" && <span className="muted"> {row.description}</span>}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      )}
      {view.cards.length > 0 && (
        <ol className="template-cards" aria-label={inbox.conversation.template.cards}>
          {view.cards.map((card, index) => (
            <li key={index} className="template-card">
              <Choices view={card} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Contact cards of a message. */
export const ContactCards = ({ cards }: { readonly cards: ReadonlyArray<CardView> }) => (
  <ul className="contact-cards">
    {cards.map(({ company, emails, name, phones }, index) => (
      <li key={`${index} ${name}`} className="template-card">
        <strong dir="auto">{name}</strong>
        {company !== "" && <span dir="auto">{company}</span>}
        {phones.map((phone) => (
          <bdi key={phone}>{phone}</bdi>
        ))}
        {emails.map((email) => (
          <bdi key={email}>{email}</bdi>
        ))}
      </li>
    ))}
  </ul>
)
