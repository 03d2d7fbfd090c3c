import { useState } from "react"
import { defineQuery } from "../api/query.ts"
import { useSession } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { useQueryField, useTypedQueryField } from "../app/navigation.ts"
import "../inbox/conversation.css"
import { PreviewParts } from "../inbox/template/PreviewParts.tsx"
import { ActionError } from "../parts/ActionError.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Confirm } from "../parts/Confirm.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field } from "../parts/Field.tsx"
import { Menu } from "../parts/Menu.tsx"
import { Select } from "../parts/Select.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
import { useText } from "../text/useText.ts"
import { CreateTemplate } from "./CreateTemplate.tsx"
import {
  allTemplatesQuery,
  foundByName,
  inListOrder,
  type ListedTemplate,
  listedPreview,
  statusTone,
  wordsOf
} from "./templateLists.ts"

/** Connected numbers. Members who do not manage the organization see the default number only. */
const numbersQuery = defineQuery("numbers", async (parley, mayManage: boolean, signal) =>
  mayManage ? (await parley.channels.list({ signal })).channels.filter(({ channel }) => channel === "whatsapp") : []
)

/** The platform reports its decisions about templates as changes of the account. */
const changes = ["account.updated"] as const

type Opened =
  | { readonly dialog: "create" }
  | { readonly dialog: "preview" | "copy" | "delete"; readonly template: ListedTemplate }

interface CopyProps {
  readonly from: string | null
  readonly template: ListedTemplate
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Form for a copy under another name or in another language. */
const CopyTemplate = ({ from, onClose, onDone, template }: CopyProps) => {
  const { common, lists } = useText()
  const { templates: texts } = lists
  const [name, setName] = useState(`${template.name}_copy`)
  const [language, setLanguage] = useState(template.language)
  const copy = useAction((parley, fields: { readonly name: string; readonly language: string }) =>
    parley.templates.create({ copyOf: template.id, ...fields, ...(from === null ? {} : { from }) })
  )
  const submit = () =>
    void copy.run({ name: name.trim(), language: language.trim() }).then((outcome) => {
      if ("value" in outcome) onDone()
    })
  return (
    <Dialog
      title={texts.copyOf(template.name)}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" isBusy={copy.isRunning} onClick={submit}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className="template-form">
        <Field
          label={texts.name}
          hint={texts.nameHint}
          dir="ltr"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label={texts.language}
          hint={texts.languageHint}
          dir="ltr"
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
        />
        <ActionError failure={copy.failure} />
      </div>
    </Dialog>
  )
}

const DeleteTemplate = ({ from, onClose, onDone, template }: CopyProps) => {
  const { common, lists } = useText()
  const { templates: texts } = lists
  const remove = useAction((parley, id: string) => parley.templates.remove(id, from === null ? {} : { from }))
  return (
    <Confirm
      title={texts.deleteOf(template.name)}
      text={texts.deleteText(template.language)}
      label={common.delete}
      isOpen
      isBusy={remove.isRunning}
      failure={remove.failure}
      onClose={onClose}
      onConfirm={() =>
        void remove.run(template.id).then((outcome) => {
          if ("value" in outcome) onDone()
        })
      }
    />
  )
}

const Preview = ({ onClose, template }: { readonly template: ListedTemplate; readonly onClose: () => void }) => {
  const preview = listedPreview(template)
  const { inbox, lists } = useText()
  return (
    <Dialog title={template.name} description={template.language} isOpen onClose={onClose}>
      {preview === null ? (
        <p className="muted">{lists.templates.unknown}</p>
      ) : (
        <section className="template-preview" aria-label={inbox.conversation.template.preview}>
          <PreviewParts preview={preview} />
        </section>
      )}
    </Dialog>
  )
}

/** Templates of a number with any status. Members who manage the organization create, copy and delete them. */
const Templates = () => {
  const { inbox, lists } = useText()
  const { templates: texts } = lists
  const { mayManage } = useSession()
  const [chosen, setChosen] = useQueryField("number")
  const [search, setSearch] = useTypedQueryField("search")
  const [opened, setOpened] = useState<Opened | null>(null)
  const [numbers] = useQuery(numbersQuery, mayManage)
  const from = chosen === "" ? null : chosen
  const [loaded, reload] = useQuery(allTemplatesQuery, from, { on: { types: changes } })
  const close = () => setOpened(null)
  const done = () => {
    close()
    allTemplatesQuery.reload()
  }
  const known = numbers.state === "ready" ? numbers.value : []
  return (
    <div className="page">
      <div className="paging">
        <h1>{texts.title}</h1>
        {mayManage && (
          <Button tone="primary" onClick={() => setOpened({ dialog: "create" })}>
            {texts.create}
          </Button>
        )}
      </div>
      <div className="list-filters">
        <Field
          label={inbox.conversation.template.search}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {known.length > 1 && (
          <Select
            label={texts.number}
            value={chosen}
            onChange={(id) => setChosen(id === "" ? null : id)}
            options={[
              { value: "", label: texts.defaultNumber },
              ...known.map(({ id, name }) => ({ value: id, label: name }))
            ]}
          />
        )}
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {({ templates }) => {
          const found = inListOrder(foundByName(templates, search))
          if (found.length === 0)
            return <EmptyState title={templates.length === 0 ? texts.none : inbox.conversation.template.notFound} />
          return (
            <Table
              caption={texts.title}
              rows={found}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: "name",
                  label: texts.name,
                  cell: (template) => (
                    <button
                      type="button"
                      className="cell-button"
                      aria-label={texts.previewOf(template.name, template.language)}
                      onClick={() => setOpened({ dialog: "preview", template })}
                    >
                      <bdi>{template.name}</bdi>
                    </button>
                  )
                },
                { id: "language", label: texts.language, cell: ({ language }) => <bdi>{language}</bdi> },
                { id: "category", label: texts.category, cell: ({ category }) => wordsOf(category) },
                {
                  id: "status",
                  label: texts.status,
                  cell: ({ reason, status }) => (
                    <>
                      <Badge tone={statusTone(status)}>{wordsOf(status)}</Badge>
                      {reason !== undefined && reason !== null && <span className="muted"> {wordsOf(reason)}</span>}
                    </>
                  )
                },
                {
                  id: "quality",
                  label: texts.quality,
                  cell: ({ quality }) =>
                    quality === undefined || quality === null ? texts.noQuality : wordsOf(quality)
                },
                ...(mayManage
                  ? [
                      {
                        id: "actions",
                        label: <span className="visually-hidden">{texts.actions}</span>,
                        cell: (template: ListedTemplate) => (
                          <Menu
                            label={texts.actionsOf(template.name, template.language)}
                            entries={[
                              { label: texts.duplicate, onSelect: () => setOpened({ dialog: "copy", template }) },
                              {
                                label: texts.delete,
                                isDanger: true,
                                onSelect: () => setOpened({ dialog: "delete", template })
                              }
                            ]}
                          >
                            <span aria-hidden>⋯</span>
                          </Menu>
                        )
                      }
                    ]
                  : [])
              ]}
            />
          )
        }}
      </LoadedView>
      {opened?.dialog === "create" && <CreateTemplate from={from} onClose={close} onDone={done} />}
      {opened?.dialog === "preview" && <Preview template={opened.template} onClose={close} />}
      {opened?.dialog === "copy" && (
        <CopyTemplate template={opened.template} from={from} onClose={close} onDone={done} />
      )}
      {opened?.dialog === "delete" && (
        <DeleteTemplate template={opened.template} from={from} onClose={close} onDone={done} />
      )}
    </div>
  )
}

export default Templates
