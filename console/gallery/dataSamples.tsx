import { useState } from "react"
import { Avatar } from "../parts/Avatar.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Icon, iconNames } from "../parts/Icon.tsx"
import { hueOf, hues } from "../parts/initials.ts"
import { JsonView } from "../parts/JsonView.tsx"
import { ColumnChooser, useColumns } from "../parts/page/ColumnChooser.tsx"
import { PageHeader } from "../parts/page/PageHeader.tsx"
import { Progress } from "../parts/page/Progress.tsx"
import { PageIcon, pageIconNames } from "../parts/PageIcon.tsx"
import { Button } from "../parts/Button.tsx"
import { type Column, type Sort, Table } from "../parts/Table.tsx"
import { Tabs } from "../parts/Tabs.tsx"
import { useText } from "../text/useText.ts"
import type { Samples } from "./Gallery.tsx"

const Type = () => (
  <>
    <h1>Ada Lovelace</h1>
    <h2>Ada Lovelace</h2>
    <h3>Ada Lovelace</h3>
    <p>
      Ada Lovelace, <span className="muted">London</span>, <a href="#content">+44 20 7946 0000</a>,{" "}
      <code>0.875rem</code>
    </p>
  </>
)

const Headers = () => {
  const { common } = useText()
  return (
    <PageHeader
      title={common.sections.templates}
      description={common.signIn.demo}
      actions={
        <>
          <Button>{common.cancel}</Button>
          <Button tone="primary">{common.save}</Button>
        </>
      }
    />
  )
}

const Badges = () => {
  const { common } = useText()
  return [false, true].map((hasDot) => (
    <div key={String(hasDot)} className="gallery-line">
      {(["plain", "info", "success", "warning", "danger"] as const).map((tone) => (
        <Badge key={tone} tone={tone} hasDot={hasDot}>
          {common.live.live}
        </Badge>
      ))}
    </div>
  ))
}

/** An id for each colour. */
const ids = Array.from({ length: 64 }, (_, index) => `contact ${index}`)
const idOfHue = Array.from({ length: hues }, (_, hue) => ids.find((id) => hueOf(id) === hue) ?? "")

const Avatars = () => (
  <div className="gallery-line">
    {idOfHue.map((id, index) => (
      <Avatar key={id} id={id} name="Ada Lovelace" size={index % 2 === 0 ? "medium" : "small"} />
    ))}
    {(["whatsapp", "messenger", "instagram"] as const).map((channel) => (
      <Avatar key={channel} id={channel} name="Grace Hopper" channel={channel} />
    ))}
  </div>
)

const TabSample = () => {
  const { common } = useText()
  const [value, setValue] = useState<"owner" | "admin">("owner")
  const tabs = (["owner", "admin"] as const).map((id) => ({
    id,
    label: common.roles[id],
    content: common.roles[id]
  }))
  return <Tabs label={common.account.label} tabs={tabs} value={value} onChange={setValue} />
}

const people = ["Ada Lovelace", "Alan Turing", "Grace Hopper"].map((name, index) => ({
  name,
  phone: `+1 555 010 000${index}`,
  messages: (index + 1) * 1_204
}))

const Tables = () => {
  const { common } = useText()
  const [sort, setSort] = useState<Sort>({ column: "name", direction: "ascending" })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["Alan Turing"]))
  const all: ReadonlyArray<Column<(typeof people)[number]>> = [
    { id: "name", label: common.account.label, cell: ({ name }) => <b>{name}</b>, isSortable: true },
    { id: "phone", label: common.channels.whatsapp, cell: ({ phone }) => <bdi>{phone}</bdi> },
    { id: "messages", label: common.live.live, cell: ({ messages }) => messages, isNumber: true, isSortable: true }
  ]
  const columns = useColumns("gallery", all)
  const rows = sort.direction === "ascending" ? people : people.toReversed()
  return (
    <>
      <div className="gallery-line">
        <ColumnChooser all={all} columns={columns} />
      </div>
      <Table
        caption={common.sections.gallery}
        columns={columns.visible}
        rows={rows}
        keyOf={({ name }) => name}
        sort={sort}
        onSort={setSort}
        selection={{ selected, onChange: setSelected, nameOf: ({ name }) => name }}
        isHeadSticky
      />
    </>
  )
}

const ProgressBars = () => {
  const { common } = useText()
  return (
    <>
      <Progress label={common.loading} value={120} max={400} text="120 / 400" />
      <Progress label={common.save} value={100} />
    </>
  )
}

const Json = () => <JsonView label="JSON" value={{ id: "0198c3f2", type: "message.received" }} />

const Icons = () => (
  <div className="gallery-icons">
    {iconNames.map((name) => (
      <span key={name} className="gallery-icon">
        <Icon name={name} />
        {name}
      </span>
    ))}
    {pageIconNames.map((name) => (
      <span key={name} className="gallery-icon">
        <PageIcon name={name} />
        {name}
      </span>
    ))}
  </div>
)

/** Parts that show data. */
export const dataSamples: Samples = {
  Type,
  PageHeader: Headers,
  Badge: Badges,
  Avatar: Avatars,
  Tabs: TabSample,
  Table: Tables,
  Progress: ProgressBars,
  JsonView: Json,
  Icon: Icons
}
