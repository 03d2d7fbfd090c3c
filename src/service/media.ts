import { Option } from "effect"
import * as FolderMediaStore from "../adapters/media/FolderMediaStore.ts"
import * as S3MediaStore from "../adapters/media/S3MediaStore.ts"
import type { Settings } from "../adapters/settings/Settings.ts"

/** The store for the files of messages: the configured bucket, else a folder. */
export const mediaStore = ({ dataDir, mediaBucket, mediaDir }: Settings) =>
  Option.match(mediaBucket, {
    onSome: S3MediaStore.layer,
    onNone: () => FolderMediaStore.layer(Option.getOrElse(mediaDir, () => `${dataDir}/media`))
  })
