/** Picks rows of a resource by name, or entries of a fixed list; labels of what is chosen are asked for by id, so none is missing. */
import type { Choice } from '../../contract/lib/crud.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { useRead } from '../data/api.ts'
import { useChoices } from '../resource/calls.ts'
import { referencedResource } from '../resource/lines.ts'
import type { AnyResource } from '../resource/words.ts'
import { useSettled } from '../resource/useSettled.ts'
import { Combobox, type PickProps } from './Combobox.tsx'
import { orgChoices } from './orgs.logic.ts'
import { matching, namesQuery, searched, typedQuery, unknownIds } from './pick.logic.ts'

const pause = 250
interface Giving {
  /** What is chosen is given, to somebody or to whoever comes: only what the viewer may give so is offered. */
  giving?: boolean | 'whoever' | undefined
  /** Something is put into what is chosen: only what the viewer may change is offered. */
  into?: boolean | undefined
  /** What stands below the name of a choice, in place of what the server says. */
  hintOf?: ((c: Choice) => string | undefined) | undefined
}

/** A field that refers to `to`, which is a resource's name or `org`. */
export function Pick({ to, giving, hintOf, into, ...rest }: PickProps & Giving & { to: string }) {
  if (to === 'org') return <PickOrg {...rest} />
  const resource = referencedResource(to)
  if (!resource) throw new Error(`a reference names ${to}, which is no resource`)
  return <PickRows resource={resource} giving={giving} hintOf={hintOf} into={into} {...rest} />
}

export function PickRows({
  resource,
  giving,
  hintOf,
  into,
  onChange,
  ...rest
}: PickProps & Giving & { resource: AnyResource }) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [taken, setTaken] = useState<ReadonlyMap<string, Choice>>(new Map())
  const q = useSettled(searched(typed), pause)
  const found = useChoices(
    resource,
    { ...typedQuery(q), ...(into && resource.owned ? { level: 'change' } : {}) },
    !open,
  )
  const missing = unknownIds(rest.value, taken)
  const named = useChoices(resource, namesQuery(missing), missing.length === 0)
  const items = found.data?.items ?? []
  const choices = giving ? items.filter((c) => !c.withheld && !(giving === 'whoever' && c.by_hand)) : items
  const known = useMemo(() => {
    const all = [...(named.data?.items ?? []), ...taken.values()]
    return new Map(all.map((c) => [c.id, c]))
  }, [named.data, taken])
  const change = (ids: string[]) => {
    const fresh = choices.filter((c) => ids.includes(c.id) && !taken.has(c.id))
    if (fresh.length) setTaken(new Map([...taken, ...fresh.map((c) => [c.id, c] as const)]))
    onChange(ids)
  }
  return (
    <Combobox
      {...rest}
      onChange={change}
      choices={hintOf ? choices.map((c) => ({ ...c, hint: hintOf(c) ?? c.hint })) : choices}
      known={known}
      naming={named.fetching}
      loading={found.fetching || q !== searched(typed)}
      more={(found.data?.total ?? 0) - items.length}
      failed={found.error !== undefined}
      onRetry={found.refetch}
      typed={typed}
      onTyped={setTyped}
      onOpen={setOpen}
    />
  )
}

/** Entries of a list that is known already. */
export function PickFixed({ all, ...rest }: PickProps & { all: readonly Choice[] }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed)
  const known = useMemo(() => new Map(all.map((c) => [c.id, c])), [all])
  return <Combobox {...rest} choices={matching(all, q)} known={known} typed={typed} onTyped={setTyped} />
}

function PickOrg(props: PickProps) {
  const tree = useRead('GET /orgs/tree', undefined)
  const all = useMemo(() => orgChoices(tree.data?.items ?? []), [tree.data])
  const [typed, setTyped] = useState('')
  const known = useMemo(() => new Map(all.map((c) => [c.id, c])), [all])
  return (
    <Combobox
      {...props}
      choices={matching(all, typed)}
      known={known}
      naming={tree.loading}
      loading={tree.loading}
      failed={tree.error !== undefined && !tree.data}
      onRetry={() => tree.refetch()}
      typed={typed}
      onTyped={setTyped}
    />
  )
}
