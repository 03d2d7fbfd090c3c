import { useState } from "react"
import type { SavedReply } from "../../client/promise/SessionMethods.ts"
import { defineQuery } from "../api/query.ts"
import { useSession } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { usePlace, useTypedQueryField } from "../app/navigation.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Confirm } from "../parts/Confirm.tsx"
import { Field } from "../parts/Field.tsx"
import { Paging } from "../parts/Paging.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
import { useText } from "../text/useText.ts"
import { SavedReplyDialog } from "./SavedReplyDialog.tsx"
import { useSettingsText } from "./settingsText.ts"

const repliesQuery = defineQuery(
  "replySettings",
  (parley, { page, prefix }: { readonly page: number; readonly prefix: string }, signal) =>
    parley.savedReplies.list({ page, limit: 50, ...(prefix === "" ? {} : { prefix }) }, { signal })
)

type Opened = { readonly dialog: "create" } | { readonly dialog: "edit" | "delete"; readonly reply: SavedReply }

/** Saved replies: own ones, and shared ones, which owners and admins change. */
export const SavedReplies = () => {
  const { common } = useText()
  const { pages, replies: texts } = useSettingsText()
  const { mayManage } = useSession()
  const [search, setSearch] = useTypedQueryField("search", "page")
  const { query } = usePlace()
  const page = /^[1-9]\d{0,5}$/.test(query["page"] ?? "") ? Number(query["page"]) : 1
  const [loaded, reload] = useQuery(repliesQuery, { page, prefix: search.trim().toLowerCase() })
  const [opened, setOpened] = useState<Opened | null>(null)
  const remove = useAction((parley, id: string) => parley.savedReplies.remove(id))
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
        <h1>{pages.replies}</h1>
        <Button tone="primary" onClick={() => setOpened({ dialog: "create" })}>
          {texts.create}
        </Button>
      </div>
      <p className="muted">{texts.hint}</p>
      <div className="list-filters">
        <Field label={texts.search} type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {({ hasNext, replies, total }) =>
          replies.length === 0 ? (
            <EmptyState title={search === "" ? texts.empty : texts.noneFound} />
          ) : (
            <>
              <Table
                caption={pages.replies}
                rows={replies}
                keyOf={({ id }) => id}
                columns={[
                  { id: "shortcut", label: texts.shortcut, cell: ({ shortcut }) => <code>/{shortcut}</code> },
                  {
                    id: "text",
                    label: texts.text,
                    cell: ({ mediaId, text }) => (
                      <span className="reply-line" dir="auto">
                        {mediaId !== null && <Badge>{texts.file}</Badge>} {text}
                      </span>
                    )
                  },
                  { id: "language", label: texts.language, cell: ({ language }) => language ?? "" },
                  {
                    id: "shared",
                    label: texts.visible,
                    cell: ({ shared }) => (shared ? texts.everyone : texts.onlyYou)
                  },
                  {
                    id: "actions",
                    label: <span className="visually-hidden">{common.more}</span>,
                    cell: (reply) =>
                      (mayManage || !reply.shared) && (
                        <span className="page-buttons">
                          <Button
                            tone="quiet"
                            aria-label={texts.edit(reply.shortcut)}
                            onClick={() => setOpened({ dialog: "edit", reply })}
                          >
                            {texts.change}
                          </Button>
                          <Button
                            tone="quiet"
                            aria-label={texts.deleteTitle(reply.shortcut)}
                            onClick={() => setOpened({ dialog: "delete", reply })}
                          >
                            {common.delete}
                          </Button>
                        </span>
                      )
                  }
                ]}
              />
              {(page > 1 || hasNext) && <Paging page={page} hasNext={hasNext} total={total} />}
            </>
          )
        }
      </LoadedView>
      {(opened?.dialog === "create" || opened?.dialog === "edit") && (
        <SavedReplyDialog reply={opened.dialog === "edit" ? opened.reply : null} onClose={close} onDone={done} />
      )}
      {opened?.dialog === "delete" && (
        <Confirm
          title={texts.deleteTitle(opened.reply.shortcut)}
          text={texts.deleteText}
          label={common.delete}
          isOpen
          isBusy={remove.isRunning}
          failure={remove.failure}
          onClose={close}
          onConfirm={() =>
            void remove.run(opened.reply.id).then((outcome) => {
              if ("value" in outcome) done()
            })
          }
        />
      )}
    </>
  )
}
