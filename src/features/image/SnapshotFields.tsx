import { limits } from '../../contract/limits.ts'
import { t } from '../../i18n/index.ts'
import { TextField } from '../../ui/input/TextField.tsx'

export interface SnapshotWords {
  name: string
  note: string
}
export const emptySnapshotWords: SnapshotWords = { name: '', note: '' }

/** What a snapshot is called, and what it holds. */
export function SnapshotFields({
  words,
  onChange,
}: {
  words: SnapshotWords
  onChange: (words: SnapshotWords) => void
}) {
  return (
    <>
      <TextField
        label={t('image.snapshot_name')}
        value={words.name}
        required
        maxLength={limits.imageName.max}
        onChange={(name) => onChange({ ...words, name })}
      />
      <TextField
        label={t('image.snapshot_note')}
        value={words.note}
        maxLength={limits.imageDescription.max}
        onChange={(note) => onChange({ ...words, note })}
      />
    </>
  )
}
