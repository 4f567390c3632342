/** Picks one entry of a contest by its name. */
import { useState } from 'react'
import type { Choice } from '../../../contract/lib/crud.ts'
import type { EntryStatus } from '../../../contract/contest/status.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Combobox } from '../../../kit/pick/Combobox.tsx'
import { useSettled } from '../../../kit/resource/useSettled.ts'

interface EntryPickProps {
  id?: string
  contest: string
  value: Choice | undefined
  label: string
  placeholder?: string
  onChange: (entry: Choice | undefined) => void
}
const shown = 50
const taking: EntryStatus[] = ['accepted', 'registered', 'banned']

export function EntryPick({ id, contest, value, label, placeholder, onChange }: EntryPickProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const q = useSettled(typed.trim(), 250)
  const { data, error, fetching, refetch } = useRead(
    'GET /flag-contests/:id/entries',
    { params: { id: contest }, query: { page_size: shown, status: taking, ...(q ? { q } : {}) } },
    { skip: !open },
  )
  const choices = (data?.items ?? []).map((e): Choice => ({ id: e.id, label: e.name }))
  const known = new Map([...(value ? [value] : []), ...choices].map((c) => [c.id, c]))
  return (
    <Combobox
      id={id}
      aria-label={label}
      placeholder={placeholder}
      clearable
      value={value ? [value.id] : []}
      choices={choices}
      known={known}
      loading={fetching}
      more={Math.max(0, (data?.total ?? 0) - choices.length)}
      failed={error !== undefined}
      onRetry={refetch}
      typed={typed}
      onTyped={setTyped}
      onOpen={setOpen}
      onChange={([chosen]) => onChange(chosen === undefined ? undefined : known.get(chosen))}
    />
  )
}
