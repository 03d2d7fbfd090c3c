import { type FormEvent, useId, useState } from "react"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field } from "../parts/Field.tsx"
import { Menu } from "../parts/Menu.tsx"
import { EmptyState, ErrorState, LoadedView } from "../parts/states.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { useText } from "../text/useText.ts"
import { type Template, Templates } from "./emulatorSchemas.ts"
import { type EmulatorAction, useEmulatorAction, useList } from "./useEmulator.ts"

interface Decision {
  readonly template: Template
  readonly event: "APPROVED" | "PAUSED" | "REJECTED"
  readonly reason?: string
}

/** Decides about a template like the platform. The request goes to a number of the template's business account. */
const useDecide = (): EmulatorAction<Decision> =>
  useEmulatorAction((client, { event, reason, template }: Decision) =>
    client.post("inbound", {
      channel: "whatsapp",
      type: "template_status",
      ...(template.accountId === null ? {} : { to: template.accountId }),
      name: template.name,
      language: template.language,
      event,
      ...(reason === undefined ? {} : { reason })
    })
  )

const tones = { APPROVED: "success", PENDING: "info", PAUSED: "warning", REJECTED: "danger" } as const

const toneOf = (status: string): "danger" | "info" | "plain" | "success" | "warning" =>
  Object.entries(tones).find(([name]) => name === status)?.[1] ?? "plain"

const RejectDialog = ({
  decide,
  onClose,
  template
}: {
  readonly template: Template
  readonly decide: EmulatorAction<Decision>
  readonly onClose: () => void
}) => {
  const { common, playground } = useText()
  const { templates } = playground
  const form = useId()
  const [reason, setReason] = useState("INVALID_FORMAT")
  const reject = (event: FormEvent) => {
    event.preventDefault()
    const text = reason.trim()
    void decide.run({ template, event: "REJECTED", ...(text === "" ? {} : { reason: text }) }).then((isDone) => {
      if (isDone) onClose()
    })
  }
  return (
    <Dialog
      title={templates.rejectTitle(template.name)}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="danger" type="submit" form={form} isBusy={decide.isRunning}>
            {templates.reject}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={reject} className="play-form">
        <Field
          label={templates.reason}
          hint={templates.reasonHint}
          isOptional
          dir="ltr"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {decide.failure !== null && <ErrorState failure={decide.failure} />}
      </form>
    </Dialog>
  )
}

/** Templates of the business, and the platform's decisions about them. */
export const TemplatesPanel = () => {
  const { playground } = useText()
  const { templates: texts } = playground
  const decide = useDecide()
  const [rejected, setRejected] = useState<Template | null>(null)
  const [loaded, reload] = useList("templates", "templates", (client, signal) =>
    client.get("templates", Templates, signal)
  )
  const columns: ReadonlyArray<Column<Template>> = [
    {
      id: "name",
      label: texts.name,
      cell: ({ name }) => (
        <code dir="ltr" className="play-name">
          {name}
        </code>
      )
    },
    { id: "language", label: texts.language, cell: ({ language }) => <bdi>{language}</bdi> },
    { id: "category", label: texts.category, cell: ({ category }) => <bdi>{category}</bdi> },
    {
      id: "status",
      label: texts.status,
      cell: ({ rejected_reason: reason, status }) => (
        <>
          <Badge tone={toneOf(status)}>{status}</Badge>
          {reason !== undefined && <p className="muted">{reason}</p>}
        </>
      )
    },
    {
      id: "decide",
      label: <span className="visually-hidden">{texts.decide}</span>,
      cell: (template) => (
        <Menu
          label={texts.decideFor(template.name)}
          entries={[
            { label: texts.approve, onSelect: () => void decide.run({ template, event: "APPROVED" }) },
            { label: texts.reject, onSelect: () => setRejected(template), isDanger: true },
            { label: texts.pause, onSelect: () => void decide.run({ template, event: "PAUSED" }) }
          ]}
        >
          {texts.decide}
        </Menu>
      )
    }
  ]
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ templates }) => (
        <div className="play-stack">
          {decide.failure !== null && rejected === null && <ErrorState failure={decide.failure} />}
          {templates.length === 0 ? (
            <EmptyState title={texts.empty} />
          ) : (
            <Table caption={texts.caption} columns={columns} rows={templates} keyOf={({ id }) => id} />
          )}
          {rejected !== null && <RejectDialog template={rejected} decide={decide} onClose={() => setRejected(null)} />}
        </div>
      )}
    </LoadedView>
  )
}
