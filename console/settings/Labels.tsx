import { useState } from "react"
import type { Label } from "../../client/promise/SessionMethods.ts"
import { defineQuery } from "../api/query.ts"
import { failureBeside, fieldError } from "../api/fieldError.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { Confirm } from "../parts/Confirm.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field } from "../parts/Field.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"
import { useSettingsText } from "./settingsText.ts"

const labelsQuery = defineQuery("labelSettings", (parley, _: null, signal) => parley.labels.list({ signal }))

/** Color of a new label. */
const firstColor = "#2563eb"

/** A disc in the color of a label. */
const Swatch = ({ color }: { readonly color: string }) => (
  <svg className="swatch" viewBox="0 0 12 12" aria-hidden>
    <circle cx={6} cy={6} r={6} fill={color} />
  </svg>
)

/** Form for a new label, or for the name and color of one. */
const LabelDialog = ({
  label,
  onClose,
  onDone
}: {
  readonly label: Label | null
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { common } = useText()
  const { labels: texts } = useSettingsText()
  const [name, setName] = useState(label?.name ?? "")
  const [color, setColor] = useState(label?.color ?? firstColor)
  const save = useAction((parley, body: { readonly name: string; readonly color: string }) =>
    label === null ? parley.labels.create(body) : parley.labels.change(label.id, body)
  )
  const submit = () =>
    void save.run({ name: name.trim(), color }).then((outcome) => {
      if ("value" in outcome) onDone()
    })
  return (
    <Dialog
      title={label === null ? texts.create : texts.edit(label.name)}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" isBusy={save.isRunning} disabled={name.trim() === ""} onClick={submit}>
            {common.save}
          </Button>
        </>
      }
    >
      <Field
        label={texts.name}
        maxLength={64}
        error={fieldError(save.failure, "name")}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label={texts.color}
        type="color"
        className="color"
        error={fieldError(save.failure, "color")}
        value={color}
        onChange={({ target }) => setColor(target.value)}
      />
      <ActionError failure={failureBeside(save.failure, ["name", "color"])} />
    </Dialog>
  )
}

type Opened = { readonly dialog: "create" } | { readonly dialog: "edit" | "delete"; readonly label: Label }

/** Labels of conversations and contacts. */
export const Labels = () => {
  const { common } = useText()
  const { labels: texts, pages } = useSettingsText()
  const [loaded, reload] = useQuery(labelsQuery, null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const remove = useAction((parley, id: string) => parley.labels.remove(id))
  const close = () => {
    remove.reset()
    setOpened(null)
  }
  const done = () => {
    setOpened(null)
    reload()
  }
  return (
    <>
      <div className="page-top">
        <h1>{pages.labels}</h1>
        <Button tone="primary" onClick={() => setOpened({ dialog: "create" })}>
          {texts.create}
        </Button>
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {({ labels }) =>
          labels.length === 0 ? (
            <EmptyState title={texts.empty}>
              <p>{texts.emptyHint}</p>
            </EmptyState>
          ) : (
            <Table
              caption={pages.labels}
              rows={labels}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: "name",
                  label: texts.name,
                  cell: ({ color, name }) => (
                    <span className="label-name">
                      <Swatch color={color} />
                      <bdi>{name}</bdi>
                    </span>
                  )
                },
                {
                  id: "created",
                  label: texts.created,
                  cell: ({ createdAt }) => <ExactTime at={createdAt} format="date" />
                },
                {
                  id: "actions",
                  label: <span className="visually-hidden">{common.more}</span>,
                  cell: (label) => (
                    <span className="page-buttons">
                      <Button
                        tone="quiet"
                        aria-label={texts.edit(label.name)}
                        onClick={() => setOpened({ dialog: "edit", label })}
                      >
                        {texts.change}
                      </Button>
                      <Button
                        tone="quiet"
                        aria-label={texts.deleteTitle(label.name)}
                        onClick={() => setOpened({ dialog: "delete", label })}
                      >
                        {common.delete}
                      </Button>
                    </span>
                  )
                }
              ]}
            />
          )
        }
      </LoadedView>
      {(opened?.dialog === "create" || opened?.dialog === "edit") && (
        <LabelDialog label={opened.dialog === "edit" ? opened.label : null} onClose={close} onDone={done} />
      )}
      {opened?.dialog === "delete" && (
        <Confirm
          title={texts.deleteTitle(opened.label.name)}
          text={texts.deleteText}
          label={common.delete}
          isOpen
          isBusy={remove.isRunning}
          failure={remove.failure}
          onClose={close}
          onConfirm={() =>
            void remove.run(opened.label.id).then((outcome) => {
              if ("value" in outcome) done()
            })
          }
        />
      )}
    </>
  )
}
