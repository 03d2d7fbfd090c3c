import { useContactsText } from "./contactsText.ts"
import { useState } from "react"
import { useSession } from "../api/Session.ts"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { changeQuery, navigate, usePlace, useTypedQueryField } from "../app/navigation.ts"
import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"
import { Menu } from "../parts/Menu.tsx"
import { Paging } from "../parts/Paging.tsx"
import { Select } from "../parts/Select.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { ContactTable } from "./ContactTable.tsx"
import { contactEvents, contactsQuery, labelsQuery, type ListedContact } from "./contactQueries.ts"
import { columnIds, columnsOf, filterIn, pageIn } from "./contactView.ts"
import { CreateContact } from "./CreateContact.tsx"
import { Segments } from "./Segments.tsx"
import { SelectionBar } from "./SelectionBar.tsx"
import { useExport } from "./useExport.ts"
import { useStored } from "./useStored.ts"

/** Contacts of a selection by id. */
export type Selection = ReadonlyMap<string, ListedContact>

const Filters = () => {
  const texts = useContactsText()
  const { query } = usePlace()
  const [search, setSearch] = useTypedQueryField("search", "page")
  const [labels] = useQuery(labelsQuery, null)
  const names = labels.state === "ready" ? labels.value.labels.map(({ name }) => name) : []
  const label = query["label"] ?? ""
  return (
    <div className="list-filters" role="search">
      <Field
        label={texts.search}
        type="search"
        placeholder={texts.searchHint}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {(names.length > 0 || label !== "") && (
        <Select
          label={texts.label}
          value={label}
          onChange={(value) => changeQuery({ label: value, page: null })}
          options={[
            { value: "", label: texts.allLabels },
            ...[...new Set(label === "" ? names : [label, ...names])].map((name) => ({ value: name, label: name }))
          ]}
        />
      )}
      <Segments />
    </div>
  )
}

/** Contacts of the organization with search, filters, order, columns and actions on a selection. */
export const ContactList = () => {
  const texts = useContactsText()
  const { common } = useText()
  const { mayManage } = useSession()
  const { query } = usePlace()
  const [columns, setColumns] = useStored("parley.contactColumns", columnsOf)
  const [selection, setSelection] = useState<Selection>(new Map())
  const [isCreating, setCreating] = useState(false)
  const filter = filterIn(query)
  const page = pageIn(query)
  const [loaded, reload] = useQuery(contactsQuery, { filter, page }, { on: { types: contactEvents } })
  const [exporting, exportAll] = useExport()
  const isFiltered = filter.search !== undefined || filter.label !== undefined
  const total = loaded.state === "ready" ? loaded.value.total : 0
  return (
    <div className="page page-wide">
      <div className="paging">
        <h1>{texts.title}</h1>
        <div className="actions">
          <Menu
            tone="plain"
            label={texts.columns}
            entries={columnIds.map((id) => ({
              label: texts.columnNames[id],
              isChecked: columns.includes(id),
              onSelect: () =>
                setColumns(columns.includes(id) ? columns.filter((other) => other !== id) : columnsOf([...columns, id]))
            }))}
          />
          <Button isBusy={exporting !== null} disabled={total === 0} onClick={() => exportAll(filter)}>
            {exporting === null ? texts.export : texts.exporting(exporting)}
          </Button>
          <Button onClick={() => navigate("/contacts/import")}>{texts.import}</Button>
          <Button tone="primary" onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        </div>
      </div>
      <Filters />
      {selection.size > 0 && (
        <SelectionBar
          selection={selection}
          filter={filter}
          total={total}
          mayManage={mayManage}
          onChange={setSelection}
        />
      )}
      <LoadedView loaded={loaded} reload={reload}>
        {({ contacts, hasNext }) =>
          contacts.length === 0 ? (
            <EmptyState title={isFiltered ? texts.notFound : page > 1 ? common.notFound : texts.none}>
              {!isFiltered && <Link href="/contacts/import">{texts.import}</Link>}
            </EmptyState>
          ) : (
            <>
              <ContactTable contacts={contacts} columns={columns} selection={selection} onSelection={setSelection} />
              <Paging page={page} hasNext={hasNext} total={total} />
            </>
          )
        }
      </LoadedView>
      {isCreating && <CreateContact onClose={() => setCreating(false)} />}
    </div>
  )
}
